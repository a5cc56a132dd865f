import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dms } from '../../support/process.ts';
import { IS_BINARY } from '../../support/program.ts';
import { writeCertificate } from '../../support/servers/certificate.ts';
import { type Service, startService } from '../../support/service.ts';

/** No disk has as much free. */
const TOO_MUCH = '1048576G';

describe('dms health', () => {
  let directory: string;
  let service: Service | undefined;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-health-'));
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
    await rm(directory, { recursive: true });
  });

  const start = async (config: Record<string, unknown> = {}): Promise<Service> => {
    service = await startService({ config });
    return service;
  };
  const ask = (args: readonly string[], environment: Record<string, string> = {}) =>
    dms(['health', ...args], { cwd: directory, environment });

  it('ends with 0 and one line where the configuration says that the service is', async () => {
    const { url, port } = await start();
    const { code, stdout, stderr } = await ask([], { DMS_SERVER_PORT: String(port) });
    assert.deepEqual([code, stdout, stderr], [0, `${url} is healthy\n`, '']);
  });

  it('asks another one with --url, and says in JSON what it answered', async () => {
    const { url } = await start();
    const { code, stdout } = await ask(['--json', '--url', url]);
    const answer = { status: 'ok', database: true, data_directory: true, warnings: [], reason: null };
    assert.deepEqual([code, JSON.parse(stdout)], [0, { url, healthy: true, ...answer }]);
  });

  it('ends with 1 when the service says that it is not well, and names what is wrong', async () => {
    const { url } = await start({ limits: { reserve_bytes: TOO_MUCH } });
    const { code, stdout, stderr } = await ask(['--url', url]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^dms: \S+ is not healthy: the data directory [^\n]*\n$/);
  });

  it('ends with 1 when nothing answers', async () => {
    const { code, stdout, stderr } = await ask(['--json', '--url', 'http://127.0.0.1:1']);
    const message = 'http://127.0.0.1:1 does not respond: ECONNREFUSED';
    assert.deepEqual([code, JSON.parse(stderr)], [1, { message, exit_code: 1 }]);
    const { healthy, reason } = JSON.parse(stdout);
    assert.deepEqual([healthy, reason], [false, 'ECONNREFUSED']);
  });

  it('ends with 1 when something else than dms answers', async () => {
    const server = createServer((_request, response) => response.end('It works!')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const { code, stderr } = await ask(['--url', `http://127.0.0.1:${String(address.port)}`]);
    server.close();
    assert.equal(code, 1);
    assert.match(stderr, /is not dms: the response \(200\)/);
  });

  it('ends with 1 when an answer has no end', async () => {
    const server = createServer((_request, response) => {
      const send = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', send);
      send();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const { code, stderr } = await ask(['--url', `http://127.0.0.1:${String(address.port)}`]);
    server.closeAllConnections();
    server.close();
    assert.equal(code, 1);
    assert.match(stderr, /is not dms/);
  });

  it('ends with 1 when the answer takes longer than --timeout', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const url = `http://127.0.0.1:${String(address.port)}`;
    const { code, stdout, stderr } = await ask(['--json', '--timeout', '1', '--url', url]);
    server.closeAllConnections();
    server.close();
    const message = `${url} does not respond: timed out after 1 s`;
    assert.deepEqual([code, JSON.parse(stderr)], [1, { message, exit_code: 1 }]);
    assert.equal(JSON.parse(stdout).reason, 'timed out after 1 s');
  });

  for (const given of ['0', '3601', '1.5', '-1', '5s', ''])
    it(`ends with 2 for --timeout=${given}`, async () => {
      const { code, stdout, stderr } = await ask([`--timeout=${given}`]);
      assert.deepEqual(
        [code, stdout, stderr],
        [2, '', 'dms: --timeout must be a whole number of seconds from 1 to 3600\n'],
      );
    });

  it('accepts the certificate of a service on this machine', async () => {
    const tls = await writeCertificate(directory);
    const { port } = await start({ server: { tls } });
    const { code, stdout, stderr } = await ask([], {
      DMS_SERVER_PORT: String(port),
      DMS_SERVER_TLS_CERT: tls.cert,
      DMS_SERVER_TLS_KEY: tls.key,
    });
    assert.deepEqual([code, stdout], [0, `https://127.0.0.1:${String(port)} is healthy\n`], stderr);
  });

  for (const [what, args, environment] of [
    ['an address that is none', ['--url', 'localhost:8080'], {}],
    ['a port that the system chose', [], { DMS_SERVER_PORT: '0' }],
  ] as const)
    it(`ends with 2 for ${what}`, async () => {
      const { code, stderr } = await ask(args, environment);
      assert.equal(code, 2);
      assert.match(stderr, /--url/);
    });
});

describe('dms version', () => {
  it('says what runs, as text and as JSON', async () => {
    const { stdout } = await dms(['version', '--json']);
    const { version, node, platform, sqlite, schema, binary } = JSON.parse(stdout);
    assert.equal((await dms(['--version'])).stdout, `${version}\n`);
    assert.deepEqual(
      [node, platform, binary],
      [process.versions.node, `${process.platform}-${process.arch}`, IS_BINARY],
    );
    assert.match(sqlite, /^3\.\d+\.\d+$/);
    assert.match(schema, /^\d{4}-/);
    const { code, stdout: text } = await dms(['version']);
    assert.equal(code, 0);
    assert.match(text, new RegExp(`^version +${version}\nnode +${node}\n`));
  });
});
