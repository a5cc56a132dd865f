import { join } from 'node:path';
import { remarkedName } from '../../model/entries/names.ts';
import type { OfficePath } from '../../model/text/office-path.ts';
import { FileLock } from '../../storage/disk/file-lock.ts';
import type { TreeReader } from '../../storage/tree-reader.ts';

const REMARK = 'unfinished restore of';

/**
 * Name of a folder while it is being restored. The name of the snapshot identifies the folder when the restore is run
 * again.
 */
export function unfinishedName(name: string, snapshot: string): string {
  return remarkedName({ name, kind: 'folder' }, `${REMARK} ${snapshot}`);
}

/**
 * The snapshot from which an earlier run, which was killed, has restored a part of a folder.
 * @param name name of the restored folder
 * @param into path of the target folder
 * @param snapshots names of the existing snapshots
 * @returns undefined if there is no unfinished folder of an existing snapshot
 */
export function unfinishedSnapshot(
  reader: TreeReader,
  { name, into }: { readonly name: string; readonly into: OfficePath },
  snapshots: readonly string[],
): string | undefined {
  const isThere = (snapshot: string): boolean =>
    reader.find({ ...into, names: [...into.names, unfinishedName(name, snapshot)] })?.kind === 'folder';
  return snapshots.findLast(isThere);
}

/**
 * Runs a restore of one entry. While another one is running, an unfinished folder may be its folder, so it must not be
 * continued.
 * @param dataDirectory absolute path
 */
export async function withRestoreLock<T>(
  dataDirectory: string,
  work: (mayContinue: boolean) => Promise<T>,
): Promise<T> {
  const lock = FileLock.acquire(join(dataDirectory, 'restore.lock'));
  try {
    return await work(lock !== undefined);
  } finally {
    lock?.release();
  }
}
