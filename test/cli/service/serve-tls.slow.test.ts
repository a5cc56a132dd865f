import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import type { Certificate } from '../../../src/server/certificate.ts';
import { fingerprintOf } from '../../../src/server/certificate.ts';
import { selfSignedCertificate } from '../../../src/server/self-signed.ts';
import { needs } from '../../support/needs.ts';
import { run, ServiceProcess } from '../../support/process.ts';
import { waiter } from '../../support/until.ts';

const PASSWORD = 'a long enough password';

describe('dms serve with TLS', () => {
  let directory: string;
  let service: ServiceProcess | undefined;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-serve-tls-'));
  });

  afterEach(async () => {
    await service?.dispose();
    service = undefined;
  });

  async function start(environment: Record<string, string>): Promise<ServiceProcess> {
    service = await ServiceProcess.start({ directory, environment, isAsked: false });
    return service;
  }

  it('makes a certificate that programs trust by its file, and prints its fingerprint', async function () {
    needs(this, 'curl', 'openssl');
    const socket = join(directory, 'dms.sock');
    const { url, port, dataDirectory, log } = await start({
      DMS_SERVER_TLS_SELF_SIGNED: 'localhost,127.0.0.1',
      DMS_SERVER_HOST: `127.0.0.1,unix:${socket}`,
    });
    const file = join(dataDirectory, 'tls', 'cert.pem');
    const [, printed] = /^ {2}SHA-256 ((?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/m.exec(log) ?? [];
    const shown = await run('openssl', ['x509', '-in', file, '-noout', '-fingerprint', '-sha256']);
    assert.match(shown.stdout, new RegExp(`=${String(printed)}$`, 'm'));
    assert.equal((await run('curl', ['-sf', '--cacert', file, `${url}/healthz`])).code, 0);
    assert.equal((await run('curl', ['-sf', `${url}/healthz`])).code, 60, 'nobody else trusts it');
    const wrongName = [
      '--connect-to',
      `other.test:443:127.0.0.1:${String(port)}`,
      'https://other.test/healthz',
    ];
    assert.equal((await run('curl', ['-sf', '--cacert', file, ...wrongName])).code, 60);
    const verified = ['-CAfile', file, '-verify_return_error', '-verify_ip', '127.0.0.1'];
    const args = ['s_client', '-connect', `127.0.0.1:${String(port)}`, ...verified];
    assert.match((await run('openssl', args)).stdout, /Verify return code: 0 \(ok\)/);
    assert.equal((await run('curl', ['-sf', '--unix-socket', socket, 'http://dms/healthz'])).code, 0);
    await service?.kill('SIGTERM');
    assert.ok(!existsSync(socket));
  });

  it('takes a new certificate on SIGHUP while an upload goes on, and no broken one', async () => {
    const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') };
    const replace = async (): Promise<Certificate> => {
      const dataDirectory = await mkdtemp(join(directory, 'pair-'));
      const pair = await selfSignedCertificate({ dataDirectory, names: ['127.0.0.1'] })();
      for (const part of ['cert', 'key'] as const) await writeFile(files[part], pair[part]);
      return pair;
    };
    const first = await replace();
    const running = await start({ DMS_SERVER_TLS_CERT: files.cert, DMS_SERVER_TLS_KEY: files.key });
    const { port } = running;
    const { token } = await running.createAdmin('anna', PASSWORD);
    const authorization = `Basic ${Buffer.from(`anna:${token}`).toString('base64')}`;
    const to = (path: string): RequestOptions => ({
      port,
      host: '127.0.0.1',
      path,
      rejectUnauthorized: false,
    });
    /** The fingerprint that a new connection is shown, and the warnings of the service. */
    const look = async (): Promise<{ shown: string; warnings: unknown }> => {
      const sent = request({ ...to('/healthz'), agent: new Agent({ keepAlive: false }) }).end();
      const [response]: IncomingMessage[] = await once(sent, 'response');
      assert.ok(response?.socket instanceof TLSSocket);
      const shown = response.socket.getPeerCertificate().fingerprint256;
      const body = await json(response);
      assert.ok(typeof body === 'object' && body !== null && 'warnings' in body);
      return { shown, warnings: body.warnings };
    };
    const until = waiter(() => running.log);

    const headers = { Authorization: authorization, 'Content-Length': 4 };
    const upload = request({ ...to('/webdav/long.bin'), method: 'PUT', headers });
    upload.write('ab');
    assert.deepEqual(await look(), { shown: fingerprintOf(first), warnings: [] });

    const second = await replace();
    running.signal('SIGHUP');
    await until(async () => (await look()).shown === fingerprintOf(second));

    await writeFile(files.key, first.key);
    running.signal('SIGHUP');
    await running.said(/the new certificate cannot be used; the old one stays in use/);
    assert.deepEqual(await look(), { shown: fingerprintOf(second), warnings: ['certificate_refused'] });

    upload.end('cd');
    const [response]: IncomingMessage[] = await once(upload, 'response');
    assert.equal(response?.statusCode, 201);
  });

  it('does not start with files that cannot be used, and names the keys', async () => {
    const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') };
    await writeFile(files.cert, 'nothing');
    await writeFile(files.key, 'nothing');
    await assert.rejects(
      start({ DMS_SERVER_TLS_CERT: files.cert, DMS_SERVER_TLS_KEY: files.key }),
      /server\.tls\.cert and server\.tls\.key: the certificate cannot be read/,
    );
  });
});
