import { resultError, runBatch } from '../../api/batch.ts';
import { api, dataOf } from '../../api/client.ts';
import type { Folder } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { showFailure } from '../failures.ts';
import { refreshFolders } from '../files/folder-changes.ts';
import { holdUndo, showUndoable } from '../undo.ts';
import { undoNewFolder } from './undo-actions.ts';

/** Id of the top folder. System folders appear there for every user. */
const TOP = 0;

async function throwRefusal(work: ReturnType<typeof runBatch>): Promise<void> {
  const [refused] = (await work).failed;
  if (refused !== undefined) throw resultError(refused);
  refreshFolders(TOP);
}

/** Creates a folder that belongs to the office; can be undone. @throws {ApiError} the name is invalid or taken */
export function createSystemFolder(name: string): Promise<void> {
  return holdUndo(createNow(name));
}

async function createNow(name: string): Promise<void> {
  const folder = await dataOf(api.POST('/folders', { body: { name, system: true } }));
  refreshFolders(TOP);
  showUndoable(t().created(folder.name), () => undoNewFolder(folder, TOP));
}

/** Moves a system folder to the trash; can be undone. */
export function removeSystemFolder(folder: Pick<Folder, 'id' | 'name'>): Promise<void> {
  return holdUndo(removeNow(folder));
}

async function removeNow({ id, name }: Pick<Folder, 'id' | 'name'>): Promise<void> {
  try {
    await throwRefusal(runBatch({ action: 'delete' }, [id]));
    showUndoable(t().deleted(1, name), () =>
      throwRefusal(runBatch({ action: 'restore' }, [id])).catch(showFailure),
    );
  } catch (error) {
    showFailure(error);
  }
}
