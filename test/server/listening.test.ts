import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage, type RequestListener, type RequestOptions, request } from 'node:http';
import { get as getSecurely, type RequestOptions as SecureRequestOptions } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { configSchema } from '../../src/config/schema.ts';
import { createLogger } from '../../src/log.ts';
import { CannotListen } from '../../src/server/addresses.ts';
import { Certificates } from '../../src/server/certificates.ts';
import { Listening } from '../../src/server/listening.ts';
import { selfSignedCertificate } from '../../src/server/self-signed.ts';
import { freePort } from '../support/servers/ports.ts';
import { waiter } from '../support/until.ts';

describe('the addresses of the service', () => {
  let directory: string;
  let socket: string;
  let opened: Listening[];
  let certificates: Certificates;
  let lines: Record<string, unknown>[];

  const log = createLogger({
    level: 'info',
    format: 'json',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const until = waiter(() => JSON.stringify(lines));

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-listening-'));
    socket = join(directory, 'dms.sock');
    const source = selfSignedCertificate({ dataDirectory: directory, names: ['localhost', '127.0.0.1'] });
    certificates = await Certificates.open({ source, areSelfSigned: true, log });
  });

  beforeEach(() => {
    opened = [];
    lines = [];
  });

  afterEach(async () => {
    await Promise.all(opened.map((listening) => listening.close(AbortSignal.abort())));
  });

  after(async () => {
    certificates.close();
    await rm(directory, { recursive: true });
  });

  const hello: RequestListener = (_request, response) => {
    response.end('hello');
  };

  async function open(
    server: Record<string, unknown>,
    more: { handler?: RequestListener; secure?: boolean } = {},
  ): Promise<Listening> {
    const listening = await Listening.open({
      handler: more.handler ?? hello,
      server: configSchema.parse({ server: { port: 0, ...server } }).server,
      certificates: more.secure === true ? certificates : undefined,
      inherited: [],
      log,
    });
    opened.push(listening);
    return listening;
  }

  async function answerTo(options: RequestOptions): Promise<IncomingMessage> {
    const [response]: IncomingMessage[] = await once(get({ agent: false, ...options }), 'response');
    assert.ok(response);
    return response;
  }

  async function secureAnswerTo(options: SecureRequestOptions): Promise<IncomingMessage> {
    const ca = certificates.current.cert;
    const [response]: IncomingMessage[] = await once(
      getSecurely({ agent: false, ca, ...options }),
      'response',
    );
    assert.ok(response);
    return response;
  }

  const portIn = (url: string | undefined): number => Number(new URL(url ?? '').port);

  it('may be several, also a Unix socket for the owner and the group', async () => {
    const { urls } = await open({ host: ['127.0.0.1', 'localhost', `unix:${socket}`] });
    assert.match(urls[0] ?? '', /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match(urls[1] ?? '', /^http:\/\/localhost:\d+$/);
    assert.equal(urls[2], `unix:${socket}`);
    assert.equal((await stat(socket)).mode & 0o777, 0o660);
    for (const url of urls.slice(0, 2)) assert.equal(await (await fetch(url)).text(), 'hello');
    assert.equal(await text(await answerTo({ socketPath: socket })), 'hello');
  });

  it('are all let go when one of them cannot be had', async () => {
    const { urls } = await open({ host: '127.0.0.1' });
    const taken = portIn(urls[0]);
    const failing = open({ host: [`unix:${socket}`, '127.0.0.1'], port: taken });
    await assert.rejects(
      failing,
      (error) => error instanceof CannotListen && /EADDRINUSE.*--port/.test(error.message),
    );
    await until(() =>
      stat(socket).then(
        () => false,
        () => true,
      ),
    );
  });

  it('take the place of a Unix socket that a dead process left, but not of one that lives', async () => {
    const program = `require('node:net').createServer().listen(${JSON.stringify(socket)}, () => console.log('ready'))`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await assert.rejects(open({ host: `unix:${socket}` }), /EADDRINUSE\): another program listens there/);
    child.kill('SIGKILL');
    await once(child, 'close');
    assert.ok((await stat(socket)).isSocket());
    await open({ host: `unix:${socket}` });
    assert.equal(await text(await answerTo({ socketPath: socket })), 'hello');
  });

  it('never take the place of a file that is no socket', async () => {
    const file = join(directory, 'precious');
    await writeFile(file, 'content');
    await assert.rejects(open({ host: `unix:${file}` }), /the path is a file that is not a socket/);
    assert.equal((await stat(file)).size, 7);
  });

  it('have TLS with the certificate, except Unix sockets, and no Strict-Transport-Security with one of our own', async () => {
    const { urls } = await open({ host: ['127.0.0.1', `unix:${socket}`] }, { secure: true });
    assert.match(urls[0] ?? '', /^https:/);
    const response = await secureAnswerTo({ host: '127.0.0.1', port: portIn(urls[0]) });
    assert.equal(response.headers['strict-transport-security'], undefined);
    assert.equal(await text(response), 'hello');
    assert.equal(await text(await answerTo({ socketPath: socket })), 'hello');
  });

  describe('for redirects', () => {
    let httpsPort: number;

    /** Listens with a free port for redirects, and returns that port. */
    async function openRedirect(server: Record<string, unknown> = {}): Promise<number> {
      const port = await freePort();
      const { urls } = await open({ host: '127.0.0.1', redirect_port: port, ...server }, { secure: true });
      httpsPort = portIn(urls[0]);
      return port;
    }

    async function redirected(
      port: number,
      options: RequestOptions = {},
    ): Promise<[number, string | undefined]> {
      const { statusCode = 0, headers } = await answerTo({ port, host: '127.0.0.1', ...options });
      return [statusCode, headers.location];
    }

    it('send on to the same path under https, of the name that the client used', async () => {
      const port = await openRedirect();
      const path = '/webdav/a%20b?x=1';
      const headers = { Host: 'dms.lan:8080' };
      const location = `https://dms.lan:${String(httpsPort)}${path}`;
      assert.deepEqual(await redirected(port, { path, headers }), [308, location]);
      for (const method of ['PUT', 'PROPFIND', 'HEAD'])
        assert.deepEqual(await redirected(port, { method, path, headers }), [308, location], method);
      assert.deepEqual(await redirected(port, { path: '/', headers: { Host: '[::1]' } }), [
        308,
        `https://[::1]:${String(httpsPort)}/`,
      ]);
      const sent = request({ port, method: 'PUT', path, headers: { ...headers, Expect: '100-continue' } });
      sent.flushHeaders();
      const [response]: IncomingMessage[] = await once(sent, 'response');
      assert.equal(response?.statusCode, 308);
      sent.destroy();
    });

    it('send on to base_url and nowhere else, if that is https', async () => {
      const port = await openRedirect({ base_url: 'https://dms.example.org/office' });
      assert.deepEqual(await redirected(port, { path: '//evil.test/', headers: { Host: 'evil.test' } }), [
        308,
        'https://dms.example.org//evil.test/',
      ]);
    });

    it('answer 400 to what names no host and no path', async () => {
      const port = await openRedirect();
      for (const Host of ['a b', 'evil.test/x', 'user@evil.test', 'a:b:c'])
        assert.deepEqual(await redirected(port, { headers: { Host } }), [400, undefined], Host);
      assert.deepEqual(await redirected(port, { path: 'http://evil.test/', headers: { Host: 'a' } }), [
        400,
        undefined,
      ]);
    });
  });

  it('take no more connections than are allowed, say so once, and take others when some have ended', async () => {
    const { urls } = await open({ host: '127.0.0.1', max_connections: 2 });
    const port = portIn(urls[0]);
    const first = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all(first.map((connection) => once(connection, 'connect')));
    for (let attempt = 0; attempt < 2; attempt += 1)
      await assert.rejects(answerTo({ port, host: '127.0.0.1' }));
    assert.deepEqual(
      lines.map(({ msg, max_connections }) => [msg, max_connections]),
      [['connections are refused: server.max_connections is reached', 2]],
    );
    for (const connection of first) connection.destroy();
    await until(() =>
      answerTo({ port, host: '127.0.0.1' }).then(
        () => true,
        () => false,
      ),
    );
  });
});
