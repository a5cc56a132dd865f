import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../model/errors/error-code.ts';
import { schemaStatus } from '../../storage/connection/schema.ts';
import { type QuickCheck, quickCheck } from '../../storage/quick-check.ts';
import {
  clockFinding,
  type DirectoryOptions,
  directoryFindings,
  incomingFinding,
  spaceFindings,
} from './directory-findings.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

export { type Finding, ok, problem, warning } from './finding.ts';

/** Findings of a diagnosis, and the last backups recorded in the database. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** At most one per outcome; undefined if the database cannot be read. */
  readonly backups: QuickCheck['backups'] | undefined;
}

/**
 * Diagnoses a data directory and its database, without changing them. A service can be running on the directory. Faults
 * are reported as findings, not thrown.
 */
export async function diagnoseDirectory(options: DirectoryOptions): Promise<Diagnosis> {
  const file = join(options.directory, 'dms.sqlite');
  const directory = directoryFindings(options);
  const findings = [...directory, ...spaceFindings(options)];
  // A missing or inaccessible directory allows no further checks.
  if (directory.some(({ check, state }) => check === 'data_directory' && state !== 'ok'))
    return { findings, backups: undefined };
  findings.push(incomingFinding(options.directory));
  if (!existsSync(file))
    return { findings: [...findings, withoutDatabase(options.directory)], backups: undefined };
  findings.push(clockFinding([file, `${file}-wal`], options.now()));
  const { finding, check } = databaseFinding(file);
  findings.push(finding);
  if (check !== undefined) findings.push(await schemaFinding(file));
  return { findings, backups: check?.backups };
}

function withoutDatabase(directory: string): Finding {
  return existsSync(join(directory, 'blobs'))
    ? problem('database', 'there are contents, but no database', 'restore a backup: dms restore')
    : warning('database', 'there is none yet', 'start dms serve, which creates it');
}

function databaseFinding(file: string): { finding: Finding; check: QuickCheck | undefined } {
  const restore = 'run dms check, then restore a backup: dms restore (docs/run/backups.md)';
  try {
    const check = quickCheck(file);
    const [first] = check.faults;
    const size = `${String(Math.ceil(statSync(file).size / 2 ** 20))} MiB`;
    if (first === undefined) return { finding: ok('database', `SQLite finds no damage (${size})`), check };
    return { finding: problem('database', `SQLite finds damage: ${first}`, restore), check: undefined };
  } catch (error) {
    const detail = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    const isLocked = codeOf(error)?.startsWith('SQLITE_BUSY') === true;
    const advice = isLocked ? 'find the program that keeps it locked, and stop it' : restore;
    return { finding: problem('database', detail, advice), check: undefined };
  }
}

async function schemaFinding(file: string): Promise<Finding> {
  const { applied, pending, unknown } = await schemaStatus(file, { readonly: true });
  const latest = applied.at(-1) ?? 'none';
  if (unknown.length > 0)
    return problem(
      'schema',
      `newer than this program: ${unknown.join(', ')}`,
      'install the release that migrated it',
    );
  if (pending.length === 0) return ok('schema', latest);
  return warning(
    'schema',
    `needs the migration steps ${pending.join(', ')}`,
    'run dms migrate, or start dms serve, which migrates it',
  );
}
