import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { UndoRequest } from '../../../src/core/undo/undo.ts';
import { DmsError } from '../../../src/model/errors/errors.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

/** A change of a tree; the numbers select its objects. */
interface Step {
  readonly verb: keyof typeof verbs;
  readonly entry: number;
  readonly folder: number;
  readonly name: string;
  /** True: by the colleague, who has all permissions on the shared folder. */
  readonly isByOther: boolean;
  /** True: a restoration to the former folder. */
  readonly isFormer: boolean;
}

interface Stage {
  readonly core: CoreFixture;
  readonly actor: UserActor;
  readonly entry: number;
  readonly folder: number;
  /** Another content with each step. */
  readonly content: string;
}

/** Folder, name and content of each entry beneath the shared folder, by id. */
type State = ReadonlyMap<number, string>;

const NAMES = ['a', 'b', 'C', 'a (2)', 'ä'];
const ALL = { page: 1, perPage: 200 };
const BY_NAME = { ...ALL, sort: 'name', direction: 'asc' } as const;

const verbs = {
  write: ({ core, actor, folder, content }: Stage, { name }: Step) =>
    write(core.dms, actor, name, content, folder),
  folder: ({ core, actor, folder }: Stage, { name }: Step) => makeFolder(core.dms, actor, name, folder),
  rename: ({ core, actor, entry }: Stage, { name }: Step) => core.dms.entries.rename(actor, entry, name),
  move: ({ core, actor, entry, folder }: Stage, { name }: Step) =>
    core.dms.entries.move(actor, entry, { folderId: folder, name }),
  delete: ({ core, actor, entry }: Stage) => core.dms.entries.remove(actor, entry),
  copy: ({ core, actor, entry, folder }: Stage, { name }: Step) =>
    core.dms.entries.copy(actor, entry, { folderId: folder, name }),
  restore: ({ core, actor, folder }: Stage, { entry, isFormer }: Step) => {
    const { items } = core.dms.trash.list(actor, ALL);
    const found = items[entry % Math.max(1, items.length)];
    return core.dms.trash.restore(actor, found?.entry.id ?? 0, isFormer ? undefined : folder);
  },
};

const step = (isByOther: fc.Arbitrary<boolean>): fc.Arbitrary<Step> =>
  fc.record({
    verb: fc.constantFrom<Step['verb']>(
      ...(['write', 'write', 'write', 'folder', 'rename', 'rename', 'move', 'move', 'delete'] as const),
      ...(['copy', 'restore', 'restore'] as const),
    ),
    entry: fc.nat(1000),
    folder: fc.nat(1000),
    name: fc.constantFrom(...NAMES),
    isByOther,
    isFormer: fc.boolean(),
  });

/** The folders beneath a folder with their members, as they are now. */
async function stateOf(core: CoreFixture, actor: UserActor, root: number): Promise<State> {
  const state = new Map<number, string>();
  const folders = [root];
  for (let id = folders.pop(); id !== undefined; id = folders.pop())
    for (const each of (await core.dms.folderPages.members(actor, id, BY_NAME)).items) {
      state.set(each.id, `${String(id)}/${each.name} ${each.kind === 'file' ? each.sha256 : ''}`);
      if (each.kind === 'folder') folders.push(each.id);
    }
  return state;
}

class Play {
  readonly #core: CoreFixture;
  readonly #people: readonly [UserActor, UserActor];
  readonly #root: number;
  #content = 0;

  constructor(core: CoreFixture, people: readonly [UserActor, UserActor], root: number) {
    this.#core = core;
    this.#people = people;
    this.#root = root;
  }

  state(): Promise<State> {
    return stateOf(this.#core, this.#people[0], this.#root);
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const each of steps) {
      const state = [...(await this.state())];
      const folders = [this.#root, ...state.filter(([, text]) => text.endsWith(' ')).map(([id]) => id)];
      const [entry] = state[each.entry % Math.max(1, state.length)] ?? [0];
      const folder = folders[each.folder % folders.length] ?? 0;
      this.#core.pass(10);
      const actor = this.#people[each.isByOther ? 1 : 0];
      this.#content += 1;
      try {
        const content = `content ${this.#content}`;
        await verbs[each.verb]({ core: this.#core, actor, entry, folder, content }, each);
      } catch (error) {
        if (!(error instanceof DmsError)) throw error;
      }
    }
    this.#core.pass(10);
  }

  /** @returns the id of the undo, and the ids of the entries that it left */
  async undo(request: UndoRequest): Promise<{ id: number; left: ReadonlySet<number> }> {
    const { undos } = this.#core.dms;
    const [ann] = this.#people;
    const { id } = await undos.begin(ann, request);
    const { total, reverted, skipped } = await undos.run(id);
    assert.equal(total, reverted + skipped);
    this.#core.pass(10);
    const { items } = undos.notes(ann, id, ALL);
    return { id, left: new Set(items.map(({ entryId }) => entryId)) };
  }
}

async function open(core: CoreFixture): Promise<{ play: Play; root: number }> {
  const people = [await newUser(core, 'ann'), await newUser(core, 'ben')] as const;
  const root = await makeFolder(core.dms, people[0], 'Office');
  await core.dms.shares.create(people[0], { entryId: root, users: ['ben'], permissions: 31 });
  return { play: new Play(core, people, root), root };
}

type Steps = readonly Step[];

/** Undoes all changes of one user, then the undo, then puts the folder back by its time. */
async function alone(core: CoreFixture, first: Steps, second: Steps): Promise<void> {
  const { play, root } = await open(core);
  await play.play(first);
  const since = core.now();
  const before = await play.state();
  core.pass(10);
  await play.play(second);
  const changed = await play.state();
  const { id, left } = await play.undo({ kind: 'changes', since });
  assert.deepEqual([...left], [], 'nothing is left');
  assert.deepEqual(await play.state(), before, 'as before the changes');
  const again = await play.undo({ kind: 'undo', undoId: id });
  assert.deepEqual([...again.left], []);
  assert.deepEqual(await play.state(), changed, 'as before the undo');
  const back = await play.undo({ kind: 'folder', folderId: root, at: since });
  assert.deepEqual([...back.left], []);
  assert.deepEqual(await play.state(), before, 'the folder as at the time');
}

/** Undoes the changes of one user while a colleague has changed things, too. */
async function together(core: CoreFixture, first: Steps, second: Steps): Promise<void> {
  const { play, root } = await open(core);
  await play.play(first);
  const since = core.now();
  const before = await play.state();
  core.pass(10);
  await play.play(second);
  const changed = await play.state();
  const changes = changesSince(core, since);
  await play.undo({ kind: 'changes', since });
  const after = await play.state();
  for (const [entryId, own] of changes) {
    if (own.some(({ login }) => login === 'ann') || !changed.has(entryId)) continue;
    const last = own.at(-1)?.id ?? 0;
    // It was in the trash, or would be, when the other user brought a folder of it back: it goes there again.
    if (foldersOf(core, entryId).some((id) => wasRestored(changes.get(id), last))) continue;
    // What only the colleague has changed keeps its content, wherever its folder is.
    assert.equal(contentOf(after, entryId), contentOf(changed, entryId), String(entryId));
  }
  await play.undo({ kind: 'folder', folderId: root, at: since });
  assert.deepEqual(await play.state(), before, 'the folder as at the time');
}

function contentOf(state: State, id: number): string | undefined {
  return state.get(id)?.split(' ').at(-1);
}

/** All folders that an entry was in, now or before. */
function foldersOf({ database }: CoreFixture, entryId: number): number[] {
  return database
    .prepare<[number], { id: number }>(
      `WITH RECURSIVE above(id) AS (
         SELECT ? UNION
         SELECT p.folder FROM above JOIN (
           SELECT id AS entry, parent_id AS folder FROM entries UNION ALL SELECT entry_id, folder_id FROM places
         ) p ON p.entry = above.id WHERE p.folder IS NOT NULL
       ) SELECT id FROM above`,
    )
    .all(entryId)
    .map(({ id }) => id);
}

interface Change {
  /** Id of the activity. */
  readonly id: number;
  readonly entryId: number;
  readonly login: string;
  readonly action: string;
}

function wasRestored(changes: readonly Change[] = [], after: number): boolean {
  return changes.some(({ id, action, login }) => id > after && action === 'restore' && login === 'ann');
}

/** The changes of each entry, by its id, oldest first. */
function changesSince({ database }: CoreFixture, since: number): Map<number, Change[]> {
  const rows = database
    .prepare<[number], Change>(
      `SELECT id, entry_id AS entryId, user_login AS login, action FROM activities
       WHERE at >= ? AND entry_id IS NOT NULL ORDER BY id`,
    )
    .all(since);
  return Map.groupBy(rows, ({ entryId }) => entryId);
}

/** Compares what undos of random changes leave with what was there before. */
export async function testUndo(runs: number, steps: number, seed: number): Promise<void> {
  for (const [isByOther, check] of [
    [fc.constant(false), alone],
    [fc.boolean(), together],
  ] as const) {
    const list = fc.array(step(isByOther), { minLength: steps / 2, maxLength: steps });
    await fc.assert(
      fc.asyncProperty(list, list, async (first, second) => {
        const core = await openCoreFixture();
        try {
          await check(core, first, second);
          await assertFaultless(core.database);
        } finally {
          await core.close();
        }
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
  }
}
