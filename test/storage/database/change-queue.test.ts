import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { Database } from '../../../src/storage/database/database.ts';
import { refuses } from '../../support/accounts.ts';
import { jumpClock } from '../../support/clock/jumping-clock.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../../support/database/database.ts';
import { DiskRecord } from '../../support/disk/disk-record.ts';

/** As SQLite says it. */
const full = () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

describe('changes that come together', () => {
  let record: DiskRecord;
  let fixture: DatabaseFixture;
  let database: Database;
  let putBackClock: () => void;

  beforeEach(async () => {
    // A transaction takes no further changes after ten milliseconds, which may pass at any time on a busy machine.
    putBackClock = jumpClock(-Infinity);
    record = await DiskRecord.begin();
    fixture = await openDatabaseFixture('full');
    database = fixture.database;
    database.prepare('CREATE TABLE things (name TEXT, content BLOB) STRICT').run();
    record.events.length = 0;
  });
  afterEach(async () => {
    putBackClock();
    record.putBack();
    await fixture.close();
  });

  const insert = (name: string) =>
    database.prepare<[string]>('INSERT INTO things (name) VALUES (?)').run(name).changes;
  const names = (): string[] =>
    database
      .prepare<[], { name: string }>('SELECT name FROM things')
      .all()
      .map(({ name }) => name);
  const commits = (): number => record.events.filter(({ kind }) => kind === 'commit').length;

  it('share a transaction, but not more than 32', async () => {
    const all = Array.from({ length: 33 }, (_, number) => database.transaction(() => insert(`${number}`)));
    await Promise.all(all);
    assert.equal(commits(), 2);
  });

  it('do not share that of one that takes long', async () => {
    putBackClock();
    const long = database.transaction(() => {
      for (const end = performance.now() + 11; performance.now() <= end; );
      return insert('long');
    });
    await Promise.all([long, database.transaction(() => insert('short'))]);
    assert.equal(commits(), 2);
  });

  describe('and one of them loses the transaction', () => {
    it('are made again, each alone; those that come later have nothing to do with it', async () => {
      let runs = 0;
      let late: Promise<number> | undefined;
      const outcomes = await Promise.allSettled([
        database.transaction(() => insert('one')),
        database.transaction(() => {
          late ??= database.transaction(() => {
            runs += 1;
            return insert('late');
          });
          database.prepare('ROLLBACK').run();
          throw new Error('interrupted');
        }),
        database.transaction(() => insert('three')),
      ]);
      await late;
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.deepEqual([names(), runs], [['one', 'three', 'late'], 1]);
    });

    it('leave nobody refused because of what was never kept', async () => {
      const other = Database.open(fixture.file, 'relaxed');
      // Another program takes the lock as soon as the transaction is undone, and keeps it.
      const outcomes = await Promise.allSettled([
        database.transaction(() => insert('one')),
        database.transaction(() => {
          if (names().includes('one')) throw new Error('taken');
        }),
        database.transaction(() => {
          database.prepare('ROLLBACK').run();
          process.nextTick(() => {
            other.prepare('BEGIN IMMEDIATE').run();
            putBackClock();
            putBackClock = jumpClock(30_001);
          });
          throw new Error('interrupted');
        }),
      ]);
      await other.close();
      for (const outcome of outcomes)
        assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'database_locked');
      assert.deepEqual(names(), []);
    });

    it('are tried once more where the disk is full and there is no reserve, also one by itself', async () => {
      let runs = 0;
      const change = database.transaction(() => {
        runs += 1;
        throw full();
      });
      await assert.rejects(change, { code: 'SQLITE_FULL' });
      assert.equal(runs, 2);
    });

    it('make room in the log of the database where the disk is full', async () => {
      const fill = () => database.prepare("INSERT INTO things VALUES ('x', randomblob(1000000))").run();
      const size = () => statSync(`${fixture.file}-wal`).size;
      await database.transaction(fill);
      const first = size();
      let isFull = true;
      await database.transaction(() => {
        if (!isFull) return;
        isFull = false;
        throw full();
      });
      await database.transaction(fill);
      assert.ok(size() < first * 1.5, `${first} ${size()}`);
    });
  });

  describe('and one of them fails halfway', () => {
    /** Changes something before it is refused. */
    const failing = (onRun: () => void) => () => {
      onRun();
      insert('half');
      throw new Error('refused');
    };

    it('are made once, and nothing of it is kept', async () => {
      let runs = 0;
      const outcomes = await Promise.allSettled([
        database.transaction(() => insert('one')),
        database.transaction(failing(() => (runs += 1))),
        database.transaction(() => insert('three')),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.deepEqual([names(), commits(), runs], [['one', 'three'], 1, 1]);
      await assert.rejects(database.transaction(failing(() => undefined)), { message: 'refused' });
      assert.deepEqual(names(), ['one', 'three']);
    });

    it('are told to be refused only if that is still so without it', async () => {
      const outcomes = await Promise.allSettled([
        database.transaction(failing(() => undefined)),
        database.transaction(() => insert('one')),
        database.transaction(() => {
          if (names().includes('one')) throw new Error('taken');
        }),
        database.transaction(failing(() => undefined)),
      ]);
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : outcome.value)),
        ['Error: refused', 1, 'Error: taken', 'Error: refused'],
      );
    });

    it('are made once, however many fail', async () => {
      let runs = 0;
      const more: Promise<unknown>[] = [];
      const sendAnother = (): void => {
        if (more.length < 100) more.push(assert.rejects(database.transaction(failing(sendAnother))));
      };
      sendAnother();
      await database.transaction(() => {
        runs += 1;
        return insert('one');
      });
      for (const refused of more) await refused;
      assert.deepEqual([names(), more.length, runs], [['one'], 100, 1]);
    });

    for (const [outcome, attempt] of [
      ['been made', (part: () => void) => database.part(part)],
      [
        'failed',
        (part: () => void) => assert.throws(() => database.part(failing(part)), { message: 'refused' }),
      ],
    ] as const)
      it(`keep nothing of it, also if a part of it has ${outcome}`, async () => {
        const outcomes = await Promise.allSettled([
          database.transaction(() => insert('one')),
          database.transaction(
            failing(() => {
              insert('before the part');
              attempt(() => insert('part'));
            }),
          ),
          database.transaction(() => insert('three')),
        ]);
        assert.deepEqual(
          outcomes.map(({ status }) => status),
          ['fulfilled', 'rejected', 'fulfilled'],
        );
        assert.deepEqual(names(), ['one', 'three']);
      });

    it('are made again, each alone, if what it has changed cannot be undone by itself', async () => {
      const outcomes = await Promise.allSettled([
        database.transaction(() => insert('one')),
        database.transaction(
          // Without the savepoint, SQLite cannot roll back to it.
          failing(() => database.prepare('RELEASE job').run()),
        ),
        database.transaction(() => insert('three')),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.deepEqual([names(), commits()], [['one', 'three'], 2]);
    });

    it('are made once if it had changed nothing', async () => {
      let runs = 0;
      const outcomes = await Promise.allSettled([
        database.transaction(() => {
          runs += 1;
          return insert('one');
        }),
        database.transaction(() => {
          throw new Error('refused');
        }),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected'],
      );
      assert.deepEqual([names(), runs], [['one'], 1]);
    });

    for (const [cause, error] of [
      ['the disk is full', full()],
      ['SQLite has ended the transaction', new Error('interrupted')],
    ] as const)
      it(`are made again, each alone, if that was because ${cause}`, async () => {
        let failures = 0;
        const outcomes = await Promise.allSettled([
          database.transaction(() => insert('one')),
          database.transaction(() => {
            insert('two');
            failures += 1;
            if (failures > 1) return 0;
            if (error.message === 'interrupted') database.prepare('ROLLBACK').run();
            throw error;
          }),
        ]);
        assert.deepEqual(
          outcomes.map(({ status }) => status),
          ['fulfilled', 'fulfilled'],
        );
        assert.deepEqual([names(), commits()], [['one', 'two'], 2]);
      });
  });

  it('are refused when another program keeps the database for half a minute', async () => {
    const other = Database.open(fixture.file, 'relaxed');
    other.prepare('BEGIN IMMEDIATE').run();
    putBackClock();
    putBackClock = jumpClock(30_001);
    try {
      await refuses(() => database.transaction(() => insert('one')), 'database_locked');
    } finally {
      await other.close();
    }
    assert.deepEqual(names(), []);
  });

  it('are refused when the database is shut', async () => {
    const other = Database.open(fixture.file, 'relaxed');
    await other.close();
    await refuses(() => other.transaction(() => 1), 'throttled');
  });
});
