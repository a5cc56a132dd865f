import type { Entry, Folder } from '../../model/entries/entry.ts';
import { fileNameFault, MAX_DEPTH, nameFault } from '../../model/entries/names.ts';
import { DmsError, forbidden, invalid, invalidField } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, Capability, UserActor } from '../../model/people/actor.ts';
import {
  type Access,
  type AuthorisedEntry,
  type EntryAccess,
  mayAdminister,
  requireUser,
} from '../access/access.ts';

/**
 * Finds the target folder of a request by its id; 0: the actor's home.
 * @throws {DmsError} unauthenticated | forbidden | invalid (folder_id: no folder that the actor may read)
 */
export function targetFolder(
  access: Access,
  actor: Actor,
  id: number,
  capability: Capability,
): AuthorisedEntry<Folder> {
  const user = requireUser(actor, capability);
  try {
    return access.targetFolder(user, id, capability);
  } catch (error) {
    if (error instanceof DmsError && error.code === 'not_found') throw invalid('folder_id', 'not_folder');
    throw error;
  }
}

/** Checks the name of an entry. @throws {DmsError} invalid (name) */
export function assertName(name: string): void {
  const fault = nameFault(name);
  if (fault !== undefined) throw invalidField('name', fault);
}

/** Checks the file name of an upload. @throws {DmsError} invalid (file) */
export function assertFileName(name: string): void {
  const fault = fileNameFault(name);
  if (fault !== undefined) throw invalidField('file', fault);
}

/**
 * Checks that folders stay within the maximum depth ({@link MAX_DEPTH}).
 * @param entryAccess access to the target folder
 * @param height levels of folders to be added beneath the target folder
 * @throws {DmsError} invalid (folder_id)
 */
export function assertDepth(entryAccess: EntryAccess, height: number): void {
  if (entryAccess.lineage.length - 1 + height >= MAX_DEPTH) {
    throw invalid('folder_id', 'folders_too_deep', { maximum: MAX_DEPTH });
  }
}

/** The error for a name that another entry of the folder has. */
export function nameTaken(name: string): DmsError {
  return new DmsError('name_taken', message('name_taken', { name }), {
    fields: { name: [message('taken_in_folder')] },
  });
}

/**
 * Checks that the user may rename or delete the entry if it is a root: a home never, a system folder only as an
 * administrator. Any other entry passes. No root can be moved.
 * @throws {DmsError} forbidden
 */
export function assertRoot(entry: Entry, user: UserActor): void {
  if (entry.rootKind === null) return;
  if (entry.rootKind !== 'system' || !mayAdminister(user))
    throw forbidden(message('may_not_change_root', { name: entry.name }));
}
