import { type Stats, statSync } from 'node:fs';
import { codeOf } from '../../model/errors/error-code.ts';
import { CommandError } from '../terminal/output.ts';

/** Absolute paths of a data directory and its database. */
interface DataPaths {
  readonly path: string;
  readonly database: string;
}

/**
 * Refuses to run as a user other than the owner of the database. For commands that write contents: a service that runs
 * as the owner cannot read contents written by root.
 * @throws {CommandError} if the database belongs to another user
 */
export function refuseOthers({ path, database }: DataPaths): void {
  const owner = statOf({ path, database })?.uid;
  if (owner === undefined || process.geteuid === undefined || owner === process.geteuid()) return;
  throw new CommandError(
    `${database} belongs to another user (uid ${String(owner)}): run this as that user, ` +
      `for example with sudo -u '#${String(owner)}', or make the user that runs dms the owner of ${path} and everything in it`,
  );
}

/** @throws {CommandError} if there is no database, or this user has no access to the directory */
export function requireDatabase(paths: DataPaths): void {
  if (!statOf(paths))
    throw new CommandError(`there is no database in ${paths.path}: --data-dir names another directory`);
}

function statOf({ path, database }: DataPaths): Stats | undefined {
  try {
    return statSync(database, { throwIfNoEntry: false });
  } catch (error) {
    const code = codeOf(error) ?? String(error);
    const hint =
      code === 'EACCES'
        ? ': run this as its owner, or make your user the owner of the directory and everything in it'
        : '';
    throw new CommandError(`cannot access the data directory ${path} (${code})${hint}`);
  }
}
