// Would catch an office for measurements that the service would not have made, or that lacks something.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOffice } from '../../scripts/scale/office/make.ts';
import { SMALL } from '../../scripts/scale/office/shape.ts';
import { Database } from '../../src/storage/database/database.ts';
import { assertFaultless } from '../support/database/faults.ts';
import { DirectIndex } from '../support/database/search-index.ts';
import { trial } from '../support/trial.ts';

/** Each must find nothing. */
const OTHER_FAULTS: Readonly<Record<string, string>> = {
  'entries that wait to be indexed': 'SELECT entry_id FROM search_queue',
  'members of groups without a name for what is shared with the group': `SELECT g.user_id FROM grants g
    LEFT JOIN mount_names m ON m.user_id = g.user_id AND m.entry_id = g.entry_id WHERE m.name IS NULL`,
  'records that are older than those before them': `SELECT a.id FROM activities a JOIN activities b ON b.id = a.id + 1
    WHERE b.at < a.at`,
  'shared folders that the home of the recipient hides': `SELECT m.name FROM mount_names m
    JOIN users u ON u.id = m.user_id JOIN entries e ON e.parent_id = u.home_id AND e.name_key = m.name_key`,
};

trial('the office of npm run bench:scale', { small: 20, full: 20 }, () => {
  it('is as the service itself would have made it, with one of everything', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dms-scale-'));
    try {
      const directory = await makeOffice(folder, SMALL, () => undefined);
      const database = Database.open(join(directory, 'dms.sqlite'), 'relaxed');
      const count = (sql: string) => database.prepare<[], number>(sql).pluck().get();
      try {
        for (const [fault, sql] of Object.entries(OTHER_FAULTS))
          assert.deepEqual(database.prepare(sql).all(), [], fault);
        new DirectIndex(database).assertInStep();
        await assertFaultless(database);
        assert.equal(count('SELECT count(*) FROM documents'), SMALL.documents);
        assert.equal(count('SELECT count(*) FROM users'), SMALL.users);
        assert.equal(count('SELECT count(*) FROM groups'), SMALL.groups);
        assert.equal(count('SELECT count(DISTINCT group_id) FROM share_groups'), SMALL.groups);
        assert.equal(count('SELECT count(*) FROM activities'), SMALL.activities);
        assert.equal(count('SELECT count(*) FROM trash'), SMALL.deletions + 1);
        assert.equal(count('SELECT max(number) FROM versions'), 5);
        assert.equal(
          count(
            `SELECT count(*) FROM share_recipients r JOIN users u ON u.id = r.user_id WHERE u.login = 'mounts'`,
          ),
          SMALL.mounts,
        );
      } finally {
        await database.close();
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
