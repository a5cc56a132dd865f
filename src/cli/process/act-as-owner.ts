import { statSync } from 'node:fs';

/**
 * Switches the process permanently from root to the owner of the data directory. As root, it would follow links that
 * the owner has placed there, and write files that the owner's service cannot read.
 * @returns user ID of the owner; undefined if the process has not changed
 */
export function actAsOwner(dataDirectory: string): number | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(dataDirectory, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  if (uid === 0) return undefined;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  return uid;
}
