import { ApiError, asApiError } from '../../../api/api-error.ts';
import { type BatchAction, type BatchOutcome, resultError } from '../../../api/batch.ts';
import { api, dataOf } from '../../../api/client.ts';
import { contentTagOf } from '../../../api/content-tag.ts';
import { loadDocument } from '../../../api/documents.ts';
import type { EarlierEntry } from '../../../api/earlier.ts';
import type { Document } from '../../../api/records.ts';
import { workThrough } from '../../../state/actions/batches.ts';
import { renameNow, undoBatch, undoMove } from '../../../state/actions/undo-actions.ts';
import { showFailure } from '../../../state/failures.ts';
import { refreshFolders } from '../../../state/files/folder-changes.ts';
import { showToast } from '../../../state/toasts.ts';
import { holdUndo, showUndoable } from '../../../state/undo.ts';
import { t } from '../../../text/text.ts';

/** Where an entry was. */
export interface Former {
  /** 0: the top folder. */
  readonly folderId: number;
  /** The folder is in the trash, so nothing can be moved there. */
  readonly isGone: boolean;
}

/** Takes back one step. */
type Reverse = () => Promise<unknown>;

/** An entry as it is at a step. */
interface Now {
  readonly id: number;
  readonly name: string;
  /** 0: the top folder. */
  readonly folderId: number;
}

/**
 * Brings an entry back to its former folder, with its former name and content: out of the trash, and as the newest
 * version. The service refuses a step if another user has changed the entry meanwhile. Shows the outcome with an undo.
 */
export function getBack(entry: EarlierEntry, former: Former): Promise<void> {
  return holdUndo(getBackNow(entry, former));
}

async function getBackNow(entry: EarlierEntry, former: Former): Promise<void> {
  const reverses: Reverse[] = [];
  let failure: unknown;
  try {
    for await (const reverse of stepsOf(entry, former)) reverses.push(reverse);
  } catch (error) {
    failure = error;
  }
  refreshFolders(former.folderId);
  if (reverses.length > 0)
    showUndoable(t().earlier.isBack(entry.name), () => takeBack(reverses, former.folderId));
  else if (failure === undefined) showToast(t().earlier.wasThere(entry.name));
  if (failure !== undefined) showFailure(failure);
}

/** Does what is necessary, step by step. */
async function* stepsOf(entry: EarlierEntry, { folderId, isGone }: Former): AsyncGenerator<Reverse> {
  const { name, type, version } = entry;
  if (entry.now === null) yield await outOfTrash(entry);
  let now = await nowOf(entry);
  if (!isGone && now.folderId !== folderId) {
    const moved = await moveBack(now, folderId);
    now = moved.now;
    yield moved.reverse;
  }
  if (now.name !== name) {
    await renameNow({ id: now.id, type, name: now.name }, name);
    const { id, name: other } = now;
    yield () => renameNow({ id, type, name }, other);
  }
  const reverse = version === null ? undefined : await contentBack(now.id, version);
  if (reverse !== undefined) yield reverse;
}

/** Latest step first. */
async function takeBack(reverses: readonly Reverse[], folderId: number): Promise<void> {
  for (const reverse of reverses.toReversed()) await reverse();
  refreshFolders(folderId);
}

async function runOne(action: BatchAction, id: number): Promise<BatchOutcome> {
  const outcome = await workThrough(action, [id]);
  const [failed] = outcome.failed;
  if (failed !== undefined) throw resultError(failed);
  return outcome;
}

async function outOfTrash({ id, name }: EarlierEntry): Promise<Reverse> {
  try {
    await runOne({ action: 'restore' }, id);
  } catch (error) {
    // Only what was deleted itself can be restored, not what is in a deleted folder.
    const { code } = asApiError(error);
    throw code === 'not_found'
      ? new ApiError(t().earlier.deletedWithFolder(name), { code, status: 404 })
      : error;
  }
  return () => undoBatch({ action: 'delete' }, [id], []);
}

async function nowOf({ id, type }: EarlierEntry): Promise<Now> {
  const { name, ancestors } =
    type === 'file'
      ? await loadDocument(id)
      : await dataOf(api.GET('/folders/{id}', { params: { path: { id } } }));
  return { id, name, folderId: ancestors.at(-1)?.id ?? 0 };
}

async function moveBack(
  { id, name, folderId }: Now,
  to: number,
): Promise<{ readonly now: Now; readonly reverse: Reverse }> {
  const move = { action: 'move', folder_id: to, conflict: 'rename', expected_folder_id: folderId } as const;
  const { done, since } = await runOne(move, id);
  refreshFolders(folderId);
  const moved = done[0]?.entry;
  return {
    // A move out of another user's home makes a copy.
    now: { id: moved?.id ?? id, name: moved?.name ?? name, folderId: to },
    reverse: () => undoMove({ from: folderId, to, names: new Map([[id, name]]), done, since }),
  };
}

/** @param tag ETag that the content must have */
function restoreVersion(id: number, number: number, tag: string | undefined): Promise<Document> {
  const headers = tag === undefined ? {} : { 'If-Match': tag };
  const params = { path: { id, number } };
  return dataOf(api.POST('/documents/{id}/versions/{number}/restore', { params, headers }));
}

/** Makes the former version the newest one. @returns undefined if it has the same content */
async function contentBack(
  id: number,
  { version, sha256 }: NonNullable<EarlierEntry['version']>,
): Promise<Reverse | undefined> {
  const head = await loadDocument(id);
  if (head.sha256 === sha256) return undefined;
  const restored = await restoreVersion(id, version, await contentTagOf(head));
  const tag = await contentTagOf(restored);
  return () => restoreVersion(id, head.version, tag);
}
