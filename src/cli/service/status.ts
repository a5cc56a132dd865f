import { statfsSync } from 'node:fs';
import type { Command } from 'commander';
import { backupStatus, backupText } from '../backup/backup-lines.ts';
import { type CommonFlags, contextOf, subcommand, withDatabase } from '../command.ts';
import { ocrStatus } from '../composition-root.ts';
import { DataDirectory } from '../process/data-directory.ts';

/** Number of texts or thumbnails that could not be made, by reason. */
interface Failure {
  readonly reason: string;
  readonly count: number;
}

/** The command `dms status`. */
export function statusCommand(): Command {
  return subcommand(
    'status',
    'print counts, free space, and whether dms serve is running on the data directory',
  ).action(async (flags: CommonFlags) => {
    const context = await contextOf(flags);
    const { statistics, outdated, renditions, backups } = await withDatabase(context, ({ dms }) =>
      Promise.resolve({
        statistics: dms.health.statistics(),
        outdated: dms.versionRetention.preview(),
        renditions: dms.indexing.counts(),
        backups: dms.backupStatus.report(),
      }),
    );
    const directory = new DataDirectory(context);
    const { bavail, bsize } = statfsSync(directory.path);
    const status = {
      data_dir: directory.path,
      serving: directory.isInUse(),
      ...statistics,
      free_bytes: bavail * bsize,
      versions_to_delete: outdated.versions,
      bytes_to_free: outdated.bytes,
      entries_to_index: renditions.toIndex,
      contents_to_read: renditions.waiting,
      contents_per_minute: renditions.perMinute,
      scans: await ocrStatus(context.config),
      texts: renditions.texts,
      thumbnails: renditions.thumbnails,
      failures: renditions.failures,
    };
    const now = Date.now();
    const lines = Object.entries({ ...status, ...backupText(backups, now) });
    const text = lines.map(([name, value]) => `${name.padEnd(19)} ${textOf(value)}`);
    context.output.result({ ...status, ...backupStatus(backups, now) }, text.join('\n'));
  });
}

function textOf(
  value: string | number | boolean | Readonly<Record<string, number>> | readonly Failure[],
): string {
  if (typeof value !== 'object') return String(value);
  const text = isList(value)
    ? value.map(({ reason, count }) => `${String(count)} × ${reason}`).join(' ')
    : Object.entries(value)
        .map(([state, count]) => `${String(count)} ${state}`)
        .join(', ');
  return text || 'none';
}

function isList(value: object): value is readonly Failure[] {
  return Array.isArray(value);
}
