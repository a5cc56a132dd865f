import { message } from '../../../model/errors/messages.ts';
import type { AuthorisedEntry } from '../../access/access.ts';
import type { ActivityLog } from '../../activity/activity.ts';
import type { RequestedEntry } from '../../browse/browse.ts';
import type { Context } from '../../context.ts';
import type { WriteLocks } from '../../locks/locks.ts';
import type { Erasures, Trash } from '../../placement/placement.ts';
import { documentOf, type TemporaryFiles, type VacatedNames } from '../../safe-save/safe-save.ts';

interface Dependencies {
  readonly activity: ActivityLog;
  readonly erasures: Erasures;
  readonly locks: WriteLocks;
  readonly temporaryFiles: TemporaryFiles;
  readonly trash: Trash;
  readonly vacatedNames: VacatedNames;
}

/** Deletes entries. Runs inside the caller's transaction. */
export class Deleting {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Moves an entry with all entries beneath it to the trash. A temporary file of a WebDAV client is deleted permanently
   * instead (docs/build/webdav-clients.md).
   * @param source entry that the user may delete
   * @throws {DmsError} forbidden | locked
   */
  remove(source: RequestedEntry): void {
    const { temporaryFiles, trash, vacatedNames } = this.#deps;
    const { from } = source;
    if (from && temporaryFiles.isTemporary(source)) {
      this.#erase(source);
      return;
    }
    trash.discard(source);
    const document = documentOf(source);
    if (from && document) vacatedNames.noteDeletion(document, from);
  }

  #erase({ user, entry, entryAccess }: AuthorisedEntry): void {
    const { activity, erasures, locks } = this.#deps;
    locks.assertMovable(user, entryAccess);
    erasures.deleteInTransaction({
      entryId: entry.id,
      ownerId: entryAccess.ownerId,
      parentId: entry.parentId,
    });
    if (entry.parentId !== null) {
      this.#context.tables.entries.updateTime(entry.parentId, this.#context.now(), user.userId);
    }
    activity.record(user, 'delete', message('entry', { name: entry.name }), entry);
  }
}
