import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

/** An absolute path without links, as far as it is there. */
export async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (dirname(path) === path) throw error;
    return join(await realPath(dirname(path)), basename(path));
  }
}

/** True if a path is a folder, or beneath it. Both are absolute and without links. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}
