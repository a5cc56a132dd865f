import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { connectReader } from '../../src/storage/connection/connection.ts';
import { Disk } from '../../src/storage/disk/disk.ts';
import {
  type CheckpointMode,
  type CheckpointResult,
  Checkpoints,
} from '../../src/storage/wal/checkpoints.ts';
import { refuses } from '../support/accounts.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../support/database/database.ts';

const MIB = 2 ** 20;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the write-ahead log', () => {
  let fixture: DatabaseFixture;
  const size = (): number => statSync(`${fixture.file}-wal`).size;

  beforeEach(async () => {
    fixture = await openDatabaseFixture();
    fixture.database.prepare('CREATE TABLE things (id INTEGER PRIMARY KEY, bytes BLOB) STRICT').run();
  });
  afterEach(() => fixture.close());

  /** Writes the same mebibyte over and over, and reads it each time: neither must ever find the database busy. */
  async function write(mebibytes: number, meanwhile: () => Promise<unknown> = () => pause(5)): Promise<void> {
    const { database } = fixture;
    const put = database.prepare<[]>('INSERT OR REPLACE INTO things VALUES (1, randomblob(1048576))');
    const get = database.prepare<[], { length: number }>('SELECT length(bytes) AS length FROM things');
    for (let count = 0; count < mebibytes; count += 1) {
      await database.transaction(() => put.run());
      assert.equal(get.get()?.length, MIB);
      await meanwhile();
    }
  }

  /** Goes on writing a little until the log is short; the time limit of the test is the only one. */
  async function writeUntilShort(): Promise<void> {
    while (size() > 128 * MIB) await write(1, () => pause(50));
  }

  it('stays short under writes that do not end', async () => {
    let most = 0;
    await write(500, async () => {
      most = Math.max(most, size());
      await pause(5);
    });
    assert.ok(most < 300 * MIB, `${most / MIB} MiB`);
  });

  it('is cut off when a reader has ended that was there for long', async () => {
    const reader = new BetterSqlite(fixture.file, { readonly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM things').get();
    await write(160);
    assert.ok(size() > 160 * MIB);
    reader.exec('COMMIT');
    await writeUntilShort();
    reader.close();
  });

  it('stays short beside readers of whom there is always one', async () => {
    const readers = [0, 1].map(() => connectReader(fixture.file));
    let isOver = false;
    const read = async (reader: BetterSqlite.Database): Promise<void> => {
      while (!isOver) {
        await fixture.database.readersMayBegin();
        reader.exec('BEGIN');
        reader.prepare('SELECT count(*) FROM things').get();
        await pause(60);
        reader.exec('COMMIT');
      }
    };
    const [first, second] = readers;
    assert.ok(first && second);
    const reading = [read(first), pause(30).then(() => read(second))];
    await write(200);
    await writeUntilShort();
    isOver = true;
    await Promise.all(reading);
    for (const reader of readers) reader.close();
  });
});

describe('a checkpoint', () => {
  let fixture: DatabaseFixture;
  const disk = new Disk();

  beforeEach(async () => {
    fixture = await openDatabaseFixture();
  });
  afterEach(() => fixture.close());

  it('whose sync fails leaves nothing writable', async () => {
    const { database, file } = fixture;
    const failure = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
    const thread = Object.assign(database.thread<CheckpointMode, CheckpointResult>(new URL('file:///none')), {
      run: () => Promise.reject(failure),
    });
    const checkpoints = new Checkpoints(file, { disk, thread, hold: (work) => work() });
    database.prepare('CREATE TABLE things (bytes BLOB) STRICT').run();
    await database.transaction(() =>
      database.prepare('INSERT INTO things VALUES (zeroblob(20000000))').run(),
    );
    checkpoints.committed();
    while (disk.isSound) await pause(20);
    await refuses(() => disk.assertSound(), 'unavailable');
  });
});
