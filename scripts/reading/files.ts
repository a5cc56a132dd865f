import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Larger files are left out: they would say something about the disk only. */
const MAX_BYTES = 100 * 2 ** 20;

/** Finds at most `limit` files with content beneath directories, always in the same order. */
export function filesBeneath(directories: readonly string[], limit: number): string[] {
  return directories
    .flatMap((directory) =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .sort()
        .map((name) => join(directory, name)),
    )
    .filter((path) => {
      const file = lstatSync(path);
      return file.isFile() && file.size > 0 && file.size <= MAX_BYTES;
    })
    .slice(0, limit);
}
