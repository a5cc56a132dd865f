import assert from 'node:assert/strict';
import { READ } from '../../src/model/entries/permissions.ts';
import { openCoreFixture, passwordOf, present, refuses, SYSTEM } from '../support/accounts.ts';
import type { ChangeFixture } from '../support/changes/change.ts';
import { accountChanges } from '../support/changes/changes-of-accounts.ts';
import { entryChanges } from '../support/changes/changes-of-entries.ts';
import { jumpClock } from '../support/clock/jumping-clock.ts';
import { totpCode } from '../support/second-factor.ts';
import { makeFolder, newUser, write } from '../support/tree.ts';

/** An office whose changes are noted. */
async function openOffice(): Promise<ChangeFixture> {
  const core = await openCoreFixture({ baseUrl: 'https://dms.example' });
  const admin = await newUser(core, 'root', { isAdmin: true });
  const ann = await newUser(core, 'ann');
  const ben = await newUser(core, 'ben');
  await newUser(core, 'carl');
  let count = 0;
  return { core, admin, ann, ben, fresh: (word) => `${word}-${(count += 1)}` };
}

/**
 * How many rows each table has, what all entries are called, and what was logged: keys, times and secrets differ from office to
 * office.
 */
function shapeOf({ core }: ChangeFixture): unknown {
  const { database } = core;
  const tables = database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all();
  return [
    tables.map(({ name }) => [name, database.prepare(`SELECT count(*) AS rows FROM "${name}"`).get()]),
    database.prepare('SELECT id, parent_id, name FROM entries ORDER BY id').all(),
    core.logged(),
  ];
}

describe('a change that shares its transaction with one that loses it', () => {
  let alone: ChangeFixture;
  let shared: ChangeFixture;
  /** How often the changes of the second office were made again. */
  let remade: number;

  before(async () => {
    alone = await openOffice();
    shared = await openOffice();
  });
  after(() => Promise.all([alone.core.close(), shared.core.close()]));

  /** Runs `work`. Each of its changes runs twice: another change loses the first transaction. */
  async function withRetries(work: () => unknown): Promise<void> {
    const { database } = shared.core;
    const transaction = database.transaction.bind(database);
    // Otherwise a transaction takes no further change after ten milliseconds.
    const putBackClock = jumpClock(-Infinity);
    database.transaction = async <T>(change: () => T): Promise<T> => {
      let runs = 0;
      const made = transaction(() => {
        runs += 1;
        if (runs > 1) remade += 1;
        return change();
      });
      const failing = transaction(() => {
        database.prepare('ROLLBACK').run();
        throw new Error('interrupted');
      });
      failing.catch(() => undefined);
      return made;
    };
    try {
      await work();
    } finally {
      database.transaction = transaction;
      putBackClock();
    }
  }

  for (const [name, change] of Object.entries({ ...entryChanges, ...accountChanges }))
    it(`is made as if it were alone: ${name}`, async () => {
      remade = 0;
      for (const fixture of [alone, shared]) {
        const run = await change.set(fixture);
        const actor = { admin: fixture.admin, system: SYSTEM, ann: fixture.ann }[change.by ?? 'ann'];
        if (fixture === alone) await run(actor);
        else await withRetries(() => run(actor));
      }
      assert.deepEqual(shapeOf(shared), shapeOf(alone));
      assert.ok(remade > 0 || change.leaves.length === 0, 'nothing was made again');
    });

  it('numbers what is taken from the beginning', async () => {
    const { core, ann, fresh } = shared;
    const folderId = await makeFolder(core.dms, ann, fresh('target'));
    const ids: number[] = [];
    for (const word of ['one', 'two', 'three'].map(fresh)) {
      const folder = await makeFolder(core.dms, ann, word);
      ids.push(await write(core.dms, ann, 'a.txt', word, folder));
    }
    await withRetries(() => core.dms.batches.run(ann, { action: 'copy', ids, folderId, conflict: 'rename' }));
    const names = core.database
      .prepare<[number], string>('SELECT name FROM entries WHERE parent_id = ? ORDER BY id')
      .pluck();
    assert.deepEqual(names.all(folderId), ['a.txt', 'a (2).txt', 'a (3).txt']);
  });

  it('tells the log once that the key of a second factor cannot be read', async () => {
    const { core, fresh } = shared;
    const login = fresh('dora');
    const password = passwordOf(login);
    const user = await core.user(login);
    const actor = await core.session(login);
    const enrolment = await core.dms.twoFactor.enrol(actor, 'totp', password);
    assert.ok(enrolment.method === 'totp');
    await core.dms.twoFactor.confirm(actor, totpCode(enrolment.secret, core.now()));
    core.elsewhere('UPDATE second_factors SET sealed_secret = randomblob(48) WHERE user_id = ?', user.id);
    const attempt = { login, password, ip: null, userAgent: null };
    const { secret } = await core.dms.authentication.withPassword(attempt);
    const half = present(core.dms.twoFactorSignIn.halfSignedIn(secret, null));
    const before = core.logged().length;
    await withRetries(() =>
      refuses(() => core.dms.twoFactorSignIn.verify(half, '123456', null), 'invalid', ['code']),
    );
    assert.deepEqual(core.logged().slice(before), [
      'a TOTP secret cannot be decrypted: secret.key does not belong to this database',
    ]);
  });

  it('counts each letter once: no more than a hundred go out in an hour', async () => {
    const { core, fresh } = shared;
    const sharer = await newUser(core, fresh('sharer'));
    const users = Array.from({ length: 100 }, () => fresh('reader'));
    for (const login of users) await core.user(login);
    const entryId = await write(core.dms, sharer, fresh('file'), 'content');
    await withRetries(() =>
      core.dms.shares.create(sharer, { entryId, users, permissions: READ, notify: true }),
    );
    const letters = core.database
      .prepare<[], number>("SELECT count(*) FROM mails WHERE kind = 'share'")
      .pluck();
    assert.equal(letters.get(), 100);
  });
});
