import type { Command } from 'commander';
import { type BackedUp, type BackupOptions, Backups } from '../../upkeep/backup/backup.ts';
import { UpkeepError } from '../../upkeep/upkeep-error.ts';
import { type CommonFlags, contextOf, subcommand, withDatabase } from '../command.ts';
import { beginLongWork } from '../data/long-work.ts';
import { countText } from '../terminal/count-text.ts';
import { CommandError, EXIT } from '../terminal/output.ts';
import { progressDisplay, sizeText } from '../terminal/progress-display.ts';
import { VERSION } from '../version.ts';

interface BackupFlags extends CommonFlags {
  readonly verify?: boolean;
  readonly deep?: boolean;
}

/** The command `dms backup`. */
export function backupCommand(): Command {
  return subcommand('backup', 'back up the data directory; also while dms serve is running')
    .argument('[dest]', 'the backup folder, created if missing (default: backup.dest)')
    .option(
      '--keep <rule>',
      'remove all backups except the last ones: a number (10), or the last one of each of some hours, days, weeks, ' +
        'months or years (7d,4w,6m; without hours, also all of the last 24 hours)',
    )
    .option(
      '--verify',
      'then verify all backups in the folder: databases completely, large contents by their size; to verify ' +
        'without a new backup, use dms check --backup DIR',
    )
    .option('--deep', 'with --verify: read every byte, and check the database')
    .action(async (dest: string | undefined, flags: BackupFlags) => {
      const context = await contextOf(flags);
      const destination = dest ?? context.config.backup.dest;
      if (destination === null)
        throw new CommandError('name the backup folder, or set backup.dest', EXIT.usage);
      const verify = verificationOf(flags);
      beginLongWork();
      const { report, end } = progressDisplay(context);
      const keep = context.config.backup.keep ?? undefined;
      const options: BackupOptions = { keep, verify, report, signal: abortedBySignals() };
      const began = performance.now();
      const done = await withDatabase(context, ({ database, dataDirectory }) =>
        new Backups({ database, dataDirectory, now: Date.now, program: VERSION })
          .backUp(destination, options)
          .finally(end),
      );
      const seconds = (performance.now() - began) / 1000;
      context.output.result(jsonOf(done, seconds), textOf(done, seconds));
      if (done.notRemoved?.isDamage === false) context.output.note(`dms: ${notRemovedText(done.notRemoved)}`);
      const faults = faultsOf(done);
      if (faults.length > 0) throw new CommandError(faults.join('\n'), EXIT.damaged);
    });
}

function verificationOf({ verify, deep }: BackupFlags): BackupOptions['verify'] {
  if (deep === true && verify !== true) throw new CommandError('--deep needs --verify', EXIT.usage);
  if (verify !== true) return 'no';
  return deep === true ? 'all bytes' : 'sizes of contents';
}

/** Aborted by SIGTERM and SIGINT. The backup then removes its files. */
function abortedBySignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const)
    process.once(name, () => controller.abort(new UpkeepError('the backup was interrupted')));
  return controller.signal;
}

/** Maximum number of faults of each kind in the JSON output. The log of the service would cut longer output anyway. */
const MAX_LISTED = 1000;

function jsonOf(
  { snapshot, manifest, added, destination, removed, freed, verification }: BackedUp,
  seconds: number,
) {
  return {
    snapshot,
    path: `${destination}/snapshots/${snapshot}.json`,
    destination,
    ...manifest.counts,
    bytes: manifest.database.bytes + manifest.blobs.bytes,
    added_bytes: added,
    damaged: manifest.damaged.slice(0, MAX_LISTED),
    damaged_total: manifest.damaged.length,
    removed,
    freed_bytes: freed.bytes,
    verified: verification ? { ...verification, faults: verification.faults.slice(0, MAX_LISTED) } : null,
    seconds: Math.round(seconds * 1000) / 1000,
  };
}

function textOf({ snapshot, manifest, added, removed, verification }: BackedUp, seconds: number): string {
  const { versions } = manifest.counts;
  const bytes = manifest.database.bytes + manifest.blobs.bytes;
  return [
    `${snapshot}: ${countText(versions, 'version')}, ${sizeText(bytes)}, ${sizeText(added)} added`,
    ...(removed.length > 0 ? [`${String(removed.length)} older removed`] : []),
    ...(verification ? [`${String(verification.snapshots)} verified`] : []),
    `${seconds.toFixed(1)} s`,
  ].join(', ');
}

/** Maximum number of faults printed. */
const MAX_LINES = 100;

function notRemovedText({ reason }: { readonly reason: string }): string {
  return `no backup was removed: ${reason}`;
}

function faultsOf({ manifest, notRemoved, verification }: BackedUp): string[] {
  const lines = [
    ...(notRemoved?.isDamage === true ? [notRemovedText(notRemoved)] : []),
    ...manifest.damaged.map((sha256) => `the content ${sha256} is missing or damaged in the data directory`),
    ...(verification?.faults ?? []).map(
      ({ file, reason, snapshots }) => `${file} ${reason} (in ${countText(snapshots.length, 'backup')})`,
    ),
  ];
  const rest = lines.length - MAX_LINES;
  const hasFaults = (verification?.faults.length ?? 0) > 0;
  return [
    ...lines.slice(0, MAX_LINES),
    ...(rest > 0 ? [`and ${String(rest)} more`] : []),
    ...(hasFaults
      ? ['the next backup replaces damaged files, if the data directory still has their contents']
      : []),
  ];
}
