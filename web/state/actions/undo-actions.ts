import { type BatchAction, type BatchOutcome, resultError } from '../../api/batch.ts';
import { api, dataOf } from '../../api/client.ts';
import type { Entry, Folder } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { showRefusals } from '../failures.ts';
import { refreshFolders } from '../files/folder-changes.ts';
import { workThrough } from './batches.ts';

/** The part of an entry that renaming needs. */
export type Named = Pick<Entry, 'id' | 'type' | 'name'>;

type Done = BatchOutcome['done'][number];

/** A completed move, recorded for undo. */
export interface Moved {
  readonly from: number;
  readonly to: number;
  /** Names of the entries before the move, as far as they were loaded. */
  readonly names: ReadonlyMap<number, string>;
  readonly done: readonly Done[];
  /** Position of the activity log before the move. */
  readonly since: number;
}

/**
 * Reverses a batch with the opposite action, and shows the first refusal. @returns the results of the reversed entries
 */
export async function undoBatch(
  action: BatchAction,
  ids: readonly number[],
  folders: readonly number[],
): Promise<BatchOutcome['done']> {
  if (ids.length === 0) return [];
  const { done, failed } = await workThrough(action, ids);
  const [first] = failed;
  if (first !== undefined) showRefusals(t().notUndone(resultError(first).message), failed.length);
  refreshFolders(...folders);
  return done;
}

/** Deletes a folder that was just created, unless it contains entries or has another name or place by now. */
export async function undoNewFolder(
  { id, name }: Pick<Folder, 'id' | 'name'>,
  parentId: number,
): Promise<void> {
  const asCreated = { only_empty: true, expected_folder_id: parentId, expected_name: name } as const;
  await undoBatch({ action: 'delete', ...asCreated }, [id], [parentId]);
}

/** Undoes a move, except for entries that another user has changed since. */
export async function undoMove({ from, to, names, done, since }: Moved): Promise<void> {
  const folders = [from, to];
  const moved = done.filter((result) => !isCopy(result));
  const still = { unchanged_since: since, expected_folder_id: to } as const;
  const back = { action: 'move', folder_id: from, conflict: 'fail', ...still } as const;
  const returned = new Set((await undoBatch(back, moved.map(newId), folders)).map(({ id }) => id));
  await restoreNames(
    moved.filter(({ id }) => returned.has(id)),
    names,
    from,
  );
  const copies = await keepOriginals({ from, to, done });
  await undoBatch({ action: 'delete', ...still }, copies, folders);
}

/**
 * Restores the originals that a move out of another user's home has put into the trash of their owner.
 * @returns the ids of the copies of those that are restored
 */
export async function keepOriginals({
  from,
  to,
  done,
}: Pick<Moved, 'from' | 'to' | 'done'>): Promise<number[]> {
  const copied = done.filter(isCopy);
  const originals = copied.map(({ id }) => id);
  const restored = new Set(
    (await undoBatch({ action: 'restore' }, originals, [from, to])).map(({ id }) => id),
  );
  return copied.filter(({ id }) => restored.has(id)).map(newId);
}

/** Moving an entry out of another user's home creates a copy, and puts the original into the trash of its owner. */
export function isCopy(result: Done): boolean {
  return newId(result) !== result.id;
}

function newId({ id, entry }: Done): number {
  return entry?.id ?? id;
}

/** Restores the names of entries that a move renamed. */
async function restoreNames(
  moved: readonly Done[],
  names: ReadonlyMap<number, string>,
  parentId: number,
): Promise<void> {
  const renamed = moved.flatMap(({ id, entry }) => {
    const name = names.get(id);
    return entry === undefined || name === undefined || name === entry.name ? [] : [{ entry, name }];
  });
  for (const { entry, name } of renamed) await renameNow(entry, name);
  if (renamed.length > 0) refreshFolders(parentId);
}

/**
 * Renames an entry. @throws {ApiError} the name is invalid or taken; 412 if the entry no longer has the name that the
 * user sees
 */
export async function renameNow({ id, type, name: seen }: Named, name: string): Promise<void> {
  const request = { params: { path: { id } }, body: { name, expected: { name: seen } } };
  if (type === 'folder') await dataOf(api.PATCH('/folders/{id}', request));
  else await dataOf(api.PATCH('/documents/{id}', request));
}
