import { type BatchAction, type BatchOutcome, resultError } from '../../api/batch.ts';
import { api, dataOf } from '../../api/client.ts';
import type { Entry, Folder } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { showFailure, showRefusals } from '../failures.ts';
import { refreshFolders } from '../files/folder-changes.ts';
import { knownInfo } from '../files/folder-info.ts';
import { listingsOf } from '../files/listing.ts';
import { type Alternative, holdUndo, showUndoable } from '../undo.ts';
import { workThrough } from './batches.ts';
import { Questions } from './questions.ts';
import {
  isCopy,
  keepOriginals,
  type Moved,
  renameNow,
  undoBatch,
  undoMove,
  undoNewFolder,
} from './undo-actions.ts';

/** The target folder of a move or copy. */
export interface Target {
  readonly id: number;
  readonly name: string;
}

/** Creates a folder. @throws {ApiError} the name is invalid or taken */
export function createFolder(parentId: number, name: string): Promise<Folder> {
  return holdUndo(createNow(parentId, name));
}

async function createNow(parentId: number, name: string): Promise<Folder> {
  const folder = await dataOf(api.POST('/folders', { body: { name, folder_id: parentId } }));
  refreshFolders(parentId);
  showUndoable(t().created(folder.name), () => undoNewFolder(folder, parentId));
  return folder;
}

/** Renames an entry. @throws {ApiError} the name is invalid or taken */
export function rename(entry: Entry, name: string, parentId: number): Promise<void> {
  return holdUndo(renameShown(entry, name, parentId));
}

async function renameShown(entry: Entry, name: string, parentId: number): Promise<void> {
  const renamed = { ...entry, name };
  for (const listing of listingsOf(parentId)) listing.replace(renamed);
  try {
    await renameNow(entry, name);
  } catch (error) {
    // A row that the service has sent meanwhile is newer, so only our own change is reverted.
    for (const listing of listingsOf(parentId))
      if (listing.at(listing.indexOf(entry.id)) === renamed) listing.replace(entry);
    throw error;
  } finally {
    refreshFolders(parentId);
  }
  showUndoable(t().renamed(name), async () => {
    await renameNow(renamed, entry.name);
    refreshFolders(parentId);
  });
}

/**
 * Moves entries of a folder to the trash. Their rows disappear immediately, and reappear if the service refuses.
 * @param name of the entry if there is only one; needed where its list may not be loaded
 */
export async function remove(
  ids: readonly number[],
  parentId: number,
  name = nameOf(parentId, ids),
): Promise<void> {
  hide(ids, parentId);
  await attempt({ action: 'delete' }, ids, [parentId], ({ done }) => {
    const gone = done.map(({ id }) => id);
    showUndoable(t().deleted(gone.length, name), async () => {
      await undoBatch({ action: 'restore' }, gone, [parentId]);
    });
  });
}

const NAMES_TOLD = 5;

/** A move that is waiting for the user's decision, because names are taken in the target folder. */
export interface AskedMove {
  readonly count: number;
  /** The first names that are taken. */
  readonly names: readonly string[];
  readonly target: string;
  /** Moves the entries under new names. */
  readonly rename: () => void;
}

/** Queue of moves that the user is asked about. */
export const askedMoves = new Questions<AskedMove>();

interface MoveOptions {
  readonly conflict?: 'fail' | 'rename';
  /** Names of the entries, as far as they are loaded; needed to undo the move. */
  readonly names?: ReadonlyMap<number, string>;
}

/** Moves entries of a folder into another one. Entries whose names are taken there stay until the user decides. */
export async function move(
  ids: readonly number[],
  parentId: number,
  target: Target,
  { conflict = 'fail', names = namesOf(parentId, ids) }: MoveOptions = {},
): Promise<void> {
  if (target.id === parentId || ids.includes(target.id)) return;
  const owner = ownerOf(parentId, ids);
  hide(ids, parentId);
  const folders = [parentId, target.id];
  const action = { action: 'move', folder_id: target.id, conflict } as const;
  const failed = await attempt(action, ids, folders, ({ done, since }) => {
    const moved = { from: parentId, to: target.id, names, done, since };
    const copies = done.filter(isCopy).length;
    const text = copies > 0 ? t().takenAway(copies, target.name, owner) : t().moved(done.length, target.name);
    showUndoable(text, () => undoMove(moved), copies > 0 ? onlyCopied(moved, target, copies) : undefined);
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

/** Turns a move that made copies into a copy: the originals leave the trash of their owner. */
function onlyCopied(moved: Moved, target: Target, count: number): Alternative {
  return {
    label: t().keepOriginals(count),
    run: async () => {
      const copies = await keepOriginals(moved);
      if (copies.length > 0) showCopied(copies, target, moved.since);
    },
  };
}

/** Copies entries into a folder; a copy whose name is taken there gets a number. */
export async function copy(ids: readonly number[], target: Target): Promise<void> {
  const action = { action: 'copy', folder_id: target.id, conflict: 'rename' } as const;
  await attempt(action, ids, [target.id], ({ done, since }) => {
    const copies = done.flatMap(({ entry }) => (entry === undefined ? [] : entry.id));
    showCopied(copies, target, since);
  });
}

/** @param since position of the activity log before the copying */
function showCopied(copies: readonly number[], target: Target, since: number): void {
  showUndoable(t().copied(copies.length, target.name), async () => {
    const still = { unchanged_since: since, expected_folder_id: target.id };
    await undoBatch({ action: 'delete', ...still }, copies, [target.id]);
  });
}

/** Runs a batch, shows its result, and refreshes the folders. */
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
    // For a move, the user is asked about taken names instead.
    const told = failed.filter(({ code }) => action.action !== 'move' || code !== 'name_taken');
    const [first] = told;
    if (first !== undefined) showRefusals(resultError(first).message, told.length);
  } catch (error) {
    showFailure(error);
  }
  refreshFolders(...folders);
  return failed;
}

function hide(ids: readonly number[], parentId: number): void {
  for (const listing of listingsOf(parentId)) listing.remove(new Set(ids));
}

/** The names of the given entries, as far as they are loaded. */
export function namesOf(parentId: number, ids: readonly number[]): ReadonlyMap<number, string> {
  const wanted = new Set(ids);
  const entries = listingsOf(parentId).flatMap((listing) => listing.loaded());
  return new Map(entries.flatMap(({ id, name }) => (wanted.has(id) ? [[id, name]] : [])));
}

/** Name of the user in whose home the entries are, as far as it is known. */
function ownerOf(parentId: number, ids: readonly number[]): string {
  const entries = listingsOf(parentId).flatMap((listing) => listing.loaded());
  const owner = entries.find(({ id }) => ids.includes(id))?.owner?.name;
  // The listing may have been evicted between a cut and its paste.
  return owner ?? knownInfo(parentId).owner ?? t().itsOwner;
}

/** The name of the only entry, for messages; empty for several entries. */
function nameOf(parentId: number, ids: readonly number[]): string {
  return ids.length === 1 ? ([...namesOf(parentId, ids).values()][0] ?? '') : '';
}
