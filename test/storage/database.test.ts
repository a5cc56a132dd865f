import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Database } from '../../src/storage/database.ts';
import { refuses } from '../support/accounts.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../support/database.ts';

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

  describe('generations', () => {
    it('rise within a transaction each time, so that nothing is read from a cache there', async () => {
      const read = () => database.generation;
      const { first, second } = await database.transaction(() => ({ first: read(), second: read() }));
      assert.ok(second > first);
    });

    it('rise with every change, of this process and of others, and not by reading', async () => {
      const first = database.generation;
      names();
      assert.equal(database.generation, first);
      await database.transaction(() => insert('one'));
      const second = database.generation;
      assert.ok(second > first);
      const other = Database.open(fixture.file, 'relaxed');
      await other.transaction(() => other.prepare("INSERT INTO things (name) VALUES ('two')").run());
      await other.close();
      await Promise.resolve();
      assert.ok(database.generation > second);
    });

    it('do not rise with a probe', async () => {
      const first = database.generation;
      await database.probe();
      await Promise.resolve();
      assert.equal(database.generation, first);
    });

    describe('looked at more than once', () => {
      let other: Database;

      beforeEach(() => {
        other = Database.open(fixture.file, 'relaxed');
      });
      afterEach(() => other.close());

      it('rise with what others have changed once the turn of the event loop is over', async () => {
        const first = database.generation;
        other.prepare("INSERT INTO things (name) VALUES ('one')").run();
        assert.equal(database.generation, first);
        await Promise.resolve();
        assert.ok(database.generation > first);
      });

      it('rise with it at once within a transaction', async () => {
        const first = database.generation;
        other.prepare("INSERT INTO things (name) VALUES ('one')").run();
        assert.ok((await database.transaction(() => database.generation)) > first);
      });

      it('rise with changes of this process at once', async () => {
        const first = database.generation;
        await database.transaction(() => insert('one'));
        assert.ok(database.generation > first);
      });
    });

    it('of the structure rise when it changes, and when a change is undone', async () => {
      const first = database.structure;
      await database.transaction(() => insert('one'));
      assert.equal(database.structure, first);
      const folder = database.prepare<[], { id: number }>(
        `INSERT INTO entries (root_kind, is_folder, name, name_key, sort_key, created_at, updated_at)
         VALUES ('system', 1, 'a', 'a', 'a', 0, 0) RETURNING id`,
      );
      database.prepare<[number]>("UPDATE entries SET name = 'b' WHERE id = ?").run(folder.get()?.id ?? 0);
      const second = database.structure;
      assert.ok(second > first);
      await assert.rejects(
        database.transaction(() => {
          throw new Error('no');
        }),
      );
      assert.ok(database.structure > second);
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
      const generation = database.generation;
      let isDone = false;
      const changes = ['one', 'two', 'three'].map((name) => database.transaction(() => insert(name).changes));
      const all = Promise.all(changes).finally(() => (isDone = true));
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      assert.deepEqual([names(), disk.syncs, isDone], [['one', 'two', 'three'], 1, false]);
      assert.ok(database.generation > generation);
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
