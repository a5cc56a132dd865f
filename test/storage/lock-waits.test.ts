// Catches a connection of the service that stops the event loop while another program holds a lock.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { storageFault } from '../../src/model/errors/storage-fault.ts';
import { Snapshots } from '../../src/storage/connection/snapshot.ts';
import { Database } from '../../src/storage/database/database.ts';
import { connectToRead, connectWriter, derivedFiles } from '../../src/storage/derived/files.ts';
import { present } from '../support/accounts.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../support/database/database.ts';
import { createMigrated } from '../support/migrated.ts';

describe('a lock of another program', () => {
  let fixture: DatabaseFixture;
  let other: BetterSqlite.Database;

  beforeEach(async () => {
    fixture = await openDatabaseFixture();
    connectWriter(fixture.file).close();
  });
  afterEach(async () => {
    other.close();
    await fixture.close();
  });

  /** Takes the whole file, and keeps it. */
  function hold(file: string): void {
    other = new BetterSqlite(file, { timeout: 0 });
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN IMMEDIATE; COMMIT');
  }

  const limit = ({ prepare }: Pick<Database, 'prepare'>): unknown =>
    prepare<[], { timeout: number }>('PRAGMA busy_timeout').get()?.timeout;

  it('is waited for by no statement of the event loop', () => {
    other = new BetterSqlite(fixture.file);
    const { database } = fixture;
    const snapshot = database.snapshots.open();
    const derived = present(connectToRead(fixture.file));
    const limits = [
      limit({ prepare: (sql) => database.prepare(sql) }),
      limit(snapshot),
      derived.pragma('busy_timeout', { simple: true }),
    ];
    snapshot.close();
    derived.close();
    assert.deepEqual(limits, [0, 0, 0]);
  });

  it('on the whole database is not to be had while the service has it open: so a snapshot opens beside all that can be had', () => {
    assert.throws(() => hold(fixture.file), { code: 'SQLITE_BUSY' });
    assert.throws(() => other.pragma('journal_mode = DELETE'), { code: 'SQLITE_BUSY' });
    other.pragma('locking_mode = NORMAL');
    other.exec('BEGIN EXCLUSIVE');
    fixture.database.snapshots.open().close();
    assert.equal(other.inTransaction, true);
  });

  it('on the whole database refuses a snapshot while it is held, as one that passes', async () => {
    const closed = join(fixture.directory, 'closed.sqlite');
    await createMigrated(closed);
    hold(closed);
    const snapshots = new Snapshots(closed);
    assert.throws(
      () => snapshots.open(),
      (error) => storageFault(error)?.code === 'database_locked',
    );
    assert.equal(snapshots.areOpen, false);
    assert.equal(other.pragma('locking_mode', { simple: true }), 'exclusive');
  });

  it('on the file of the search index refuses to open it for reading', () => {
    hold(derivedFiles(fixture.file).search);
    assert.throws(() => connectToRead(fixture.file), { code: 'SQLITE_BUSY' });
  });

  it('is waited for when the service opens the database, which says so first', () => {
    other = new BetterSqlite(fixture.file);
    other.exec('BEGIN IMMEDIATE');
    const opened = Database.open(fixture.file, 'relaxed', { onLocked: () => other.exec('COMMIT') });
    assert.equal(other.inTransaction, false);
    return opened.close();
  });
});
