import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DmsError } from '../../../src/model/errors/errors.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, present } from '../../support/accounts.ts';
import { bytesOf } from '../../support/bytes.ts';
import { makeFolder, newUser, read, write } from '../../support/tree.ts';

/** A change of a tree; the numbers select its objects. */
interface Step {
  readonly verb: keyof typeof verbs;
  readonly entry: number;
  readonly folder: number;
  readonly name: string;
  readonly wait: number;
}

interface Stage {
  readonly core: CoreFixture;
  readonly owner: UserActor;
  /** Any entry of the tree. */
  readonly entry: number;
  readonly folder: number;
}

/** A member of a folder, as it is read now. */
interface Member {
  readonly name: string;
  /** Number of the version, and content of a document. */
  readonly document: { readonly version: number; readonly content: string } | undefined;
}

/** The members of a folder by id. */
type Members = ReadonlyMap<number, Member>;
/** All folders at a time, by id. */
type State = ReadonlyMap<number, Members>;

const NAMES = ['a', 'b', 'C', 'a (2)', 'ä'];
const ALL = { page: 1, perPage: 200 };
const BY_NAME = { ...ALL, sort: 'name', direction: 'asc' } as const;

const verbs = {
  write: ({ core, owner, folder }: Stage, { name }: Step) =>
    write(core.dms, owner, name, String(core.now()), folder),
  folder: ({ core, owner, folder }: Stage, { name }: Step) => makeFolder(core.dms, owner, name, folder),
  rename: ({ core, owner, entry }: Stage, { name }: Step) => core.dms.entries.rename(owner, entry, name),
  move: ({ core, owner, entry, folder }: Stage, { name }: Step) =>
    core.dms.entries.move(owner, entry, { folderId: folder, name }),
  copy: ({ core, owner, entry, folder }: Stage, { name }: Step) =>
    core.dms.entries.copy(owner, entry, { folderId: folder, name }),
  delete: ({ core, owner, entry }: Stage) => core.dms.entries.remove(owner, entry),
  async restore({ core, owner }: Stage, { entry }: Step) {
    const { items } = core.dms.trash.list(owner, ALL);
    const deleted = items[entry % Math.max(1, items.length)];
    if (deleted) await core.dms.trash.restore(owner, deleted.entry.id);
  },
  async purge({ core, owner }: Stage, { entry }: Step) {
    const { items } = core.dms.trash.list(owner, ALL);
    const deleted = items[entry % Math.max(1, items.length)];
    if (deleted) await core.dms.trash.purge(owner, deleted.entry.id);
  },
};

const step: fc.Arbitrary<Step> = fc.record({
  verb: fc.constantFrom<Step['verb']>(
    ...(['write', 'write', 'folder', 'rename', 'rename', 'move', 'move', 'copy'] as const),
    ...(['delete', 'restore', 'restore', 'purge'] as const),
  ),
  entry: fc.nat(1000),
  folder: fc.nat(1000),
  name: fc.constantFrom(...NAMES),
  // 0: several changes at the same millisecond.
  wait: fc.constantFrom(0, 1, 1000),
});

/** The tree as it is now. */
async function stateOf(core: CoreFixture, owner: UserActor): Promise<State> {
  const state = new Map<number, Members>();
  const folders = [owner.homeId];
  for (let folderId = folders.pop(); folderId !== undefined; folderId = folders.pop()) {
    const { items } = await core.dms.folderPages.members(owner, folderId, BY_NAME);
    const members = new Map<number, Member>();
    for (const each of items) {
      const isFile = each.kind === 'file';
      const document = isFile
        ? { version: each.version, content: await read(core.dms, owner, each.id) }
        : undefined;
      members.set(each.id, { name: each.name, document });
    }
    state.set(folderId, members);
    folders.push(...items.filter(({ kind }) => kind === 'folder').map(({ id }) => id));
  }
  return state;
}

/** Asserts that each folder that still exists is listed as it was, without what is gone for good. */
async function assertAt(core: CoreFixture, owner: UserActor, at: number, state: State): Promise<void> {
  const exists = core.database.prepare<[number], number>('SELECT id FROM entries WHERE id = ?').pluck();
  const inTree = await stateOf(core, owner);
  for (const [folderId, members] of state) {
    if (!inTree.has(folderId)) continue;
    const { items, total } = await core.dms.folderHistory.contents(owner, folderId, at, ALL);
    const found = items.map(({ id, name, version }) => [id, version ? `${name} ${version.number}` : name]);
    const expected = [...members]
      .filter(([id]) => exists.get(id) !== undefined)
      .map(([id, { name, document }]) => [id, document ? `${name} ${String(document.version)}` : name]);
    const byId = (all: (string | number)[][]) =>
      all.toSorted(([one], [other]) => Number(one) - Number(other));
    assert.deepEqual(byId(found), byId(expected), `folder ${String(folderId)} at ${String(at)}`);
    assert.equal(total, expected.length);
  }
}

/** Path and content of each document, and path of each folder with a slash, as far as they still exist. */
function expectedPaths(core: CoreFixture, state: State, folderId: number, above = ''): Map<string, string> {
  const exists = core.database.prepare<[number], number>('SELECT id FROM entries WHERE id = ?').pluck();
  const found = new Map<string, string>();
  for (const [id, { name, document }] of state.get(folderId) ?? []) {
    if (exists.get(id) === undefined) continue;
    found.set(document ? above + name : `${above}${name}/`, document?.content ?? '');
    for (const one of expectedPaths(core, state, id, `${above}${name}/`)) found.set(...one);
  }
  return found;
}

/** As {@link expectedPaths}, read from the drive at a time: by its lists, and each path again by its names. */
async function pathsAt(
  { dms }: Pick<CoreFixture, 'dms'>,
  owner: UserActor,
  at: number,
  path: readonly string[] = [],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const folder = await dms.earlierDrive.resolve(owner, at, path);
  for await (const slice of dms.earlierDrive.members(owner, at, present(folder).entry.id))
    for (const { entry, name } of slice) {
      const there = [...path, name];
      assert.equal((await dms.earlierDrive.resolve(owner, at, there))?.entry.id, entry.id);
      if (entry.kind === 'file') {
        const { content } = dms.earlierDrive.open(owner, at, entry.id);
        found.set(there.join('/'), (await bytesOf(content)).toString());
        continue;
      }
      found.set(`${there.join('/')}/`, '');
      for (const one of await pathsAt({ dms }, owner, at, there)) found.set(...one);
    }
  return found;
}

/** Asserts that the whole drive is as it was, also what is in the trash now, without what is gone for good. */
async function assertDriveAt(core: CoreFixture, owner: UserActor, at: number, state: State): Promise<void> {
  const sorted = (all: Map<string, string>) => [...all].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const found = sorted(await pathsAt(core, owner, at));
  assert.deepEqual(found, sorted(expectedPaths(core, state, owner.homeId)), `drive at ${String(at)}`);
}

async function run(core: CoreFixture, owner: UserActor, steps: readonly Step[]): Promise<void> {
  const { dms } = core;
  const states = new Map<number, State>();
  for (const each of steps) {
    const state = await stateOf(core, owner);
    states.set(core.now(), state);
    core.pass(each.wait);
    const entries = [...state.values()].flatMap((members) => [...members.keys()]);
    const folders = [...state.keys()];
    const entry = entries[each.entry % Math.max(1, entries.length)] ?? owner.homeId;
    const folder = folders[each.folder % folders.length] ?? owner.homeId;
    try {
      await verbs[each.verb]({ core, owner, entry, folder }, each);
    } catch (error) {
      if (!(error instanceof DmsError)) throw error;
    }
  }
  states.set(core.now(), await stateOf(core, owner));
  for (const [at, state] of states) {
    await assertAt(core, owner, at, state);
    await assertDriveAt(core, owner, at, state);
  }
  await dms.housekeeping.tidy();
}

/** Compares folders at earlier times with what the lists showed at these times, after random changes. */
export async function testHistory(runs: number, steps: number, seed?: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: steps / 2, maxLength: steps }), async (all) => {
      const core = await openCoreFixture();
      try {
        await run(core, await newUser(core, 'ann'), all);
      } finally {
        await core.close();
      }
    }),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  );
}
