import assert from 'node:assert/strict';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { ServiceProcess } from '../../support/process.ts';

const RULES = { DMS_VERSIONS_KEEP_LAST: '2' };
const DAY = 24 * 60 * 60 * 1000;

describe('dms status', () => {
  let service: ServiceProcess;

  before(async () => {
    service = await ServiceProcess.start({ environment: RULES });
    const { token } = await service.createAdmin('ada', 'as safe as houses');
    const headers = { Authorization: `Basic ${Buffer.from(`ada:${token}`).toString('base64')}` };
    for (const [name, body] of [
      ['a', 'one'],
      ['a', 'two!'],
      ['a', 'three'],
      ['a', 'one more'],
      ['b', 'one'],
    ] as const) {
      const { ok } = await fetch(`${service.url}/webdav/${name}`, { method: 'PUT', headers, body });
      assert.ok(ok);
    }
  });
  after(() => service.dispose());

  const status = async () => JSON.parse(await service.command(['status', '--json'], RULES));

  it('says what the rules for versions would delete and free, beside the service', async () => {
    const now = await status();
    assert.deepEqual([now.versions, now.versions_to_delete, now.bytes_to_free], [5, 0, 0]);
    const database = new BetterSqlite(join(service.dataDirectory, 'dms.sqlite'));
    database.prepare('UPDATE versions SET created_at = created_at - ?').run(DAY);
    database.close();
    const later = await status();
    // "one" is also in the other document.
    assert.deepEqual([later.versions, later.versions_to_delete, later.bytes_to_free], [5, 2, 4]);
    assert.match(await service.command(['status'], RULES), /^versions_to_delete {2}2\nbytes_to_free {7}4$/m);
  });
});
