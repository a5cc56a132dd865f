import type { SnapshotName } from '../../upkeep/backup/backup.ts';
import { CommandError, EXIT } from '../terminal/output.ts';

/**
 * Backup selected by `--snapshot`: the one with this name, or the last one up to this time. Without `--snapshot`, the
 * newest backup.
 * @param snapshots oldest first
 * @throws {CommandError} if no backup matches
 */
export function chooseSnapshot(snapshots: readonly SnapshotName[], wanted: string | undefined): SnapshotName {
  const newest = snapshots.at(-1);
  if (!newest) throw new CommandError('there is no backup in this folder');
  if (wanted === undefined) return newest;
  const named = snapshots.find(({ name }) => name === wanted);
  if (named) return named;
  const until = endOf(wanted);
  if (until === undefined)
    throw new CommandError(
      `--snapshot "${wanted}" is neither a time such as 2026-11-22T14:30 nor the name of a backup (see --list)`,
      EXIT.usage,
    );
  const found = snapshots.findLast(({ time }) => time <= until);
  if (!found) throw new CommandError(`there is no backup up to ${wanted}: see --list`);
  return found;
}

/**
 * Last millisecond of a day, a minute or a second, in UTC unless the text contains a time zone; undefined if the text
 * is not a time.
 */
function endOf(text: string): number | undefined {
  const [, day, minute = '23:59', second = ':59', fraction = '.999', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,3})?(Z|[+-]\d\d:\d\d)?)?$/.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const time = Date.parse(`${day}T${minute}${second}${fraction}${zone}`);
  return Number.isNaN(time) ? undefined : time;
}
