import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DmsError } from '../../src/model/errors/errors.ts';
import type { UserActor } from '../../src/model/people/actor.ts';
import type { Database } from '../../src/storage/database/database.ts';
import { type CoreFixture, openCoreFixture, PAGE } from '../support/accounts.ts';
import { assertFaultless } from '../support/database/faults.ts';
import { DirectIndex } from '../support/database/search-index.ts';
import { newUser, onto, putTo, recordOf, snapshotOf, write } from '../support/tree.ts';

/** An action by one of the users; the numbers select its objects. */
interface Step {
  readonly verb: keyof typeof verbs;
  readonly user: number;
  readonly entry: number;
  readonly other: number;
  readonly name: string;
  readonly flag: boolean;
}

/** The objects of a step. */
interface Fixture {
  readonly core: CoreFixture;
  readonly actor: UserActor;
  /** An existing entry and an existing folder of any user. */
  readonly entry: number;
  readonly folder: number;
}

/** Low enough to be reached. */
const MOST_ENTRIES = 10;
const NAMES = ['a.txt', 'b', 'c.tmp', '.DS_Store', 'd'];

const verbs = {
  put: ({ core: { dms }, actor, folder }: Fixture, { name, other, flag }: Step) =>
    write(dms, actor, name, flag ? '' : 'x'.repeat(1 + (other % 7)), folder),
  save: ({ core: { dms }, actor, entry }: Fixture, { other }: Step) =>
    putTo(dms, actor, onto(dms, actor, entry), 'y'.repeat(other % 7)),
  mkdir: ({ core: { dms }, actor, folder }: Fixture, { name }: Step) =>
    dms.folders.create(actor, { folderId: folder, name }),
  rename: ({ core: { dms }, actor, entry }: Fixture, { name }: Step) =>
    dms.entries.rename(actor, entry, name),
  move: ({ core: { dms }, actor, entry, folder }: Fixture, { name, flag }: Step) =>
    dms.entries.move(actor, entry, { folderId: folder, name }, { overwrite: flag }),
  copy: ({ core: { dms }, actor, entry, folder }: Fixture, { name, flag, other }: Step) =>
    dms.entries.copy(
      actor,
      entry,
      { folderId: folder, name },
      { overwrite: flag, depth: other % 3 === 0 ? '0' : 'infinity' },
    ),
  remove: ({ core: { dms }, actor, entry }: Fixture) => dms.entries.remove(actor, entry),
  restore: ({ core: { dms }, actor, entry, folder }: Fixture, { flag }: Step) =>
    dms.trash.restore(actor, trashed(dms, actor, entry), flag ? folder : undefined),
  describe: ({ core: { dms }, actor, entry }: Fixture, { other, flag }: Step) =>
    dms.documents.update(actor, entry, { comments: flag ? '' : 'z'.repeat(4050 + (other % 100)) }),
  patch: ({ core: { dms }, actor, entry }: Fixture, { name, other }: Step) =>
    dms.properties.patch(actor, entry, [
      { set: { namespace: 'urn:x', name, xml: 'z'.repeat(other % 3 === 0 ? 0 : 2000 + (other % 100)) } },
    ]),
  purge: ({ core: { dms }, actor, entry }: Fixture) => dms.trash.purge(actor, trashed(dms, actor, entry)),
  restoreVersion: ({ core: { dms }, actor, entry }: Fixture, { other }: Step) =>
    dms.versions.restore(actor, entry, 1 + (other % 2)),
  deleteVersion: ({ core: { dms }, actor, entry }: Fixture, { other }: Step) =>
    // Mostly the oldest, which is seldom the newest.
    dms.versions.remove(actor, entry, Math.max(1, (other % 6) - 2)),
  share: ({ core: { dms }, actor, entry }: Fixture, { flag }: Step) =>
    dms.shares.create(actor, {
      entryId: entry,
      users: ['ann', 'ben'].filter((login) => login !== actor.login),
      permissions: flag ? 31 : 1,
    }),
};

/** An entry that the actor sees in the trash, otherwise the given id. */
function trashed(dms: CoreFixture['dms'], actor: UserActor, id: number): number {
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

async function assertSound(database: Database, index: DirectIndex, done: string): Promise<void> {
  index.assertInStep(`the search index after ${done}`);
  const full = database.prepare<[number], { login: string }>(
    'SELECT login FROM users WHERE used_entries > ?',
  );
  assert.deepEqual(full.all(MOST_ENTRIES), [], `homes with too many entries after ${done}`);
  await assertFaultless(database, `after ${done}`);
}

/**
 * Plays random changes of three users, and checks everything after each.
 * @param count number of sequences; with fewer than 20 a kind of change may never succeed, which fails
 * @throws {Error} if a check fails; the message contains the seed and the shortest failing sequence
 */
export async function playRandomChanges(seed: number, count: number): Promise<void> {
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(steps, async (todo) => {
      const core = await openCoreFixture(undefined, 'relaxed', MOST_ENTRIES);
      try {
        const users = [
          await newUser(core, 'ann', { quotaBytes: 60 }),
          await newUser(core, 'ben'),
          await newUser(core, 'root', { isAdmin: true }),
        ];
        const admin = users[2];
        if (admin) await core.dms.folders.createSystem(admin, 'Office');
        const index = new DirectIndex(core.database);
        for (const step of todo) await run({ core, index }, users, step, outcomes);
      } finally {
        await core.close();
      }
    }),
    { numRuns: count, seed, endOnFailure: true },
  );
  // The test would prove nothing if all changes were refused.
  for (const verb of Object.keys(verbs)) assert.ok(outcomes.has(verb), `${verb} never worked`);
}

async function run(
  { core, index }: { core: CoreFixture; index: DirectIndex },
  users: UserActor[],
  step: Step,
  outcomes: Map<string, number>,
): Promise<void> {
  const actor = users[step.user];
  assert.ok(actor);
  const before = snapshotOf(core.database);
  const done = JSON.stringify(step);
  try {
    await verbs[step.verb](stageFor(core, actor, step), step);
    outcomes.set(step.verb, (outcomes.get(step.verb) ?? 0) + 1);
  } catch (error) {
    if (!(error instanceof DmsError)) throw error;
    assert.equal(snapshotOf(core.database), before, `${done} was refused and changed something`);
  }
  await assertSound(core.database, index, done);
}

const HAS_OLD_VERSION = 'id IN (SELECT document_id FROM versions GROUP BY document_id HAVING count(*) > 1)';

/** Usually objects that the actor can reach, sometimes objects that the actor must not reach. */
function stageFor(core: CoreFixture, actor: UserActor, step: Step): Fixture {
  const ids = (condition: string): number[] =>
    core.database
      .prepare<[], { id: number }>(`SELECT id FROM entries WHERE ${condition} ORDER BY id`)
      .all()
      .map(({ id }) => id)
      .filter((id) => (step.entry + step.other) % 7 === 0 || isReachable(core, actor, id));
  const all = ids("root_kind IS NOT 'home'");
  // Few documents have an old version, so that without this the deletion of one would succeed by luck only.
  const versioned = step.verb === 'deleteVersion' ? ids(HAS_OLD_VERSION) : [];
  const entries = versioned.length > 0 ? versioned : all;
  const folders = ids('is_folder = 1');
  return {
    core,
    actor,
    entry: entries[step.entry % entries.length] ?? 0,
    folder: folders[step.other % folders.length] ?? 0,
  };
}

function isReachable({ dms }: CoreFixture, actor: UserActor, id: number): boolean {
  try {
    recordOf(dms, actor, id);
    return true;
  } catch (error) {
    if (error instanceof DmsError) return false;
    throw error;
  }
}
