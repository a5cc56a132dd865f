import type { Actor, Capability, UserActor } from '../../model/actor.ts';
import type { Entry, Folder } from '../../model/entry.ts';
import { DmsError, forbidden, invalid } from '../../model/errors.ts';
import { MAX_DEPTH, nameFault } from '../../model/names.ts';
import { READ } from '../../model/permissions.ts';
import { type Access, mayAdminister, type Reached, requireUser, type Standing } from '../access/access.ts';

/**
 * Finds the target folder of a request by its id; 0 is the actor's home.
 * @throws {DmsError} unauthenticated | forbidden | invalid (folder_id: no folder that the actor may read)
 */
export function targetFolder(
  access: Access,
  actor: Actor,
  id: number,
  capability: Capability,
): Reached<Folder> {
  const user = requireUser(actor, capability);
  try {
    return access.folder(user, id, READ, capability);
  } catch (error) {
    if (error instanceof DmsError && error.code === 'not_found')
      throw invalid('folder_id', 'is not a folder');
    throw error;
  }
}

/** Checks the name of an entry. @throws {DmsError} invalid (name) */
export function assertName(name: string): void {
  const fault = nameFault(name);
  if (fault !== undefined) throw invalid('name', fault);
}

/** Checks the file name of an upload. @throws {DmsError} invalid (file) */
export function assertFileName(name: string): void {
  const fault = nameFault(name);
  if (fault !== undefined) throw invalid('file', `name ${fault}`);
}

/**
 * Checks that folders stay within the deepest nesting ({@link MAX_DEPTH}).
 * @param standing of the target folder
 * @param height levels of folders that are added beneath the target folder
 * @throws {DmsError} invalid (folder_id)
 */
export function assertDepth(standing: Standing, height: number): void {
  if (standing.lineage.length - 1 + height >= MAX_DEPTH) {
    throw invalid('folder_id', `is too deep: folders may be nested at most ${String(MAX_DEPTH)} levels deep`);
  }
}

/** The error for a name that another entry of the folder has. */
export function nameTaken(name: string): DmsError {
  return new DmsError('name_taken', `The name "${name}" is already taken.`, {
    fields: { name: ['is taken in this folder'] },
  });
}

/**
 * Checks whether a root may be renamed, moved or deleted: a home never, a system folder by administrators.
 * Any other entry passes.
 * @throws {DmsError} forbidden
 */
export function assertRoot(entry: Entry, user: UserActor): void {
  if (entry.rootKind === null) return;
  if (entry.rootKind !== 'system' || !mayAdminister(user))
    throw forbidden(`You may not rename, move or delete "${entry.name}".`);
}
