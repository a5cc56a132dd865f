import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import express from 'express';
import { createLogger } from '../../../src/log.ts';
import { createRequestContext, sendLarge } from '../../../src/rest/http/http.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

/** Longest comment of a version: in JSON it is twice as long. */
const COMMENT = '"'.repeat(64 * 1024);
const VERSIONS = 40;
/** With one answer of 5 MB each, beyond what a user may leave unread (docs/build/contract/rest.md §6). */
const CONNECTIONS = 12;

describe('large answers', () => {
  let service: Service;
  let ann: Account;
  let ben: Account;
  let client: Client;
  let id: number;
  let authorization: string;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    ben = await service.createUser('ben');
    client = await clientOf(service, ann);
    for (let version = 0; version < VERSIONS; version += 1) {
      const fields = { folder_id: 0, comment: COMMENT };
      id = (await client.upload(fields, { name: 'long.txt', content: `${version}` })).body.data.id;
    }
    const { secret } = await service.dms.tokens.create(ann.actor, { name: 'raw', scopes: ['read'] });
    authorization = `Authorization: Bearer ${secret}`;
  });
  after(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  const path = (): string => `/documents/${id}/versions?per_page=200`;

  it('are whole, whatever is in them', async () => {
    const { body, headers } = await client.get(path()).expect(200);
    assert.deepEqual(
      body.data.map(({ comment }: { comment: string }) => comment === COMMENT),
      Array.from({ length: VERSIONS }, () => true),
    );
    assert.deepEqual(body.meta, { current_page: 1, per_page: 200, last_page: 1, total: VERSIONS });
    assert.equal(headers['content-length'], String(Buffer.byteLength(JSON.stringify(body))));
    const head = await client.head(path()).expect(200);
    assert.equal(head.headers['content-length'], headers['content-length']);
    const { data } = (await client.get(`/documents/${id}/metadata`).expect(200)).body;
    assert.equal(data.versions.length, VERSIONS);
    assert.equal(data.name, 'long.txt');
  });

  it('are made in pieces, between which others run', async () => {
    const app = express();
    app.use(createRequestContext(createLogger({ level: 'silent', format: 'json' }), () => null));
    let turns = 0;
    app.get('/', async (_req, res) => {
      const answered = sendLarge(res, { data: Array.from({ length: VERSIONS }, () => COMMENT) });
      while (!res.headersSent) {
        await turn();
        turns += 1;
      }
      await answered;
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    const { data }: { data: string[] } = JSON.parse(
      await (await fetch(`http://127.0.0.1:${address.port}/`)).text(),
    );
    server.close();
    assert.equal(data.length, VERSIONS);
    assert.ok(turns >= VERSIONS / 4, `only ${turns} turns`);
  });

  it('that a user does not read keep the user from more, and nobody else, until they are read', async () => {
    const sockets: Socket[] = [];
    const statusOf = async (): Promise<number> => (await client.get('/account')).status;
    try {
      let status = 200;
      while (status === 200 && sockets.length < CONNECTIONS) {
        const socket = connect(service.port, '127.0.0.1').on('error', () => undefined);
        socket.pause().write(`GET /api${path()} HTTP/1.1\r\nHost: dms.test\r\n${authorization}\r\n\r\n`);
        sockets.push(socket);
        status = await statusOf();
      }
      const refused = await client.get('/account');
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      await (await clientOf(service, ben)).get('/account').expect(200);
      for (const socket of sockets) socket.resume();
      while ((await statusOf()) !== 200) await turn();
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});
