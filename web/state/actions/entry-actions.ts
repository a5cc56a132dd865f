import { type BatchAction, type BatchOutcome, refusalOf } from '../../api/batch.ts';
import { api, dataOf } from '../../api/client.ts';
import type { Entry, Folder } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { refreshFolders } from '../files/folder-changes.ts';
import { listingsOf } from '../files/listing.ts';
import { workThrough } from './batches.ts';
import { showFailure, showRefusals } from './failures.ts';
import { Questions } from './questions.ts';
import { renameNow, takeBack, takeBackFolder, takeBackMove } from './taking-back.ts';
import { holdUndo, showToast } from './toasts.ts';

/** Where entries go to. */
export interface Target {
  readonly id: number;
  readonly name: string;
}

/** Makes a folder. @throws {ApiError} with what is wrong with the name */
export function createFolder(parentId: number, name: string): Promise<Folder> {
  return holdUndo(createNow(parentId, name));
}

async function createNow(parentId: number, name: string): Promise<Folder> {
  const folder = await dataOf(api.POST('/folders', { body: { name, folder_id: parentId } }));
  refreshFolders(parentId);
  showToast(t().created(folder.name), 'done', () => takeBackFolder(folder, parentId));
  return folder;
}

/** Renames an entry. @throws {ApiError} with what is wrong with the name */
export function rename(entry: Entry, name: string, parentId: number): Promise<void> {
  return holdUndo(renameShown(entry, name, parentId));
}

async function renameShown(entry: Entry, name: string, parentId: number): Promise<void> {
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

/**
 * Puts entries of a folder into the trash. They are gone from the list at once, and come back if the service refuses.
 * @param name of the only one, where the list may not be loaded
 */
export async function remove(
  ids: readonly number[],
  parentId: number,
  name = nameOf(parentId, ids),
): Promise<void> {
  hide(ids, parentId);
  await attempt({ action: 'delete' }, ids, [parentId], ({ done }) => {
    const gone = done.map(({ id }) => id);
    showToast(t().deleted(gone.length, name), 'done', async () => {
      await takeBack({ action: 'restore' }, gone, [parentId]);
    });
  });
}

const NAMES_TOLD = 5;

/** A move of entries whose names are taken in the target, until the user has said what is to become of them. */
export interface AskedMove {
  readonly count: number;
  /** The first of them. */
  readonly names: readonly string[];
  readonly target: string;
  /** Moves them under new names. */
  readonly rename: () => void;
}

/** What the user is asked about moves. */
export const askedMoves = new Questions<AskedMove>();

interface MoveOptions {
  readonly conflict?: 'fail' | 'rename';
  /** What they are called, as far as that is loaded: for who takes the move back. */
  readonly names?: ReadonlyMap<number, string>;
}

/**
 * Moves entries of a folder into another one. Those whose names are taken there stay until the user is asked.
 */
export async function move(
  ids: readonly number[],
  parentId: number,
  target: Target,
  { conflict = 'fail', names = namesOf(parentId, ids) }: MoveOptions = {},
): Promise<void> {
  if (target.id === parentId || ids.includes(target.id)) return;
  hide(ids, parentId);
  const folders = [parentId, target.id];
  const action = { action: 'move', folder_id: target.id, conflict } as const;
  const failed = await attempt(action, ids, folders, ({ done }) => {
    const moved = { from: parentId, to: target.id, names, done };
    showToast(t().moved(done.length, target.name), 'done', () => takeBackMove(moved));
  });
  const taken = failed.filter(({ code }) => code === 'name_taken').map(({ id }) => id);
  if (taken.length > 0)
    askedMoves.ask({
      count: taken.length,
      names: taken.flatMap((id) => names.get(id) ?? []).slice(0, NAMES_TOLD),
      target: target.name,
      rename: () => void move(taken, parentId, target, { conflict: 'rename', names }),
    });
}

/** Copies entries into a folder; those whose names are taken there get a number. */
export async function copy(ids: readonly number[], target: Target): Promise<void> {
  const action = { action: 'copy', folder_id: target.id, conflict: 'rename' } as const;
  await attempt(action, ids, [target.id], ({ done }) => {
    const copies = done.flatMap(({ entry }) => (entry === undefined ? [] : entry.id));
    showToast(t().copied(copies.length, target.name), 'done', async () => {
      await takeBack({ action: 'delete' }, copies, [target.id]);
    });
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
  void holdUndo(change);
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

function hide(ids: readonly number[], parentId: number): void {
  for (const listing of listingsOf(parentId)) listing.remove(new Set(ids));
}

/** The names of those of some entries that are loaded. */
export function namesOf(parentId: number, ids: readonly number[]): ReadonlyMap<number, string> {
  const wanted = new Set(ids);
  const entries = listingsOf(parentId).flatMap((listing) => listing.loaded());
  return new Map(entries.flatMap(({ id, name }) => (wanted.has(id) ? [[id, name]] : [])));
}

/** The name of an entry that is to be told by it; empty if there are several. */
function nameOf(parentId: number, ids: readonly number[]): string {
  return ids.length === 1 ? ([...namesOf(parentId, ids).values()][0] ?? '') : '';
}
