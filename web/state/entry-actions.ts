import { signal } from '@preact/signals';
import { ApiError, asApiError } from '../api/api-error.ts';
import { type BatchAction, type BatchOutcome, refusalOf } from '../api/batch.ts';
import { api, dataOf } from '../api/client.ts';
import { loadIds } from '../api/contents.ts';
import type { Entry, Folder } from '../api/records.ts';
import { t } from '../text/text.ts';
import { workThrough } from './batches.ts';
import { listingsOf } from './listing.ts';
import { holdUndo, showToast } from './toasts.ts';

/** The folders of the change of entries that this page has made or taken back last: another list with each change. */
export const entryChanges = signal<readonly number[]>([]);

/** Where entries go to. */
export interface Target {
  readonly id: number;
  readonly name: string;
}

/** What renaming needs of an entry. */
type Named = Pick<Entry, 'id' | 'type' | 'name'>;

/** Looks at the lists of folders again that are in memory. */
export function refreshFolders(...ids: readonly number[]): void {
  entryChanges.value = ids;
  for (const id of new Set(ids)) for (const listing of listingsOf(id)) void listing.refresh();
}

/** Tells the user what the service has refused. */
export function showFailure(error: unknown): void {
  showToast(asApiError(error).message, 'failed');
}

/** Makes a folder. @throws {ApiError} with what is wrong with the name */
export async function createFolder(parentId: number, name: string): Promise<Folder> {
  const folder = await dataOf(api.POST('/folders', { body: { name, folder_id: parentId } }));
  refreshFolders(parentId);
  showToast(t().created(folder.name), 'done', async () => {
    const isEmpty = (await loadIds(folder.id)).length === 0;
    if (isEmpty) await takeBack({ action: 'delete' }, [folder.id], [parentId]);
    else showToast(t().notEmptyAnyMore(folder.name), 'failed');
  });
  return folder;
}

/** Renames an entry. @throws {ApiError} with what is wrong with the name */
export async function rename(entry: Entry, name: string, parentId: number): Promise<void> {
  const renamed = { ...entry, name };
  for (const listing of listingsOf(parentId)) listing.replace(renamed);
  try {
    await renameNow(entry, name);
  } catch (error) {
    // What has come from the service meanwhile is newer.
    for (const listing of listingsOf(parentId))
      if (listing.at(listing.indexOf(entry.id)) === renamed) listing.replace(entry);
    throw error;
  } finally {
    refreshFolders(parentId);
  }
  showToast(t().renamed(name), 'done', async () => {
    await renameNow(renamed, entry.name);
    refreshFolders(parentId);
  });
}

/** @throws {ApiError} 412 if it has got another name than the user sees, beside what is wrong with the new one */
async function renameNow({ id, type, name: seen }: Named, name: string): Promise<void> {
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

/** Takes back what a batch has done, and tells what of that is refused. */
async function takeBack(
  action: BatchAction,
  ids: readonly number[],
  folders: readonly number[],
): Promise<void> {
  const { failed } = await workThrough(action, ids);
  const [first] = failed;
  if (first !== undefined) showRefusals(refusalOf(first), failed.length);
  refreshFolders(...folders);
}

/** Puts entries of a folder into the trash. They are gone from the list at once, and come back if the service refuses. */
export async function remove(ids: readonly number[], parentId: number): Promise<void> {
  const name = nameOf(parentId, ids);
  hide(ids, parentId);
  await attempt({ action: 'delete' }, ids, [parentId], ({ done }) => {
    const gone = done.map(({ id }) => id);
    showToast(t().deleted(gone.length, name), 'done', () =>
      takeBack({ action: 'restore' }, gone, [parentId]),
    );
  });
}

/** A move of entries whose names are taken in the target, until the user has said what is to become of them. */
export interface AskedMove {
  readonly count: number;
  readonly target: string;
  /** Moves them under new names. */
  readonly rename: () => void;
}

/** What the user is asked now; undefined: nothing. */
export const askedMove = signal<AskedMove | undefined>(undefined);

/**
 * Moves entries of a folder into another one. Those whose names are taken there stay until the user is asked.
 * @param names what they are called, as far as that is loaded: for who takes the move back
 */
export async function move(
  ids: readonly number[],
  parentId: number,
  target: Target,
  conflict: 'fail' | 'rename' = 'fail',
  names = namesOf(parentId, ids),
): Promise<void> {
  if (target.id === parentId || ids.includes(target.id)) return;
  hide(ids, parentId);
  const folders = [parentId, target.id];
  const action = { action: 'move', folder_id: target.id, conflict } as const;
  const failed = await attempt(action, ids, folders, ({ done }) => {
    const moved = done.map(({ id }) => id);
    const back = { action: 'move', folder_id: parentId, conflict: 'fail' } as const;
    showToast(t().moved(moved.length, target.name), 'done', async () => {
      const there = new Set(await loadIds(target.id));
      const still = moved.filter((id) => there.has(id));
      if (still.length < moved.length) showToast(t().movedOn(moved.length - still.length), 'failed');
      await takeBack(back, still, folders);
      const renamed = done.flatMap(({ entry }) => (entry && there.has(entry.id) ? entry : []));
      await giveNamesBack(renamed, names, parentId);
    });
  });
  const taken = failed.filter(({ code }) => code === 'name_taken').map(({ id }) => id);
  if (taken.length > 0)
    askedMove.value = {
      count: taken.length,
      target: target.name,
      rename: () => void move(taken, parentId, target, 'rename', names),
    };
}

/** Gives entries that a move has renamed the names back that they had. */
async function giveNamesBack(
  entries: readonly Named[],
  names: ReadonlyMap<number, string>,
  parentId: number,
): Promise<void> {
  const renamed = entries.filter(({ id, name }) => (names.get(id) ?? name) !== name);
  for (const entry of renamed) await renameNow(entry, names.get(entry.id) ?? entry.name);
  if (renamed.length > 0) refreshFolders(parentId);
}

/** Copies entries into a folder; those whose names are taken there get a number. */
export async function copy(ids: readonly number[], target: Target): Promise<void> {
  const action = { action: 'copy', folder_id: target.id, conflict: 'rename' } as const;
  await attempt(action, ids, [target.id], ({ done }) => {
    const copies = done.flatMap(({ entry }) => (entry === undefined ? [] : entry.id));
    showToast(t().copied(copies.length, target.name), 'done', () =>
      takeBack({ action: 'delete' }, copies, [target.id]),
    );
  });
}

/** Runs a batch, tells what became of it, and looks at the folders again. */
async function attempt(
  action: BatchAction,
  ids: readonly number[],
  folders: readonly number[],
  onDone: (outcome: BatchOutcome) => void,
): Promise<BatchOutcome['failed']> {
  const change = workThrough(action, ids).then((outcome) => {
    if (outcome.done.length > 0) onDone(outcome);
    return outcome.failed;
  });
  holdUndo(change);
  for (const listing of folders.flatMap(listingsOf)) listing.hold(change);
  let failed: BatchOutcome['failed'] = [];
  try {
    failed = await change;
    // Names that are taken are asked about.
    const told = failed.filter(({ code }) => action.action !== 'move' || code !== 'name_taken');
    const [first] = told;
    if (first !== undefined) showRefusals(refusalOf(first), told.length);
  } catch (error) {
    showFailure(error);
  }
  refreshFolders(...folders);
  return failed;
}

function showRefusals(first: ApiError, count: number): void {
  showToast(count === 1 ? first.message : t().refusedToo(first.message, count - 1), 'failed');
}

function hide(ids: readonly number[], parentId: number): void {
  for (const listing of listingsOf(parentId)) listing.remove(new Set(ids));
}

/** The names of those of some entries that are loaded. */
function namesOf(parentId: number, ids: readonly number[]): ReadonlyMap<number, string> {
  const wanted = new Set(ids);
  const entries = listingsOf(parentId).flatMap((listing) => listing.loaded());
  return new Map(entries.flatMap(({ id, name }) => (wanted.has(id) ? [[id, name]] : [])));
}

/** The name of an entry that is to be told by it; empty if there are several. */
function nameOf(parentId: number, ids: readonly number[]): string {
  return ids.length === 1 ? ([...namesOf(parentId, ids).values()][0] ?? '') : '';
}
