import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage, type RequestListener, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { configSchema } from '../../src/config/schema.ts';
import { createLogger } from '../../src/log.ts';
import { CannotListen } from '../../src/server/addresses.ts';
import { Listening } from '../../src/server/listening.ts';
import { writeCertificate } from '../support/certificate.ts';
import { waiter } from '../support/until.ts';

describe('the addresses of the service', () => {
  let directory: string;
  let socket: string;
  let opened: Listening[];
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
  });

  beforeEach(() => {
    opened = [];
    lines = [];
  });

  afterEach(async () => {
    await Promise.all(opened.map((listening) => listening.close(0, () => undefined)));
  });

  after(async () => {
    await rm(directory, { recursive: true });
  });

  const hello: RequestListener = (_request, response) => {
    response.end('hello');
  };

  async function open(server: Record<string, unknown>): Promise<Listening> {
    const listening = await Listening.open({
      answer: hello,
      server: configSchema.parse({ server: { port: 0, ...server } }).server,
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
    await assert.rejects(open({ host: `unix:${file}` }), /there is a file that is no socket/);
    assert.equal((await stat(file)).size, 7);
  });

  it('have TLS with a certificate, except Unix sockets', async () => {
    const tls = await writeCertificate(directory);
    const { urls } = await open({ host: ['127.0.0.1', `unix:${socket}`], tls });
    assert.match(urls[0] ?? '', /^https:/);
    assert.equal(await text(await answerTo({ socketPath: socket })), 'hello');
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
      [['connections are refused: there are too many', 2]],
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
