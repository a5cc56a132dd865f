import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, IncomingMessage, request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeCertificate } from '../../support/servers/certificate.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic } from '../../webdav/client.ts';

const STALL_MS = 1000;

describe('a body that stalls', () => {
  let service: Service;
  let ann: Account;

  before(async () => {
    service = await startService({ config: { server: { stall_seconds: STALL_MS / 1000 } } });
    ann = await service.createUser('ann');
  });

  after(() => service.stop());

  function put(name: string): ClientRequest {
    const headers = { Authorization: basic(ann.login, ann.password), 'Content-Length': 100 };
    return request({ port: service.port, method: 'PUT', path: `/webdav/${name}`, headers });
  }

  async function statusOf(sent: ClientRequest): Promise<number> {
    const [response] = await once(sent, 'response');
    assert.ok(response instanceof IncomingMessage);
    response.resume();
    return response.statusCode ?? 0;
  }

  for (const [title, begun] of [
    ['after its first bytes', 'x'.repeat(50)],
    ['before its first byte', ''],
  ] as const) {
    it(`ends with 408 ${title}, is logged, and leaves nothing`, async () => {
      const before = service.log().length;
      const sent = put('stalled.bin');
      sent.flushHeaders();
      if (begun !== '') sent.write(begun);
      assert.equal(await statusOf(sent), 408);
      await once(sent, 'close');
      const warnings = service
        .log()
        .slice(before)
        .filter(({ level }) => level === 'warn');
      assert.deepEqual(
        warnings.map(({ msg, method }) => [msg, method]),
        [['a request was aborted: its body stalled', 'PUT']],
      );
      const response = await fetch(`${service.url}/webdav/stalled.bin`, {
        headers: { Authorization: basic(ann.login, ann.password) },
      });
      assert.equal(response.status, 404);
    });
  }

  /** Sends 100 bytes in pieces, for longer than a body may stall. */
  async function sendSlowly(sent: ClientRequest): Promise<number> {
    const answered = statusOf(sent);
    for (let pieces = 0; pieces < 20; pieces += 1) {
      sent.write('x'.repeat(5));
      await sleep(STALL_MS / 8);
    }
    sent.end();
    return answered;
  }

  it('is not one that is slow: it may take any time', async () => {
    assert.equal(await sendSlowly(put('slow.bin')), 201);
  });

  it('is known from a slow one over TLS, too', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dms-stalls-'));
    const tls = await writeCertificate(directory);
    const secure = await startService({ config: { server: { stall_seconds: STALL_MS / 1000, tls } } });
    try {
      const { login, password } = await secure.createUser('ben');
      const headers = { Authorization: basic(login, password), 'Content-Length': 100 };
      const options = { port: secure.port, method: 'PUT', headers, rejectUnauthorized: false };
      assert.equal(await sendSlowly(requestSecurely({ ...options, path: '/webdav/slow.bin' })), 201);
      const stalled = requestSecurely({ ...options, path: '/webdav/stalled.bin' });
      stalled.write('x');
      assert.equal(await statusOf(stalled), 408);
    } finally {
      await secure.stop();
      await rm(directory, { recursive: true });
    }
  });
});
