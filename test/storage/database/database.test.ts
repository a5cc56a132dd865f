import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { DependencyCache } from '../../../src/storage/database/dependency-cache.ts';
import { refuses } from '../../support/accounts.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../../support/database/database.ts';

/** Stands in for `fdatasync` until it is put back: counts, holds back and fails syncs. */
class Disk {
  readonly #real = fs.fdatasync;
  readonly #waiting: (() => void)[] = [];
  syncs = 0;
  failure: Error | undefined;
  isHeld = false;

  constructor() {
    const sync = (_file: number, done: (error: Error | null) => void): void => {
      this.syncs += 1;
      const finish = () => done(this.failure ?? null);
      if (this.isHeld) this.#waiting.push(finish);
      else setImmediate(finish);
    };
    Object.assign(fs, { fdatasync: sync });
    syncBuiltinESMExports();
  }

  release(): void {
    this.isHeld = false;
    for (const finish of this.#waiting.splice(0)) finish();
  }

  putBack(): void {
    Object.assign(fs, { fdatasync: this.#real });
    syncBuiltinESMExports();
  }
}

describe('the database', () => {
  let fixture: DatabaseFixture;
  let database: Database;

  beforeEach(async () => {
    fixture = await openDatabaseFixture('full');
    database = fixture.database;
    database.prepare('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT').run();
  });
  afterEach(() => fixture.close());

  function pragma(name: string): unknown {
    return Object.values(database.prepare<[], Record<string, unknown>>(`PRAGMA ${name}`).get() ?? {})[0];
  }

  function names(): string[] {
    return database
      .prepare<[], { name: string }>('SELECT name FROM things ORDER BY id')
      .all()
      .map(({ name }) => name);
  }

  const insert = (name: string) =>
    database.prepare<[string]>('INSERT INTO things (name) VALUES (?)').run(name);

  describe('opens', () => {
    it('with a write-ahead log, synchronous NORMAL and foreign keys', () => {
      assert.equal(pragma('journal_mode'), 'wal');
      assert.equal(pragma('synchronous'), 1);
      assert.equal(pragma('foreign_keys'), 1);
      assert.equal(pragma('recursive_triggers'), 1);
      assert.ok(fs.existsSync(`${fixture.file}-wal`));
    });

    it('only a file that is there', () => {
      assert.throws(() => Database.open(join(fixture.directory, 'none.sqlite'), 'full'), /unable to open/);
      assert.equal(fs.existsSync(join(fixture.directory, 'none.sqlite')), false);
    });

    it('not what refuses to be a write-ahead log', () => {
      // A database in memory cannot have one: what durability rests on is asserted, not hoped for.
      assert.throws(() => Database.open(':memory:', 'full'), /journal_mode|exist/);
    });
  });

  describe('a transaction', () => {
    it('is undone by whatever is thrown in it', async () => {
      const fault = new Error('no');
      await assert.rejects(
        () =>
          database.transaction(() => {
            insert('one');
            insert('two');
            throw fault;
          }),
        fault,
      );
      assert.deepEqual(names(), []);
      await assert.rejects(
        database.transaction(() => {
          insert('one');
          insert('one');
        }),
      );
      assert.deepEqual(names(), []);
    });

    it('takes in what is tried within it', async () => {
      await assert.rejects(
        database.transaction(() => {
          assert.ok(database.tryTransaction(() => insert('inner')));
          throw new Error('outer');
        }),
        /outer/,
      );
      assert.deepEqual(names(), []);
    });

    it('gives back what the work gives back, and is seen by others once it is through', async () => {
      const other = Database.open(fixture.file, 'relaxed');
      const count = other.prepare<[], { n: number }>('SELECT count(*) AS n FROM things');
      const seen = await database.transaction(() => {
        insert('one');
        return count.get()?.n;
      });
      assert.deepEqual([seen, count.get()?.n], [0, 1]);
      await other.close();
    });
  });

  describe('while another program is writing', () => {
    let other: Database;

    beforeEach(() => {
      other = Database.open(fixture.file, 'relaxed');
      other.prepare('BEGIN IMMEDIATE').run();
    });
    afterEach(() => other.close());

    it('a change waits, and the event loop does not', async () => {
      let isDone = false;
      const change = database.transaction(() => insert('one')).finally(() => (isDone = true));
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.deepEqual([isDone, names()], [false, []]);
      other.prepare('COMMIT').run();
      await change;
      assert.deepEqual(names(), ['one']);
    });

    it('a change that may be left out is left out', async () => {
      assert.equal(
        database.tryTransaction(() => insert('one')),
        false,
      );
      other.prepare('COMMIT').run();
      assert.ok(database.tryTransaction(() => insert('two')));
      assert.deepEqual(names(), ['two']);
    });
  });

  describe('a transaction that SQLite ends, as on a full disk', () => {
    it('fails the change that did it, and no other that shared it', async () => {
      const outcomes = await Promise.allSettled([
        database.transaction(() => insert('one').changes),
        database.transaction(() => {
          database.prepare('ROLLBACK').run();
          throw new Error('database or disk is full');
        }),
        database.transaction(() => insert('three').changes),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.deepEqual(names(), ['one', 'three']);
    });

    it('does not make again what had been refused', async () => {
      let runs = 0;
      const outcomes = await Promise.allSettled([
        database.transaction(() => {
          runs += 1;
          throw new Error('refused');
        }),
        database.transaction(() => insert('two')),
        database.transaction(() => {
          database.prepare('ROLLBACK').run();
          throw new Error('database or disk is full');
        }),
      ]);
      assert.deepEqual([runs, names(), outcomes[1].status], [1, ['two'], 'fulfilled']);
    });
  });

  describe('what is remembered of it', () => {
    it('holds while it is only read or probed', async () => {
      const { structure } = database;
      names();
      await database.probe();
      await Promise.resolve();
      assert.equal(database.structure, structure);
    });

    describe('while another process changes it', () => {
      let other: Database;

      beforeEach(() => {
        other = Database.open(fixture.file, 'relaxed');
      });
      afterEach(() => other.close());

      it('holds until the turn of the event loop is over', async () => {
        const { structure } = database;
        const version = database.versionOf([1]);
        other.prepare("INSERT INTO things (name) VALUES ('one')").run();
        assert.deepEqual([database.structure, database.versionOf([1])], [structure, version]);
        await new Promise(setImmediate);
        assert.ok(database.versionOf([1]) > version && database.structure > structure);
      });

      it('is not kept if it was read before the change, and that was noticed after it', async () => {
        const cache = new DependencyCache<number>(database, 10);
        const count = database.prepare<[], number>('SELECT count(*) FROM things').pluck();
        await new Promise(setImmediate);
        assert.equal(cache.get('count'), undefined);
        const before = count.get() ?? 0;
        other.prepare("INSERT INTO things (name) VALUES ('one')").run();
        cache.keep('count', before, cache.stamp([1]));
        await new Promise(setImmediate);
        assert.equal(cache.get('count'), undefined);
      });

      it('does not hold within a transaction', async () => {
        const { structure } = database;
        other.prepare("INSERT INTO things (name) VALUES ('one')").run();
        assert.ok((await database.transaction(() => database.structure)) > structure);
      });
    });
  });

  describe('durable', () => {
    let disk: Disk;

    beforeEach(() => {
      disk = new Disk();
    });
    afterEach(() => disk.putBack());

    it('shares one sync among all that wait, and gives those who come during it another', async () => {
      disk.isHeld = true;
      const first = Promise.all(Array.from({ length: 8 }, () => database.durable()));
      await new Promise(setImmediate);
      assert.equal(disk.syncs, 1);
      let isLate = true;
      const late = Promise.all(Array.from({ length: 8 }, () => database.durable())).then(
        () => (isLate = false),
      );
      disk.release();
      await first;
      assert.ok(isLate);
      await late;
      assert.equal(disk.syncs, 2);
    });

    it('is waited for by changes that are made together, in one transaction and one sync', async () => {
      disk.isHeld = true;
      let isDone = false;
      const changes = ['one', 'two', 'three'].map((name) => database.transaction(() => insert(name).changes));
      const all = Promise.all(changes).finally(() => (isDone = true));
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      assert.deepEqual([names(), disk.syncs, isDone], [['one', 'two', 'three'], 1, false]);
      disk.release();
      assert.deepEqual(await all, [1, 1, 1]);
    });

    it('is not kept from the others by one of them that is refused, whose part alone is undone', async () => {
      const outcomes = await Promise.allSettled([
        database.transaction(() => insert('one').changes),
        database.transaction(() => {
          insert('undone');
          return insert('one').changes;
        }),
        database.transaction(() => insert('three').changes),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.deepEqual(names(), ['one', 'three']);
      assert.equal(disk.syncs, 1);
      // Who comes later is served too.
      assert.equal(await database.transaction(() => insert('four').changes), 1);
    });

    it('fails all changes that are made together when the disk does', async () => {
      disk.failure = new Error('EIO');
      await refuses(
        () => Promise.all(['one', 'two'].map((name) => database.transaction(() => insert(name)))),
        'unavailable',
      );
      await refuses(() => database.transaction(() => insert('three')), 'unavailable');
      assert.ok(!names().includes('three'));
    });

    it('waits for no disk when durability is relaxed', async () => {
      const relaxed = Database.open(fixture.file, 'relaxed');
      await relaxed.durable();
      assert.equal(disk.syncs, 0);
      await relaxed.close();
    });

    it('rejects for ever once a sync has failed, and nothing can be changed any more', async () => {
      insert('before');
      disk.failure = new Error('EIO');
      const error = await refuses(() => database.durable(), 'unavailable');
      assert.equal(error.cause, disk.failure);
      disk.failure = undefined;
      await refuses(() => database.durable(), 'unavailable');
      await refuses(() => database.durable(), 'unavailable');
      let ran = false;
      await refuses(() => database.transaction(() => (ran = true)), 'unavailable');
      await refuses(() => database.assertWritable(), 'unavailable');
      assert.equal(ran, false);
      assert.equal(disk.syncs, 1);
      // Reading goes on.
      assert.deepEqual(names(), ['before']);
    });

    it('fails all that share a sync', async () => {
      disk.isHeld = true;
      const waiting = [database.durable(), database.durable()];
      const late = new Promise(setImmediate).then(() => database.durable());
      const outcomes = Promise.allSettled([...waiting, late]);
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      disk.failure = new Error('EIO');
      disk.release();
      assert.deepEqual(
        (await outcomes).map(({ status }) => status),
        ['rejected', 'rejected', 'rejected'],
      );
      assert.equal(disk.syncs, 1);
    });
  });
});
