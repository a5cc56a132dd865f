import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCertificate } from '../../support/servers/certificate.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../../webdav/client.ts';
import { answersIn, converse, headOf } from '../raw.ts';

describe('every request', () => {
  let service: Service;
  let ann: Account;
  let dav: DavClient;
  let authorization: string;
  let token: string;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    dav = new DavClient(service.port, basic(ann.login, ann.password));
    authorization = `Authorization: ${basic(ann.login, ann.password)}`;
    const { secret } = await service.dms.tokens.create(ann.actor, { name: 'test' });
    token = `Authorization: Bearer ${secret}`;
    await dav.expect(201, 'MKCOL', '/folder');
    await dav.expect(201, 'PUT', '/folder/a.txt', { body: 'content' });
  });

  after(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Statuses of requests that are sent one after another on one connection, which the last one closes. */
  async function statusesOf(...heads: readonly string[]): Promise<number[]> {
    return answersIn(await converse(service.port, heads.join(''))).map(({ status }) => status);
  }

  it('is 400 with two Host headers, equal or not, and ends the connection', async () => {
    const targets = [
      'GET /webdav/folder/a.txt',
      'GET /api/account',
      'GET /healthz',
      'OPTIONS *',
      'GET http://b/',
    ];
    for (const target of targets) {
      for (const host of ['dms.test', 'other.test'])
        assert.deepEqual(await statusesOf(headOf(target, `Host: ${host}`, authorization)), [400], target);
    }
  });

  it('may name its target in absolute form', async () => {
    const close = 'Connection: close';
    const targets: readonly [string, string, number][] = [
      ['GET http://dms.test/webdav/folder/a.txt', authorization, 200],
      ['PROPFIND HTTPS://dms.test:8080/webdav/', `${authorization}\r\nDepth: 0`, 207],
      ['OPTIONS http://dms.test', authorization, 200],
      ['OPTIONS http://dms.test/webdav/', authorization, 200],
      ['GET http://dms.test/api/account?x=1', token, 200],
      ['GET http://dms.test/healthz', token, 200],
      ['GET http://dms.test/webdavx', authorization, 404],
      // The page at `/`, not the drive.
      ['GET http://dms.test?/webdav/folder/a.txt', authorization, 200],
      ['PROPFIND http://dms.test?/webdav/folder/a.txt', authorization, 404],
      ['GET ftp://dms.test/webdav/folder/a.txt', authorization, 404],
    ];
    for (const [target, credentials, status] of targets)
      assert.deepEqual(await statusesOf(headOf(target, credentials, close)), [status], target);
  });

  it('in absolute form belongs to the host of its target', async () => {
    const copy = (target: string, destination: string) =>
      statusesOf(headOf(target, authorization, `Destination: ${destination}`, 'Connection: close'));
    const target = 'COPY http://name.test/webdav/folder/a.txt';
    assert.deepEqual(await copy(target, 'http://name.test/webdav/b.txt'), [201]);
    assert.deepEqual(await copy(target, 'http://dms.test/webdav/b.txt'), [502]);
  });

  it('is answered with headers that protect browsers, over both interfaces', async () => {
    const targets = [
      'GET /webdav/folder/a.txt',
      'GET /webdav/',
      'GET /webdav/%zz',
      'OPTIONS /',
      'GET /webdav/none',
    ];
    targets.push(
      'DELETE /webdav/none',
      'PROPFIND /webdav/folder/',
      'GET /api/account',
      'GET /api/x',
      'GET /healthz',
    );
    targets.push('GET /elsewhere');
    for (const target of targets) {
      for (const credentials of [authorization, token, 'X-None: 1']) {
        const heard = await converse(
          service.port,
          headOf(target, credentials, 'Depth: 1', 'Connection: close'),
        );
        assert.match(heard, /\r\nX-Content-Type-Options: nosniff\r\n/, target);
        assert.match(heard, /\r\nX-Frame-Options: DENY\r\n/, target);
        assert.doesNotMatch(heard, /Strict-Transport-Security/, target);
      }
    }
  });

  it('is answered with Strict-Transport-Security where the service itself speaks TLS', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dms-tls-'));
    const secure = await startService({ config: { server: { tls: await writeCertificate(directory) } } });
    try {
      for (const path of ['/webdav/', '/api/account', '/healthz', '/elsewhere']) {
        const request = get({ port: secure.port, path, rejectUnauthorized: false, agent: false });
        const [response]: IncomingMessage[] = await once(request, 'response');
        assert.equal(response?.headers['strict-transport-security'], 'max-age=31536000', path);
        response.destroy();
      }
    } finally {
      await secure.stop();
      await rm(directory, { recursive: true });
    }
  });
});
