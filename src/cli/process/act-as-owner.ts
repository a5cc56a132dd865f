import { statSync } from 'node:fs';

/**
 * Makes this process, if root runs it, one of the user whom the data directory belongs to, for good. Else whatever that
 * user left there, such as a link, would be followed with the rights of root; and what root writes there, the service of that
 * user could not read.
 * @returns the number of that user; undefined if nothing has changed
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
