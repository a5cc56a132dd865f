import type { Dms } from '../../core/dms.ts';
import { allows, CREATE } from '../../model/entries/permissions.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { type OfficePath, officePathText } from '../../model/text/office-path.ts';
import type { TreeReader } from '../../storage/tree-reader.ts';
import { badArgument, refusal } from './refusal.ts';

/**
 * The folder at a path, in which the user may create entries. Missing folders are created as the user; a missing system
 * folder only for an administrator.
 * @returns the ID of the folder
 * @throws {DmsError} not_found | forbidden | invalid (FOLDER) | name_taken
 */
export async function folderFor(
  dms: Dms,
  reader: TreeReader,
  actor: UserActor,
  path: OfficePath,
): Promise<number> {
  const { login, names } = path;
  let id = login === undefined ? undefined : homeOf(reader, login);
  for (const index of names.keys()) {
    const level = { login, names: names.slice(0, index + 1) };
    const found = reader.find(level);
    if (found?.kind === 'file')
      throw badArgument('FOLDER', `must be a folder; ${officePathText(level)} is a document`);
    id = found?.id ?? (await makeFolder(dms, actor, id, level));
  }
  if (id === undefined) throw badArgument('FOLDER', 'must be a folder such as /Office or anna:/');
  if (!allows(permissionsOn(dms, actor, id, path), CREATE))
    throw refusal(
      'forbidden',
      `the user "${actor.login}" may not create anything in ${officePathText(path)}`,
    );
  return id;
}

/**
 * The id of the home of a user.
 * @throws {DmsError} not_found (the user)
 */
export function homeOf(reader: TreeReader, login: string): number {
  const home = reader.find({ login, names: [] });
  if (!home) throw new DmsError('not_found', message('no_user', { login }));
  return home.id;
}

async function makeFolder(
  dms: Dms,
  actor: UserActor,
  folderId: number | undefined,
  { names }: OfficePath,
): Promise<number> {
  const name = names.at(-1) ?? '';
  if (folderId === undefined) return makeSystemFolder(dms, actor, name);
  return dms.folders.add(actor, { folderId, name });
}

async function makeSystemFolder(dms: Dms, actor: UserActor, name: string): Promise<number> {
  try {
    return (await dms.folders.createSystem(actor, name)).id;
  } catch (error) {
    if (!(error instanceof DmsError) || error.code !== 'forbidden') throw error;
    throw refusal(
      'forbidden',
      `there is no system folder /${name}, and the user "${actor.login}" may not create one`,
    );
  }
}

function permissionsOn(dms: Dms, actor: UserActor, id: number, path: OfficePath): number {
  try {
    return dms.tree.folder(actor, id, 'write').permissions;
  } catch (error) {
    if (!(error instanceof DmsError) || error.code !== 'not_found') throw error;
    throw refusal('forbidden', `the user "${actor.login}" may not read ${officePathText(path)}`);
  }
}
