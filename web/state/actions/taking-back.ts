import { ApiError } from '../../api/api-error.ts';
import { type BatchAction, type BatchOutcome, refusalOf } from '../../api/batch.ts';
import { api, dataOf } from '../../api/client.ts';
import { loadIds } from '../../api/contents.ts';
import type { Entry, Folder } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { refreshFolders } from '../files/folder-changes.ts';
import { workThrough } from './batches.ts';
import { showRefusals } from './failures.ts';
import { showToast } from './toasts.ts';

/** What renaming needs of an entry. */
export type Named = Pick<Entry, 'id' | 'type' | 'name'>;

type Done = BatchOutcome['done'][number];

/** A move as it is remembered for who takes it back. */
export interface Moved {
  readonly from: number;
  readonly to: number;
  /** What the entries were called, as far as that was loaded. */
  readonly names: ReadonlyMap<number, string>;
  readonly done: readonly Done[];
}

/** Does the contrary of what a batch has done, and tells what of that is refused. @returns what was done */
export async function takeBack(
  action: BatchAction,
  ids: readonly number[],
  folders: readonly number[],
): Promise<BatchOutcome['done']> {
  if (ids.length === 0) return [];
  const { done, failed } = await workThrough(action, ids);
  const [first] = failed;
  if (first !== undefined) showRefusals(refusalOf(first), failed.length);
  refreshFolders(...folders);
  return done;
}

/** Deletes a folder that was made a moment ago, unless there is something in it by now. */
export async function takeBackFolder(
  { id, name }: Pick<Folder, 'id' | 'name'>,
  parentId: number,
): Promise<void> {
  const isEmpty = (await loadIds(id)).length === 0;
  if (isEmpty) await takeBack({ action: 'delete' }, [id], [parentId]);
  else showToast(t().notEmptyAnyMore(name), 'failed');
}

/** Brings back what was moved, but for what somebody has moved on since. */
export async function takeBackMove({ from, to, names, done }: Moved): Promise<void> {
  const there = new Set(await loadIds(to));
  const still = done.filter((result) => there.has(newId(result)));
  if (still.length < done.length) showToast(t().movedOn(done.length - still.length), 'failed');
  const folders = [from, to];
  const moved = still.filter((result) => !isCopy(result));
  const back = { action: 'move', folder_id: from, conflict: 'fail' } as const;
  const returned = new Set((await takeBack(back, moved.map(newId), folders)).map(({ id }) => id));
  await giveNamesBack(
    moved.filter(({ id }) => returned.has(id)),
    names,
    from,
  );
  // The entry itself is in the trash of its owner.
  const copied = still.filter(isCopy);
  const originals = copied.map(({ id }) => id);
  const restored = new Set((await takeBack({ action: 'restore' }, originals, folders)).map(({ id }) => id));
  const copies = copied.filter(({ id }) => restored.has(id)).map(newId);
  await takeBack({ action: 'delete' }, copies, folders);
}

/** Who moves an entry out of the home of another gets a copy. */
function isCopy(result: Done): boolean {
  return newId(result) !== result.id;
}

function newId({ id, entry }: Done): number {
  return entry?.id ?? id;
}

/** Gives entries that a move has renamed the names back that they had. */
async function giveNamesBack(
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

/** Renames an entry. @throws {ApiError} 412 if it has got another name than the user sees, beside what is wrong with the new one */
export async function renameNow({ id, type, name: seen }: Named, name: string): Promise<void> {
  const params = { path: { id } };
  const { name: now } = await (type === 'folder'
    ? dataOf(api.GET('/folders/{id}', { params }))
    : dataOf(api.GET('/documents/{id}', { params })));
  if (now !== seen && now !== withoutNumber(seen))
    throw new ApiError(t().renamedMeanwhile(now), { status: 412, code: 'renamed_meanwhile' });
  const request = { params, body: { name } };
  if (type === 'folder') await dataOf(api.PATCH('/folders/{id}', request));
  else await dataOf(api.PATCH('/documents/{id}', request));
}

/** Entries of others are shown with a number at the top if their name is taken there. */
function withoutNumber(name: string): string {
  return name.replace(/ \(\d+\)(?=(?:\.[^.]*)?$)/, '');
}
