import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { UserActor } from '../../src/model/actor.ts';
import { DmsError } from '../../src/model/errors.ts';
import type { Database } from '../../src/storage/database.ts';
import { SearchIndex } from '../../src/storage/tree/search-index.ts';
import { type Office, openOffice, PAGE } from '../support/accounts.ts';
import { FAULTS } from '../support/faults.ts';
import { newUser, onto, putTo, snapshotOf, usageOf, write } from '../support/tree.ts';

/** Something that one of the users does to whatever the numbers lead to. */
interface Step {
  readonly verb: keyof typeof verbs;
  readonly user: number;
  readonly entry: number;
  readonly other: number;
  readonly name: string;
  readonly flag: boolean;
}

/** What a step works on. */
interface Stage {
  readonly office: Office;
  readonly actor: UserActor;
  /** An entry and a folder that are there, of whomever. */
  readonly entry: number;
  readonly folder: number;
}

const JUNK = "'c.tmp', '.DS_Store', 'c (2).tmp', 'c (3).tmp', 'c (4).tmp', 'c (5).tmp'";
const NAMES = ['a.txt', 'b', 'c.tmp', '.DS_Store', 'd'];

const verbs = {
  put: ({ office: { dms }, actor, folder }: Stage, { name, other, flag }: Step) =>
    write(dms, actor, name, flag ? '' : 'x'.repeat(1 + (other % 7)), folder),
  save: ({ office: { dms }, actor, entry }: Stage, { other }: Step) =>
    putTo(dms, actor, onto(dms, actor, entry), 'y'.repeat(other % 7)),
  mkdir: ({ office: { dms }, actor, folder }: Stage, { name }: Step) =>
    dms.folders.create(actor, { folderId: folder, name }),
  rename: ({ office: { dms }, actor, entry }: Stage, { name }: Step) =>
    dms.entries.rename(actor, entry, name),
  move: ({ office: { dms }, actor, entry, folder }: Stage, { name, flag }: Step) =>
    dms.entries.move(actor, entry, { folderId: folder, name }, { overwrite: flag }),
  copy: ({ office: { dms }, actor, entry, folder }: Stage, { name, flag, other }: Step) =>
    dms.entries.copy(
      actor,
      entry,
      { folderId: folder, name },
      { overwrite: flag, depth: other % 3 === 0 ? '0' : 'infinity' },
    ),
  remove: ({ office: { dms }, actor, entry }: Stage) => dms.entries.remove(actor, entry),
  restore: ({ office: { dms }, actor, entry, folder }: Stage, { flag }: Step) =>
    dms.trash.restore(actor, trashed(dms, actor, entry), flag ? folder : undefined),
  purge: ({ office: { dms }, actor, entry }: Stage) => dms.trash.purge(actor, trashed(dms, actor, entry)),
  restoreVersion: ({ office: { dms }, actor, entry }: Stage, { other }: Step) =>
    dms.versions.restore(actor, entry, 1 + (other % 2)),
  deleteVersion: ({ office: { dms }, actor, entry }: Stage, { other }: Step) =>
    dms.versions.remove(actor, entry, 1 + (other % 3)),
  share: ({ office: { dms }, actor, entry }: Stage, { flag }: Step) =>
    dms.shares.create(actor, {
      entryId: entry,
      users: ['ann', 'ben'].filter((login) => login !== actor.login),
      permissions: flag ? 31 : 1,
    }),
};

/** One of the entries that the actor sees in the trash, else the id that was meant. */
function trashed(dms: Office['dms'], actor: UserActor, id: number): number {
  const { items } = dms.trash.list(actor, PAGE);
  return items[id % Math.max(1, items.length)]?.entry.id ?? id;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    verb: fc.constantFrom(...Object.keys(verbs).filter((name): name is keyof typeof verbs => name in verbs)),
    user: fc.nat(2),
    entry: fc.nat(1000),
    other: fc.nat(1000),
    name: fc.constantFrom(...NAMES),
    flag: fc.boolean(),
  }),
  { minLength: 60, maxLength: 90 },
);

/** Beside {@link FAULTS}: each must find nothing. */
const INDEX_FAULTS: Readonly<Record<string, string>> = {
  'names that the search index has wrong': `SELECT e.id, e.is_folder, e.name, i.name AS indexed FROM entries e LEFT JOIN search_index i ON i.rowid = e.id
    WHERE e.root_kind IS NOT 'home' AND NOT (e.is_folder = 0 AND e.name IN (${JUNK})) AND e.name IS NOT i.name`,
  'junk or entries that are gone in the search index': `SELECT i.rowid FROM search_index i LEFT JOIN entries e ON e.id = i.rowid
    WHERE e.id IS NULL OR (e.is_folder = 0 AND e.name IN (${JUNK}))`,
};

function assertSound(database: Database, done: string): void {
  new SearchIndex(database).catchUp();
  for (const { login, counted, held } of usageOf(database)) {
    assert.equal(counted, held, `used bytes of ${login} after ${done}`);
  }
  for (const [fault, sql] of Object.entries({ ...FAULTS, ...INDEX_FAULTS })) {
    assert.deepEqual(database.prepare(sql).all(), [], `${fault} after ${done}`);
  }
}

describe('whatever users do', () => {
  it('keeps quotas exact, the tree whole, heads newest and the index in step; what is refused changes nothing', async function () {
    this.timeout(60_000);
    const outcomes = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(steps, async (todo) => {
        const office = await openOffice();
        try {
          const users = [
            await newUser(office, 'ann', { quotaBytes: 60 }),
            await newUser(office, 'ben'),
            await newUser(office, 'root', { isAdmin: true }),
          ];
          const admin = users[2];
          if (admin) await office.dms.folders.createSystem(admin, 'Office');
          for (const step of todo) await run(office, users, step, outcomes);
        } finally {
          await office.close();
        }
      }),
      { numRuns: 25, seed: 20260131, endOnFailure: true },
    );
    // It would prove nothing if all were refused.
    for (const verb of Object.keys(verbs)) assert.ok(outcomes.has(verb), `${verb} never worked`);
  });
});

async function run(
  office: Office,
  users: UserActor[],
  step: Step,
  outcomes: Map<string, number>,
): Promise<void> {
  const actor = users[step.user];
  assert.ok(actor);
  const before = snapshotOf(office.database);
  const done = JSON.stringify(step);
  try {
    await verbs[step.verb](stageFor(office, actor, step), step);
    outcomes.set(step.verb, (outcomes.get(step.verb) ?? 0) + 1);
  } catch (error) {
    if (!(error instanceof DmsError)) throw error;
    assert.equal(snapshotOf(office.database), before, `${done} was refused and changed something`);
  }
  assertSound(office.database, done);
}

/** Mostly something that the actor can reach, now and then something that he must not. */
function stageFor(office: Office, actor: UserActor, step: Step): Stage {
  const ids = (condition: string): number[] =>
    office.database
      .prepare<[], { id: number }>(`SELECT id FROM entries WHERE ${condition} ORDER BY id`)
      .all()
      .map(({ id }) => id)
      .filter((id) => (step.entry + step.other) % 7 === 0 || isReachable(office, actor, id));
  const entries = ids("root_kind IS NOT 'home'");
  const folders = ids('is_folder = 1');
  return {
    office,
    actor,
    entry: entries[step.entry % entries.length] ?? 0,
    folder: folders[step.other % folders.length] ?? 0,
  };
}

function isReachable({ dms }: Office, actor: UserActor, id: number): boolean {
  try {
    dms.tree.entry(actor, id);
    return true;
  } catch (error) {
    if (error instanceof DmsError) return false;
    throw error;
  }
}
