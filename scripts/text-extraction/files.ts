import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Larger files are skipped: they would measure only the disk. */
const MAX_BYTES = 100 * 2 ** 20;

/** Returns at most `limit` non-empty files from directory trees, always in the same order. */
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
