import type { Entry } from '../../model/entries/entry.ts';
import { MAX_DEPTH } from '../../model/entries/names.ts';
import type { Action } from '../../model/people/activity.ts';
import type { EarlierVersion } from '../../storage/tree/tree.ts';
import type { Context } from '../context.ts';
import type { UndoTask } from './undo-tasks.ts';

/** What an entry was at a time. */
export type EntryState =
  /** It did not exist, or was in the trash. */
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'present';
      /** Null: a system folder. */
      readonly folderId: number | null;
      readonly name: string;
      /** Null for a folder; undefined if all versions of that time were deleted since. */
      readonly version: EarlierVersion | null | undefined;
    };

const CREATING: ReadonlySet<Action> = new Set<Action>(['upload', 'create_folder', 'copy']);

/** What an undo makes of an entry. */
interface Goal {
  readonly state: EntryState;
  /** Id of an activity: what others changed later stays. */
  readonly after: number;
}

type Tasks = ReadonlyMap<number, UndoTask>;

/**
 * What an undo makes of an entry: its state before the changes of its task. A copied folder, and one that came out of the
 * trash, bring along entries without records of their own: where such a folder is in the trash again, they go there, too.
 */
export function goalOf(context: Context, tasks: Tasks, entry: Entry, task: UndoTask): Goal {
  const state = stateBefore(context, entry, task);
  const after = gone(context, tasks, state, new Set([entry.id]));
  return after === undefined
    ? { state, after: task.after }
    : { state: { kind: 'absent' }, after: Math.min(after, task.after) };
}

/**
 * @param seen entries whose places were looked at, because the places of different times can be beneath one another
 * @returns undefined, or, if the undo has left the folder of a state in the trash, the {@link Goal.after} of that folder
 */
function gone(context: Context, tasks: Tasks, state: EntryState, seen: Set<number>): number | undefined {
  if (state.kind === 'absent' || state.folderId === null) return undefined;
  const { ancestry, entries } = context.tables;
  const lineage = ancestry.ofFolder(state.folderId);
  if (lineage.at(-1)?.rootKind !== 'trash') return undefined;
  // The first folder with a task decides, because it leaves those above it.
  const id = lineage.find((each) => tasks.has(each.id))?.id ?? 0;
  const [task, folder] = [tasks.get(id), entries.find(id)];
  if (!task || !folder || seen.has(id)) return undefined;
  seen.add(id);
  const before = stateBefore(context, folder, task);
  const after = before.kind === 'absent' ? task.after : gone(context, tasks, before, seen);
  return after === undefined ? undefined : Math.min(after, task.after);
}

/** The state of an entry before the changes of a task. */
function stateBefore({ tables }: Context, entry: Entry, task: UndoTask): EntryState {
  const { at } = task;
  if (isNew(tables, entry, task) || wasInTrash(tables, entry, at)) return { kind: 'absent' };
  const { folderId, name } = placeAt(tables, entry, at);
  const version = entry.kind === 'file' ? tables.versions.listAt([entry.id], at).get(entry.id) : null;
  return { kind: 'present', folderId, name, version };
}

/** True if the entry did not exist before the task. Where the log has an earlier record, the clock may have been set back. */
function isNew({ recordedChanges }: Context['tables'], { id, createdAt }: Entry, task: UndoTask): boolean {
  const { action, after, at } = task;
  if (createdAt <= at) return false;
  return action === null || CREATING.has(action) || !recordedChanges.isBefore(id, after);
}

function placeAt({ formerPlaces }: Context['tables'], { id, parentId, name }: Entry, at: number) {
  return formerPlaces.of(id, at) ?? { folderId: parentId, name };
}

/** True if an entry, or a folder above it, was in the trash at a time. */
function wasInTrash(tables: Context['tables'], entry: Entry, at: number): boolean {
  let above: Entry | undefined = entry;
  for (let depth = 0; above && depth <= MAX_DEPTH + 1; depth += 1) {
    const { folderId } = placeAt(tables, above, at);
    if (folderId === null) return !wasRoot(tables, above, at);
    above = tables.entries.find(folderId);
  }
  return false;
}

/** True if an entry without a folder was a home or a system folder at a time, and not in the trash. */
function wasRoot({ formerPlaces, trash }: Context['tables'], { id, rootKind }: Entry, at: number): boolean {
  if (rootKind === 'home') return true;
  const hasLeft = formerPlaces.of(id, at) !== undefined;
  // A system folder leaves its place by a rename or a deletion; a deleted one leaves the trash by a restoration.
  if (rootKind === 'trash') return hasLeft && trash.find(id)?.wasRoot === true;
  return rootKind === 'system';
}

/** True if an entry, or a folder above it, is in the trash. */
export function isInTrash({ tables }: Context, entry: Entry): boolean {
  return tables.ancestry.from(entry).at(-1)?.rootKind === 'trash';
}

/** True if an entry is where it was before, under the same name. */
export function isInPlace(entry: Entry, state: EntryState & { kind: 'present' }): boolean {
  return entry.rootKind !== 'trash' && entry.parentId === state.folderId && entry.name === state.name;
}

/** The version whose content must come back; undefined if the head has it, or if there is none. */
export function versionToRestore(entry: Entry, { version }: EntryState & { kind: 'present' }) {
  if (entry.kind === 'folder' || !version) return undefined;
  return version.sha256 === entry.sha256 ? undefined : version;
}
