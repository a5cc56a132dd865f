import { DavError } from '../protocol/protocol.ts';
import type { DavPath } from './paths.ts';
import type { RequestContext } from './request-context.ts';

/** Folder at the mount root in which the drive at earlier times is: `/webdav/.history/2026-11-21T09.00/`. */
const HISTORY_FOLDER = '.history';
const TIME_NAME = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2})\.(\d{2})(?:\.(\d{2}))?)?(Z?)$/;

/**
 * True if a path is that of the drive at an earlier time. An entry that the user has under this path takes precedence,
 * and an entry of the user that is named `.history` keeps all members but those that are named as a time.
 */
export function isInHistory(
  { actor, dms }: Pick<RequestContext, 'actor' | 'dms'>,
  { segments }: DavPath,
): boolean {
  const [folder, time] = segments;
  if (folder !== HISTORY_FOLDER) return false;
  const own = time !== undefined && TIME_NAME.test(time) ? [folder, time] : [folder];
  return dms.tree.resolve(actor, own) === undefined;
}

/** @throws {DavError} 403, always */
export function refuseHistory(): never {
  throw new DavError(403, 'The folder .history shows the drive at earlier times. It cannot be changed.');
}

/**
 * The time that a name means: `2026-11-21` (the beginning of the day), `2026-11-21T09.00` or `2026-11-21T09.00.30`, in
 * the time zone of the service, or with a final `Z` in UTC.
 * @returns milliseconds UTC; undefined for any other name
 */
export function timeOfName(name: string): number | undefined {
  const [, day = '', hours = '00', minutes = '00', seconds = '00', zone = ''] = TIME_NAME.exec(name) ?? [];
  // Date.parse reads 30 February as 2 March, and 24.00 as midnight.
  const parsed = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day || Number(hours) > 23)
    return undefined;
  const time = Date.parse(`${day}T${hours}:${minutes}:${seconds}${zone}`);
  return Number.isNaN(time) ? undefined : time;
}
