import assert from 'node:assert/strict';
import { Database } from '../../src/storage/database/database.ts';
import { refuses } from '../support/accounts.ts';
import { jumpClock } from '../support/clock/jumping-clock.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../support/database/database.ts';
import { DiskRecord } from '../support/disk/disk-record.ts';

describe('a probe of the database', () => {
  let fixture: DatabaseFixture;
  let database: Database;

  beforeEach(async () => {
    fixture = await openDatabaseFixture('full');
    database = fixture.database;
  });
  afterEach(() => fixture.close());

  const run = (sql: string, on = database) => on.prepare(sql).run();

  it('writes, and waits for the disk', async () => {
    const record = await DiskRecord.begin();
    try {
      await database.probe();
    } finally {
      record.putBack();
    }
    assert.equal(record.events.filter(({ kind }) => kind === 'sync').length, 1);
    run('PRAGMA query_only = ON');
    // Only another program is waited for: the five seconds for that would never be over here.
    const putBack = jumpClock(Number.NEGATIVE_INFINITY);
    await assert.rejects(database.probe(), { code: 'SQLITE_READONLY' }).finally(putBack);
  });

  it('changes nothing', async () => {
    const version = database.prepare<[], number>('PRAGMA user_version').pluck();
    run('PRAGMA user_version = 7');
    await database.probe();
    assert.equal(version.get(), 7);
  });

  it('fails once a sync has failed, whichever that was', async () => {
    database.disk.failed(new Error('EIO'));
    await refuses(() => database.probe(), 'unavailable');
  });

  describe('while another program is writing', () => {
    let other: Database;

    beforeEach(() => {
      other = Database.open(fixture.file, 'relaxed');
      run('BEGIN IMMEDIATE', other);
    });
    afterEach(() => other.close());

    it('waits, and the event loop does not', async () => {
      let isDone = false;
      const probe = database.probe().then(() => (isDone = true));
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.equal(isDone, false);
      run('COMMIT', other);
      await probe;
    });

    it('fails after five seconds', async () => {
      const putBack = jumpClock(5001);
      await assert.rejects(database.probe(), { code: 'SQLITE_BUSY' }).finally(putBack);
    });
  });
});
