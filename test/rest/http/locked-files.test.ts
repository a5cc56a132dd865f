// Catches a response 500 for a request that cannot be served only because another program holds a lock, and a folder that
// cannot be listed because of it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { connectWriter, derivedFiles } from '../../../src/storage/derived/files.ts';
import { type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('requests while another program keeps the file of the search index locked', () => {
  let service: Service;
  let client: Client;
  let id: number;

  before(async () => {
    service = await startService();
    client = await clientOf(service, await service.createUser('ann'));
    ({ id } = await client.document('plan.txt'));
  });
  after(() => service.stop());

  it('are 429 with Retry-After if they need it; a folder is listed', async () => {
    const database = join(service.dataDirectory, 'dms.sqlite');
    connectWriter(database).close();
    const other = new BetterSqlite(derivedFiles(database).search);
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN IMMEDIATE; COMMIT');
    await client.get('/folders/0/contents').expect(200);
    for (const path of [`/documents/${id}/text`, `/documents/${id}/thumbnail`]) {
      const response = await client.get(path).expect(429);
      assert.deepEqual([response.body.code, response.get('Retry-After')], ['database_locked', '5']);
    }
    other.close();
    await client.get('/folders/0/contents').expect(200);
    const { status } = await client.get(`/documents/${id}/text`);
    assert.notEqual(status, 429);
  });
});
