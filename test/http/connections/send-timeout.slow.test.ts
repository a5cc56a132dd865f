import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { setSendTimeout } from '../../../src/http/connections/send-timeout.ts';
import { writeCertificate } from '../../support/servers/certificate.ts';
import { type Service, startService } from '../../support/service.ts';
import { putTo } from '../../support/tree.ts';
import { basic } from '../../webdav/client.ts';
import { headOf } from '../raw.ts';

const STALL_MS = 1000;
/** More than the system takes on both sides of a connection. */
const BYTES = 32 * 1024 * 1024;
const CUT_OFF = 'a response was aborted: the client stopped reading it';

describe('an answer that is not read', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-unread-'));
  });
  after(() => rm(directory, { recursive: true }));

  for (const isSecure of [false, true]) {
    describe(isSecure ? 'over TLS' : 'over plain HTTP', () => {
      let service: Service;
      let authorization: string;

      before(async () => {
        const tls = isSecure ? await writeCertificate(directory) : undefined;
        const server = { stall_seconds: STALL_MS / 1000, ...(tls && { tls }) };
        service = await startService({ config: { server } });
        const { login, password, actor } = await service.createUser('ann');
        authorization = `Authorization: ${basic(login, password)}`;
        await putTo(service.dms, actor, { folderId: 0, name: 'large.bin' }, Buffer.alloc(BYTES, 'x'));
      });

      after(() => service.stop());

      function open(): Socket {
        const options = { port: service.port, host: '127.0.0.1', rejectUnauthorized: false };
        const socket = isSecure ? connectSecurely(options) : connect(options);
        return socket.on('error', () => undefined);
      }

      const cutOffs = (): number => service.log().filter(({ msg }) => msg === CUT_OFF).length;

      it('is cut off', async () => {
        const socket = open();
        socket.pause().write(headOf('GET /webdav/large.bin', authorization));
        while (cutOffs() === 0) await sleep(STALL_MS / 10);
        let taken = 0;
        socket.on('data', (bytes: Buffer) => (taken += bytes.length)).resume();
        await new Promise((resolve) => socket.once('close', resolve));
        assert.ok(taken < BYTES);
        assert.deepEqual(service.errors(), []);
      });

      it('is told from one that is read slowly', async () => {
        const before = cutOffs();
        const socket = open();
        socket.write(headOf('GET /webdav/large.bin', authorization, 'Connection: close'));
        let taken = 0;
        for await (const bytes of socket) {
          assert.ok(bytes instanceof Buffer);
          const seen = Math.floor(taken / (BYTES / 24));
          taken += bytes.length;
          if (Math.floor(taken / (BYTES / 24)) > seen) await sleep(STALL_MS / 8);
        }
        assert.ok(taken > BYTES);
        assert.equal(cutOffs(), before);
      });
    });
  }

  it('leaves the limit of idle connections as it is', async () => {
    const server = createServer({ keepAliveTimeout: 100 }, (_request, response) => response.end());
    setSendTimeout(server, 3_600_000, () => assert.fail('nothing was unread'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    const socket = connect(address.port, '127.0.0.1');
    socket.write(headOf('GET /'));
    await once(socket.resume(), 'close');
    server.close();
  });

  it('does not end what is still being answered, nor a connection without a request', async () => {
    const service = await startService({ config: { server: { stall_seconds: STALL_MS / 1000 } } });
    try {
      const { actor } = await service.createUser('ann');
      const { secret } = await service.dms.tokens.create(actor, { name: 'test', scopes: ['read'] });
      const idle = connect(service.port, '127.0.0.1');
      const events = connect(service.port, '127.0.0.1');
      events.write(headOf('GET /api/events', `Authorization: Bearer ${secret}`));
      await once(events, 'data');
      await sleep(2 * STALL_MS);
      idle.write(headOf('GET /healthz', 'Connection: close'));
      assert.match(String(await once(idle, 'data')), /^HTTP\/1\.1 200 /);
      assert.equal(events.closed, false);
      events.destroy();
    } finally {
      await service.stop();
    }
  });
});
