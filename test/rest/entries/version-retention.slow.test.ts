import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { SweepHolds } from '../../../src/storage/sweep-holds.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../../webdav/client.ts';
import { Client } from '../client.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** More than the sockets between server and client take. */
const LARGE = 48 * 2 ** 20;

describe('retention of versions, by a service', () => {
  let service: Service;
  let ann: Account;
  let secret: string;
  let client: Client;
  let later: number;
  let id: number;

  beforeEach(async () => {
    later = 0;
    const config = { versions: { keep_last: 1 } };
    service = await startService({ now: () => Date.now() + later, config });
    ann = await service.createUser('ann');
    ({ secret } = await service.dms.tokens.create(ann.actor, { name: 'test', scopes: ['read', 'write'] }));
    client = new Client(service, secret);
    ({ id } = await client.document('plan.txt', Buffer.alloc(LARGE, 'old ')));
    await client.document('plan.txt', 'new');
    later = DAY;
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  const tidy = async () => (await service.dms.housekeeping.tidy()).versions;
  const old = () => `/documents/${id}/versions/1`;
  async function blobOf(version: string): Promise<string> {
    const { sha256 } = (await client.get(version).expect(200)).body.data;
    return join(service.dataDirectory, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  it('deletes over both interfaces what the rules let go, also of a locked document, and leaves the head as it is', async () => {
    assert.equal((await client.get('/account')).body.data.used_bytes, LARGE + 3);
    const drive = new DavClient(service.port, basic(ann.login, ann.password));
    await drive.lock('/plan.txt');
    const before = await drive.expect(200, 'GET', '/plan.txt');
    assert.equal(await tidy(), 1);
    await client.get(old()).expect(404);
    await client.get(`${old()}/download`).expect(404);
    await client.post(`${old()}/restore`).expect(404);
    const { data, meta } = (await client.get(`/documents/${id}/versions`).expect(200)).body;
    assert.deepEqual([data.map(({ number }: { number: number }) => number), meta.total], [[2], 1]);
    assert.equal((await client.get('/account')).body.data.used_bytes, 3);
    const after = await drive.expect(200, 'GET', '/plan.txt');
    assert.deepEqual([after.text, after.headers.etag], ['new', before.headers.etag]);
    const [activity] = (await client.get('/activity?action=version_delete').expect(200)).body.data;
    assert.deepEqual(
      [activity.user, activity.details, activity.document_id],
      ['housekeeping', 'plan.txt, version 1, retention period over', id],
    );
  });

  it('lets a download end that has begun, while version and content are deleted', async () => {
    const blob = await blobOf(old());
    const response = await download(`${service.url}/api${old()}/download`);
    assert.equal(await tidy(), 1);
    assert.equal(existsSync(blob), false);
    let length = 0;
    for await (const piece of response) length += Buffer.from(piece).length;
    assert.equal(length, LARGE);
  });

  it('keeps the content while a backup holds the sweep off', async () => {
    const blob = await blobOf(old());
    const beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    const holds = new SweepHolds(beside);
    const hold = holds.insert('backup', Date.now() + later + HOUR);
    assert.equal(await tidy(), 1);
    assert.ok(existsSync(blob));
    holds.delete(hold);
    await beside.close();
    await tidy();
    assert.equal(existsSync(blob), false);
  });

  /** An answer of which nothing is read yet. */
  async function download(url: string): Promise<IncomingMessage> {
    const headers = { Authorization: `Bearer ${secret}` };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers }, resolve).on('error', reject);
    });
    assert.equal(response.statusCode, 200);
    return response;
  }
});
