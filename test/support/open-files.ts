import { readdirSync, readlinkSync } from 'node:fs';

/** Paths beneath a directory, or the one path, that this process has open. */
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
