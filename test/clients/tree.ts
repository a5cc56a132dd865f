import { copyFile, mkdir, opendir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Larger files are skipped; `large.ts` tests those. */
const LARGEST = 4 * 1024 * 1024;

/** Relative paths of the readable regular files below a directory, without links, at most `limit`. */
export async function filesBeneath(directory: string, limit = Number.POSITIVE_INFINITY): Promise<string[]> {
  const found: string[] = [];
  const folders = [directory];
  for (let folder = folders.shift(); folder !== undefined && found.length < limit; folder = folders.shift()) {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && found.length < limit) found.push(relative(directory, path));
    }
  }
  return found.sort();
}

async function filesToTake(least: number, most: number): Promise<{ root: string; files: string[] }> {
  const documentation = '/usr/share/doc';
  const files = await filesBeneath(documentation).catch(() => []);
  if (files.length >= least) return { root: documentation, files: files.slice(0, most) };
  // A minimal Debian image lacks most of its documentation.
  return { root: '/usr/share', files: await filesBeneath('/usr/share', most) };
}

/**
 * Copies `least` to `most` files of Debian's documentation, in alphabetical order, to the folders that `partOf`
 * selects; uses all of `/usr/share` if there are too few.
 * @returns the number of files
 */
export async function copyDocumentation(
  target: string,
  { least, most }: { least: number; most: number },
  partOf: (index: number, length: number) => string,
): Promise<number> {
  const { root, files } = await filesToTake(least, most);
  let copied = 0;
  for (const [index, file] of files.entries()) {
    const source = join(root, file);
    const { size } = await stat(source);
    if (size > LARGEST) continue;
    const copy = join(target, partOf(index, files.length), file);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(source, copy);
    copied += 1;
  }
  if (copied < least)
    throw new Error(`this machine has only ${copied} files in ${root}; ${least} are needed`);
  return copied;
}

/** Sorted names in a directory. */
export async function namesIn(directory: string): Promise<string[]> {
  return (await readdir(directory)).sort();
}
