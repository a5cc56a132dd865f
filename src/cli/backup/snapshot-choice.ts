import type { SnapshotName } from '../../upkeep/backup/backup.ts';
import { CommandError, EXIT } from '../terminal/output.ts';

/**
 * Picks the backup that `--snapshot` names: the last one up to a time, or one by its name; the newest without it.
 * @param snapshots the oldest first
 * @throws {CommandError} there is none
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

/** The last millisecond of what a time names: a day, a minute or a second, in UTC unless it says otherwise. */
function endOf(text: string): number | undefined {
  const [, day, minute = '23:59', second = ':59', fraction = '.999', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,3})?(Z|[+-]\d\d:\d\d)?)?$/.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const time = Date.parse(`${day}T${minute}${second}${fraction}${zone}`);
  return Number.isNaN(time) ? undefined : time;
}
