import assert from 'node:assert/strict';
import fs, { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { createLogger, type Logger } from '../../../src/log.ts';
import { Database } from '../../../src/storage/database/database.ts';
import { Reserve } from '../../../src/storage/disk/reserve.ts';
import { withConnection } from '../../support/database/connection.ts';
import { DiskRecord } from '../../support/disk/disk-record.ts';
import { createMigrated } from '../../support/migrated.ts';

const MIB = 2 ** 20;

describe('the reserve for a full disk', () => {
  let directory: string;
  let file: string;
  let lines: Record<string, unknown>[];
  let log: Logger;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-reserve-'));
    file = join(directory, 'reserve');
    lines = [];
    log = createLogger({
      level: 'info',
      format: 'json',
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
    });
  });
  afterEach(() => rm(directory, { recursive: true }));

  const reserveOf = (bytes: number): Reserve => new Reserve(directory, bytes, log);
  const said = (): unknown[] => lines.map(({ msg }) => msg);

  it('is a file of 16 MiB for its owner only that takes room on the disk', async () => {
    await reserveOf(256 * MIB).fill();
    const { size, blocks, mode } = statSync(file);
    assert.equal(size, 16 * MIB);
    assert.ok(blocks * 512 >= size, String(blocks));
    assert.equal(mode & 0o777, 0o600);
    assert.ok(
      !readFileSync(file)
        .subarray(0, MIB)
        .equals(readFileSync(file).subarray(MIB, 2 * MIB)),
    );
    assert.deepEqual(said(), ['disk space is reserved for the database, in case the disk becomes full']);
    assert.equal(lines[0]?.['bytes'], 16 * MIB);
  });

  it('takes half of what uploads leave free at most, and nothing when that is 0', async () => {
    await reserveOf(3 * MIB).fill();
    assert.equal(statSync(file).size, 1.5 * MIB);
    await reserveOf(0).fill();
    assert.ok(!existsSync(file));
    await reserveOf(0).fill();
    assert.equal(reserveOf(0).release(), false);
    assert.deepEqual(said(), ['disk space is reserved for the database, in case the disk becomes full']);
  });

  it('stays where it is while nothing of it is given', async () => {
    await reserveOf(2 * MIB).fill();
    fs.linkSync(file, `${file}-too`);
    await reserveOf(2 * MIB).fill();
    assert.equal(statSync(file).nlink, 2);
  });

  it('is given back to the disk when the file is synced, too: ext4 waits for that', async () => {
    const reserve = reserveOf(4 * MIB);
    await reserve.fill();
    const record = await DiskRecord.begin();
    try {
      reserve.release();
    } finally {
      record.putBack();
    }
    assert.deepEqual(
      record.events.flatMap((event) => (event.kind === 'sync' ? [event.path] : [])),
      [file],
    );
  });

  it('is given piece by piece, says so, and is filled up again', async () => {
    const reserve = reserveOf(20 * MIB);
    await reserve.fill();
    assert.equal(reserve.release(), true);
    assert.equal(statSync(file).size, 9 * MIB);
    assert.match(String(said().at(-1)), /the disk is full: a part of the reserve/);
    assert.deepEqual([lines.at(-1)?.['given'], lines.at(-1)?.['left']], [MIB, 9 * MIB]);
    await reserve.fill();
    assert.equal(statSync(file).size, 10 * MIB);
    for (let left = 10; left > 0; left -= 1) assert.equal(reserve.release(), true);
    assert.equal(statSync(file).size, 0);
    assert.equal(reserve.release(), false);
  });

  it('is not given to open a database while there is room', async () => {
    const reserve = reserveOf(2 * MIB);
    await reserve.fill();
    reserve.releaseToOpen();
    assert.equal(statSync(file).size, MIB);
  });

  it('that cannot be written is a warning', async () => {
    const reserve = new Reserve(join(directory, 'missing'), 2 * MIB, log);
    await reserve.fill();
    assert.deepEqual(said(), [
      'no disk space can be reserved for the database, in case the disk becomes full',
    ]);
    assert.match(JSON.stringify(lines[0]?.['err']), /ENOENT/);
    assert.equal(reserve.release(), false);
  });

  it('that cannot be given is a warning', () => {
    mkdirSync(file);
    assert.equal(reserveOf(2 * MIB).release(), false);
    assert.deepEqual(said(), ['the disk is full, and the reserve cannot be used']);
    assert.match(JSON.stringify(lines[0]?.['err']), /EISDIR/);
  });

  describe('where little is free', () => {
    const { statfsSync } = fs;
    afterEach(() => setFree(statfsSync));

    function setFree(replacement: unknown): void {
      Object.assign(fs, { statfsSync: replacement });
      syncBuiltinESMExports();
    }
    const free = (bytes: number) => setFree(() => ({ bavail: bytes / 512, bsize: 512 }));

    it('is made only if as much stays free', async () => {
      free(4 * MIB - 512);
      await reserveOf(4 * MIB).fill();
      assert.equal(existsSync(file), false);
      free(4 * MIB);
      await reserveOf(4 * MIB).fill();
      assert.equal(statSync(file).size, 2 * MIB);
    });

    it('is given to open a database, as far as it goes, until 1 MiB is free', async () => {
      const reserve = reserveOf(6 * MIB);
      await reserve.fill();
      free(MIB);
      reserve.releaseToOpen();
      assert.equal(statSync(file).size, 3 * MIB);
      let looks = 0;
      setFree(() => ({ bavail: (looks += 1) < 3 ? 1 : MIB, bsize: 1 }));
      reserve.releaseToOpen();
      assert.equal(statSync(file).size, MIB);
      free(512);
      reserve.releaseToOpen();
      assert.equal(statSync(file).size, 0);
    });
  });

  describe('and the database', () => {
    let database: Database;
    let connection: BetterSqlite.Database;

    /** A disk where only what the reserve gives is free. */
    class Full extends Reserve {
      override release(): boolean {
        const isReleased = super.release();
        const more = isReleased ? MIB / 4096 : 0;
        const pages = Number(connection.pragma('max_page_count', { simple: true }));
        connection.pragma(`max_page_count = ${String(pages + more)}`);
        return isReleased;
      }
    }

    async function open(bytes: number): Promise<void> {
      const reserve = new Full(directory, bytes, log);
      await reserve.fill();
      const path = join(directory, 'dms.sqlite');
      await createMigrated(path);
      ({ result: database, connection } = await withConnection(() =>
        Promise.resolve(Database.open(path, 'relaxed', { reserve })),
      ));
      await database.transaction(() => database.prepare('CREATE TABLE t (content BLOB)').run());
      // No page that the steps of the schema have left free.
      connection.exec('VACUUM');
      const pages = Number(connection.pragma('page_count', { simple: true }));
      connection.pragma(`max_page_count = ${String(pages)}`);
    }
    afterEach(() => database.close());

    const insert = (bytes: number): Promise<unknown> =>
      database.transaction(() => database.prepare('INSERT INTO t VALUES (?)').run(Buffer.alloc(bytes, 'x')));
    const rows = (): number =>
      database.prepare<[], { rows: number }>('SELECT count(*) AS rows FROM t').get()?.rows ?? 0;

    it('makes a change once more when the disk is full, and the changes beside it once', async () => {
      await open(32 * MIB);
      const runs: string[] = [];
      const changes = ['first', 'second', 'third'].map((name) =>
        database.transaction(() => {
          runs.push(name);
          if (name === 'second') database.prepare('INSERT INTO t VALUES (?)').run(Buffer.alloc(MIB / 2));
          return name;
        }),
      );
      assert.deepEqual(await Promise.all(changes), ['first', 'second', 'third']);
      assert.equal(rows(), 1);
      assert.equal(statSync(file).size, 15 * MIB);
      assert.deepEqual(runs, ['first', 'second', 'first', 'second', 'third']);
    });

    it('takes piece after piece for a change that needs more, and refuses it when there is none', async () => {
      await open(16 * MIB);
      await insert(6 * MIB);
      assert.equal(statSync(file).size, MIB);
      await assert.rejects(insert(6 * MIB), { code: 'SQLITE_FULL' });
      assert.equal(rows(), 1);
      await database.transaction(() => database.prepare('DELETE FROM t').run());
      assert.equal(rows(), 0);
    });

    it('gives nothing for what may be left out', async () => {
      await open(16 * MIB);
      const work = (): void => void database.prepare('INSERT INTO t VALUES (?)').run(Buffer.alloc(MIB));
      assert.equal(database.tryTransaction(work), false);
      assert.equal(statSync(file).size, 8 * MIB);
      assert.equal(rows(), 0);
    });

    it('gives nothing for a change that is wrong', async () => {
      await open(16 * MIB);
      await assert.rejects(
        database.transaction(() => database.prepare('DELETE FROM missing').run()),
        /no such table/,
      );
      assert.equal(statSync(file).size, 8 * MIB);
    });
  });
});
