import { resolve } from 'node:path';
import type { Command } from 'commander';
import { BackupReader, type SnapshotName } from '../../upkeep/backup/backup.ts';
import { checkDirectory } from '../../upkeep/check/check.ts';
import { UpkeepError } from '../../upkeep/upkeep-error.ts';
import { type CommandContext, type CommonFlags, contextOf, subcommand } from '../command.ts';
import { faultLines } from '../data/check.ts';
import { beginLongWork } from '../data/long-work.ts';
import { officePathOf } from '../data/office-path.ts';
import { countText } from '../terminal/count-text.ts';
import { CommandError, EXIT } from '../terminal/output.ts';
import { progressDisplay, sizeText } from '../terminal/progress-display.ts';
import { table } from '../terminal/table.ts';
import { restorePart, type WantedPart } from './restore-part.ts';
import { chooseSnapshot } from './snapshot-choice.ts';

interface RestoreFlags extends CommonFlags {
  readonly snapshot?: string;
  readonly list?: boolean;
  readonly only?: string;
  readonly into?: string;
  readonly as?: string;
}

/** The command `dms restore`. */
export function restoreCommand(): Command {
  return subcommand('restore', 'restore a data directory, or a part of it, from a backup')
    .argument('[src]', 'the backup folder (default: backup.dest)')
    .option(
      '--snapshot <time>',
      'restore the last backup up to this time: 2026-11-22 (the whole day), 2026-11-22T14:30 (UTC), or a name from --list',
    )
    .option('--list', 'only list the backups')
    .option(
      '--only <path>',
      'restore only this document or folder, into the existing data: /Office/plan.txt, anna:/Contracts; needs --into and --as',
    )
    .option('--into <folder>', 'with --only: the target folder, created if missing')
    .option('--as <login>', 'with --only: act as this user, with their permissions and quota')
    .action(async (src: string | undefined, flags: RestoreFlags) => {
      const part = partOf(flags);
      if (flags.list === true && (part || flags.snapshot !== undefined))
        throw new CommandError('--list cannot be used with --snapshot or --only', EXIT.usage);
      beginLongWork();
      const context = await contextOf(flags);
      const source = src ?? context.config.backup.dest;
      if (source === null) throw new CommandError('name the backup folder, or set backup.dest', EXIT.usage);
      const work = BackupReader.use(source, async (reader) => {
        if (flags.list === true) return list(context, reader);
        const snapshot = chooseSnapshot(await reader.snapshots(), flags.snapshot);
        return part
          ? restorePart(context, reader, { snapshot, isChosen: flags.snapshot !== undefined, ...part })
          : restore(context, reader, snapshot);
      });
      await work.catch((error: unknown) => {
        throw withHint(error, flags);
      });
    });
}

/** Adds a hint to choose an earlier backup if the newest one is damaged or from a later release. */
function withHint(error: unknown, { snapshot }: RestoreFlags): unknown {
  if (!(error instanceof UpkeepError) || snapshot !== undefined) return error;
  if (error.fault !== 'damaged' && error.fault !== 'newer') return error;
  const hint = 'to use an earlier backup, list the backups with --list and choose one with --snapshot';
  return new UpkeepError(`${error.message}; ${hint}`, error.fault, { cause: error });
}

/**
 * @returns undefined without `--only`
 * @throws {CommandError} if only some of the flags are set
 */
function partOf({ only, into, as }: RestoreFlags): Omit<WantedPart, 'snapshot' | 'isChosen'> | undefined {
  const given = [only, into, as].filter((flag) => flag !== undefined).length;
  if (given === 0) return undefined;
  if (only === undefined || into === undefined || as === undefined)
    throw new CommandError('--only, --into and --as must be used together', EXIT.usage);
  return { path: officePathOf(only), into: officePathOf(into), login: as };
}

async function list({ output }: CommandContext, reader: BackupReader): Promise<void> {
  const rows: string[][] = [['BACKUP', 'TIME (UTC)', 'DOCUMENTS', 'VERSIONS', 'SIZE']];
  const json: object[] = [];
  let damaged = 0;
  for (const { name, time } of await reader.snapshots()) {
    const at = new Date(time).toISOString();
    const manifest = await reader.describe(name);
    if (!manifest) {
      damaged += 1;
      rows.push([name, at, 'damaged', '', '']);
      json.push({ snapshot: name, created_at: at, damaged: true });
      continue;
    }
    const { counts, database, blobs } = manifest;
    const bytes = database.bytes + blobs.bytes;
    rows.push([name, at, String(counts.documents), String(counts.versions), sizeText(bytes)]);
    json.push({ snapshot: name, created_at: at, damaged: false, ...counts, bytes });
  }
  output.result({ snapshots: json }, json.length === 0 ? 'there is no backup' : table(rows));
  if (damaged > 0) throw new CommandError(`damaged: ${countText(damaged, 'backup')}`, EXIT.damaged);
}

async function restore(
  context: CommandContext,
  reader: BackupReader,
  { name, time }: SnapshotName,
): Promise<void> {
  const directory = resolve(context.config.data_dir);
  const { report, end } = progressDisplay(context);
  const began = performance.now();
  const done = await reader.restore(name, directory, report).finally(end);
  // `isDeep` is false because the restore has already compared the contents with their checksums.
  const check = { directory, isDeep: false, isRepairing: false, now: Date.now, report };
  const { faults, total } = await checkDirectory(check).finally(end);
  const seconds = (performance.now() - began) / 1000;
  const createdAt = new Date(time).toISOString();
  context.output.result(
    { snapshot: name, created_at: createdAt, data_dir: directory, ...done, faults, seconds },
    [
      ...faultLines(faults),
      `restored the backup of ${createdAt} into ${directory}: ` +
        `${countText(done.documents, 'document')}, ${countText(done.versions, 'version')}, ` +
        `${sizeText(done.bytes)}, ${seconds.toFixed(1)} s`,
    ].join('\n'),
  );
  if (total > 0)
    throw new CommandError(`the backup is incomplete: ${countText(total, 'fault')}`, EXIT.damaged);
}
