import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type CheckResult, checkDirectory, type Fault } from '../../upkeep/check/check.ts';
import { checkBackups } from '../backup/check-backup.ts';
import { type CommandContext, type CommonFlags, contextOf, requireSchema, subcommand } from '../command.ts';
import { DataDirectory } from '../process/data-directory.ts';
import { refuseOthers, requireDatabase } from '../process/owner.ts';
import { countText } from '../terminal/count-text.ts';
import { CommandError, EXIT } from '../terminal/output.ts';
import { progressDisplay, sizeText } from '../terminal/progress-display.ts';
import { beginLongWork } from './long-work.ts';

interface CheckFlags extends CommonFlags {
  readonly deep?: boolean;
  readonly repair?: boolean;
  readonly healFrom?: string;
  readonly backup?: string;
}

/** The command `dms check`. */
export function checkCommand(): Command {
  return subcommand('check', 'check the data directory for damage; also while dms serve is running')
    .option('--deep', 'also compare the bytes of all contents with their checksums')
    .option(
      '--repair',
      'rebuild what can be derived from other data, and move files without a content to lost+found/',
    )
    .option('--heal-from <dir>', 'replace missing and damaged contents with those of this backup')
    .option('--backup <dir>', 'check the backups in this folder instead of the data directory')
    .action(async (flags: CheckFlags) => {
      const context = await contextOf(flags);
      if (flags.backup !== undefined) {
        if (flags.repair === true || flags.healFrom !== undefined)
          throw new CommandError(
            '--backup can be used with --deep only: backups cannot be repaired',
            EXIT.usage,
          );
        await checkBackups(context, flags.backup, flags.deep === true);
        return;
      }
      const result = await check(context, flags);
      context.output.result(jsonOf(result), textOf(result));
      if (result.total > 0) throw new CommandError(adviceOn(result.faults), EXIT.damaged);
    });
}

async function check(context: CommandContext, flags: CheckFlags): Promise<CheckResult> {
  const healFrom = flags.healFrom === undefined ? undefined : backupAt(flags.healFrom);
  const directory = new DataDirectory(context);
  requireDatabase(directory);
  directory.refuseNetwork();
  const isMending = flags.repair === true || healFrom !== undefined;
  if (isMending) refuseOthers(directory);
  await assertSchema(directory);
  beginLongWork();
  const { report, end } = progressDisplay(context);
  try {
    return await checkDirectory({
      directory: directory.path,
      isDeep: flags.deep === true,
      isRepairing: flags.repair === true,
      healFrom,
      now: Date.now,
      report,
    });
  } finally {
    end();
  }
}

/**
 * Ignores errors of SQLite, because the check itself reports them.
 * @throws {CommandError} if the schema is not that of this program
 */
async function assertSchema(directory: DataDirectory): Promise<void> {
  try {
    // Read-only, because writing to a damaged database can increase the damage.
    await requireSchema(directory, { readonly: true });
  } catch (error) {
    if (error instanceof CommandError) throw error;
  }
}

/** @throws {CommandError} exit code 2, if the folder contains no contents */
function backupAt(path: string): string {
  const directory = resolve(path);
  if (existsSync(join(directory, 'blobs'))) return directory;
  throw new CommandError(`--heal-from: ${directory} is not a backup: it has no folder blobs/`, EXIT.usage);
}

function jsonOf({ faults, total, mended, contents, abandoned }: CheckResult) {
  return {
    clean: total === 0,
    faults: faults.map((fault) => ({ ...fault, repairable: fault.remedy === 'repair' })),
    total,
    mended,
    contents: contents.count,
    bytes: contents.bytes,
    abandoned,
  };
}

/** One line per fault. */
export function faultLines(faults: readonly Fault[]): string[] {
  return faults.map(({ kind, what, where }) => `${kind}: ${where.join(', ')} ${what}`);
}

function textOf({ faults, total, mended, contents, abandoned }: CheckResult): string {
  const lines = [...mended, ...faultLines(faults)];
  if (total > faults.length) lines.push(`… and ${String(total - faults.length)} more`);
  const size = `${countText(contents.count, 'content')}, ${sizeText(contents.bytes)}`;
  if (total === 0) lines.push(`no damage found (${size})`);
  if (abandoned.commands > 0) lines.push(`incoming/: ${abandonedText(abandoned)}`);
  return lines.join('\n');
}

function abandonedText({ bytes, commands }: CheckResult['abandoned']): string {
  return (
    `${sizeText(bytes)} of killed commands (${String(commands)}); ` +
    'the next dms import, or dms serve within an hour, deletes them'
  );
}

const ADVICE: Readonly<Record<Fault['remedy'], string>> = {
  repair: 'dms check --repair can repair some of it',
  heal: 'dms check --heal-from BACKUP may replace contents',
  restore: 'some of it requires a restore (docs/run/backups.md)',
};

function adviceOn(faults: readonly Fault[]): string {
  const remedies = new Set(faults.map(({ remedy }) => remedy));
  return `damage was found: ${[...remedies].map((remedy) => ADVICE[remedy]).join('; ')}`;
}
