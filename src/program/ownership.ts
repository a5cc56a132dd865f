import { existsSync, lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';

const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/**
 * True if no other user can change the content at this path: it is no link, belongs to this user, and is not writable
 * for others. For root, all folders above are checked as well, because a user who can write to one of them can replace
 * the path. Always true on Windows, which has no such owners.
 */
export function isOwnAlone(path: string): boolean {
  const uid = process.geteuid?.();
  if (uid === undefined) return true;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink() || stats.uid !== uid || isOpen(stats)) return false;
  return uid !== 0 || foldersAbove(realpathSync(path)).every((folder) => isRootsAlone(lstatSync(folder)));
}

/**
 * The first of a path and the folders above it that a user other than root could change. Checks both the path as
 * written and the path with links resolved. Parts that do not exist are skipped.
 * @param path absolute
 */
export function openToOthers(path: string): string | undefined {
  const found = [path, ...foldersAbove(path)].filter((each) => lstatSync(each, { throwIfNoEntry: false }));
  const [deepest = '/'] = found;
  // The target of a dangling link may appear later, so nothing is known about it.
  if (!existsSync(deepest)) return deepest;
  const real = realpathSync(deepest);
  return [...found, real, ...foldersAbove(real)].find((each) => {
    const stats = lstatSync(each);
    return stats.uid !== 0 || (!stats.isSymbolicLink() && isOpen(stats));
  });
}

/**
 * The first of a folder and the folders above it in which a user other than this one and root could replace something.
 * Undefined on Windows, which has no such owners.
 * @param folder absolute path without links
 */
export function changeableByOthers(folder: string): string | undefined {
  return [folder, ...foldersAbove(folder)].find((each) => {
    const stats = lstatSync(each);
    const isProtected = each !== folder && (stats.mode & STICKY) !== 0;
    return isChangeableByOthers(stats, { isProtected });
  });
}

/** @param options.isProtected true for a folder with the sticky bit that contains nothing of other users */
export function isChangeableByOthers(stats: Stats, { isProtected = false } = {}): boolean {
  const uid = process.geteuid?.();
  if (uid === undefined) return false;
  const isForeign = stats.uid !== uid && stats.uid !== 0;
  return isForeign || (isOpen(stats) && !isProtected);
}

/** In a folder with the sticky bit, such as /tmp, users cannot replace files of other users. */
function isRootsAlone(folder: Stats): boolean {
  return folder.uid === 0 && (!isOpen(folder) || (folder.mode & STICKY) !== 0);
}

function isOpen({ mode }: Stats): boolean {
  return (mode & WRITABLE_BY_OTHERS) !== 0;
}

function foldersAbove(path: string): string[] {
  const above = dirname(resolve(path));
  return above === path ? [] : [above, ...foldersAbove(above)];
}
