import type { Actor, Capability, UserActor } from '../../model/actor.ts';
import type { Entry, Folder } from '../../model/entry.ts';
import { DmsError, forbidden, invalid } from '../../model/errors.ts';
import { MAX_DEPTH, nameFault } from '../../model/names.ts';
import { READ } from '../../model/permissions.ts';
import { type Access, type Reached, requireUser, type Standing } from '../access/access.ts';

/**
 * The folder that a request names as where something goes; 0 is the home.
 * @throws {DmsError} unauthenticated | forbidden | invalid (folder_id: nothing that the actor may read)
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
    if (error instanceof DmsError && error.code === 'not_found') throw invalid('folder_id', 'is no folder');
    throw error;
  }
}

/** @throws {DmsError} invalid (name) */
export function assertName(name: string): void {
  const fault = nameFault(name);
  if (fault !== undefined) throw invalid('name', fault);
}

/** @throws {DmsError} invalid (file) */
export function assertFileName(name: string): void {
  const fault = nameFault(name);
  if (fault !== undefined) throw invalid('file', `name ${fault}`);
}

/** @param height levels of folders that are to come into the folder with `standing` @throws {DmsError} invalid */
export function assertDepth(standing: Standing, height: number): void {
  if (standing.lineage.length - 1 + height >= MAX_DEPTH) {
    throw invalid('folder_id', `is too deep: folders nest at most ${String(MAX_DEPTH)} levels`);
  }
}

/** The refusal of a name that something else has. */
export function nameTaken(name: string): DmsError {
  return new DmsError('name_taken', `There is a "${name}" already.`, {
    fields: { name: ['is taken in this folder'] },
  });
}

/** Homes cannot be changed. System folders can be changed by administrators. @throws {DmsError} forbidden */
export function assertRoot(entry: Entry, user: UserActor): void {
  if (entry.rootKind === null) return;
  if (entry.rootKind !== 'system' || !user.isAdmin)
    throw forbidden(`"${entry.name}" is not yours to change.`);
}
