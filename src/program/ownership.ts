import { existsSync, lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';

const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/**
 * True if no other user can change what this process finds at the path: it is no link, belongs to this user, and others
 * cannot write there. Root looks at the folders above it, too, as whoever can write there can put another one in its place.
 * On Windows always true, which has no such owners.
 */
export function isOwnAlone(path: string): boolean {
  const uid = process.geteuid?.();
  if (uid === undefined) return true;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink() || stats.uid !== uid || isOpen(stats)) return false;
  return uid !== 0 || foldersAbove(realpathSync(path)).every((folder) => isRootsAlone(lstatSync(folder)));
}

/**
 * The first of a path and the folders above it, links followed and not, that another user than root could change. What is not
 * there yet is not looked at.
 * @param path absolute
 */
export function openToOthers(path: string): string | undefined {
  const found = [path, ...foldersAbove(path)].filter((each) => lstatSync(each, { throwIfNoEntry: false }));
  const [deepest = '/'] = found;
  // A link that leads nowhere may lead somewhere later.
  if (!existsSync(deepest)) return deepest;
  const real = realpathSync(deepest);
  return [...found, real, ...foldersAbove(real)].find((each) => {
    const stats = lstatSync(each);
    return stats.uid !== 0 || (!stats.isSymbolicLink() && isOpen(stats));
  });
}

/** In a folder with the sticky bit, such as /tmp, nobody takes away what is another user's. */
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
