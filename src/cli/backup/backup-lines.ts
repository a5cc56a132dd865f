import type { BackupReport } from '../../core/backup-status.ts';
import { countText } from '../terminal/count-text.ts';

type Result = NonNullable<BackupReport['lastSuccess']>;

const UNITS = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;

/** Backup fields of `dms status --json`. Times are in ISO 8601 format. */
export function backupStatus({ lastSuccess, lastFailure, nextAt, warning }: BackupReport, now: number) {
  const resultOf = ({ at, destination, detail }: Result) => ({
    at: timeText(at),
    age_seconds: Math.max(0, Math.round((now - at) / 1000)),
    destination,
    detail,
  });
  return {
    last_backup: lastSuccess ? resultOf(lastSuccess) : null,
    last_backup_failure: lastFailure ? resultOf(lastFailure) : null,
    next_backup: nextAt === undefined ? null : timeText(nextAt),
    backup_warning: warning ?? null,
  };
}

/** Backup lines of `dms status`, as text. */
export function backupText(report: BackupReport, now: number): Record<string, string> {
  const { lastSuccess, lastFailure, nextAt, warning } = report;
  const textOf = ({ at, destination, detail }: Result): string =>
    `${ageText(now - at)} ago, ${timeText(at)}, ${destination}: ${detail}`;
  return {
    last_backup: lastSuccess ? textOf(lastSuccess) : 'none',
    last_backup_failure: lastFailure ? textOf(lastFailure) : 'none',
    next_backup: nextAt === undefined ? 'none' : timeText(nextAt),
    backup_warning: warning ?? 'none',
  };
}

function timeText(time: number): string {
  return new Date(time).toISOString();
}

/** A duration in milliseconds as text, for example `3 hours`. */
export function ageText(age: number): string {
  const [unit, length] = UNITS.find(([, milliseconds]) => age >= milliseconds) ?? ['second', 1000];
  return countText(Math.max(0, Math.floor(age / length)), unit);
}
