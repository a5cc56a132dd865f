import { readdirSync, readlinkSync } from 'node:fs';

/** Paths that this process has open: the path itself, or paths in that directory. */
export function openFiles(path: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const opened = readlinkSync(`/proc/self/fd/${name}`);
      return opened === path || opened.startsWith(`${path}/`) ? [opened] : [];
    } catch {
      return [];
    }
  });
}
