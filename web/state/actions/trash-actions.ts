import { asApiError } from '../../api/api-error.ts';
import { type BatchOutcome, resultError } from '../../api/batch.ts';
import { api, dataOf } from '../../api/client.ts';
import type { TrashRecord } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { showFailure } from '../failures.ts';
import { refreshFolders } from '../files/folder-changes.ts';
import type { PagedList } from '../files/paged-list.ts';
import { showToast } from '../toasts.ts';
import { holdUndo, showUndoable } from '../undo.ts';
import { workThrough } from './batches.ts';
import { undoBatch } from './undo-actions.ts';

/** The list of entries in the trash. */
export type TrashRows = PagedList<TrashRecord>;

/** Folders whose lists show the restored entries. */
function foldersOf({ done }: BatchOutcome): readonly number[] {
  return [0, ...done.flatMap(({ entry }) => entry?.folder_id ?? [])];
}

function tellRefusals({ failed }: BatchOutcome): void {
  const [first] = failed;
  if (first !== undefined)
    showToast(t().trashPage.failed(failed.length, resultError(first).message), 'failed');
}

/** Runs an action on entries in the trash. Their rows disappear immediately, and reappear if the action fails. */
async function withTrash(rows: TrashRows, ids: readonly number[], work: () => Promise<void>): Promise<void> {
  rows.remove(new Set(ids));
  try {
    await work();
  } catch (error) {
    showFailure(asApiError(error));
  }
  await rows.refresh();
}

/**
 * Restores entries. Undo moves them to the trash again.
 * @param folderId target folder; undefined: the original one
 */
export function restoreEntries(rows: TrashRows, ids: readonly number[], folderId?: number): Promise<void> {
  return holdUndo(restoreNow(rows, ids, folderId));
}

async function restoreNow(
  rows: TrashRows,
  ids: readonly number[],
  folderId: number | undefined,
): Promise<void> {
  const target = folderId === undefined ? {} : { folder_id: folderId };
  await withTrash(rows, ids, async () => {
    const restored = await workThrough({ action: 'restore', ...target }, ids);
    const folders = foldersOf(restored);
    refreshFolders(...folders);
    tellRefusals(restored);
    if (restored.done.length === 0) return;
    const name = restored.done[0]?.entry?.name ?? '';
    showUndoable(t().trashPage.restored(restored.done.length, name), async () => {
      const back = restored.done.map(({ id }) => id);
      const away = { action: 'delete', unchanged_since: restored.since } as const;
      await withTrash(rows, [], async () => {
        await undoBatch(away, back, folders);
      });
    });
  });
}

/** Deletes entries in the trash permanently. */
export async function purgeEntries(rows: TrashRows, ids: readonly number[]): Promise<void> {
  await withTrash(rows, ids, async () => {
    const purged = await workThrough({ action: 'purge' }, ids);
    tellRefusals(purged);
    if (purged.done.length > 0) showToast(t().trashPage.purged(purged.done.length));
  });
}

/** Permanently deletes every entry in the trash that the user may delete. */
export async function emptyTrash(rows: TrashRows): Promise<void> {
  await withTrash(rows, [], async () => {
    const { purged, left } = await dataOf(api.DELETE('/trash'));
    showToast(left === 0 ? t().trashPage.purged(purged) : t().trashPage.emptied(purged, left));
  });
}
