import { join } from 'node:path';
import type { ReportProgress } from '../../model/progress.ts';
import { type Abandoned, abandonedIn, Folders, Incoming } from '../../storage/blobs/blobs.ts';
import { Database } from '../../storage/database/database.ts';
import { Disk } from '../../storage/disk/disk.ts';
import {
  ContentRows,
  databaseInspection,
  type Inspection,
  Inspector,
  inspections,
  searchIndexInspection,
} from '../../storage/inspection/inspection.ts';
import { contentInspection } from './contents.ts';
import { Examination } from './examination.ts';
import type { Fault } from './fault-list.ts';
import { Healer } from './healer.ts';
import { orphanInspection } from './orphans.ts';

export type { Fault } from './fault-list.ts';

/** Options of a check. */
export interface CheckOptions {
  /** Absolute path of the data directory. */
  readonly directory: string;
  /** Also compares all contents with their SHA-256. */
  readonly isDeep: boolean;
  /** Rebuilds derived data, and moves orphaned files to `lost+found/`. */
  readonly isRepairing: boolean;
  /** Backup from which missing or damaged contents are copied. */
  readonly healFrom?: string | undefined;
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly report: ReportProgress;
}

/** Result of a check. */
export interface CheckResult {
  /** The first 1,000 of each kind. */
  readonly faults: readonly Fault[];
  /** Number of all faults. */
  readonly total: number;
  /** One line per repaired fault; the first 1,000. */
  readonly mended: readonly string[];
  /** Number and total size of the contents checked. */
  readonly contents: { readonly count: number; readonly bytes: number };
  /** No damage, but it takes space. */
  readonly abandoned: Abandoned;
}

/**
 * Checks a data directory for damage. A service can be running on it: changes made during the check are not reported as
 * damage. The schema must be that of this program.
 * @throws {Error} if the check itself fails, for example because the disk is full or a file cannot be written
 */
export async function checkDirectory(options: CheckOptions): Promise<CheckResult> {
  const { directory, healFrom } = options;
  if (healFrom === undefined) return examineAll(options, undefined);
  const disk = new Disk();
  const incoming = new Incoming(directory);
  const contentsOf = (owner: string): Folders => new Folders(disk, join(owner, 'blobs'));
  const places = { source: contentsOf(healFrom), folders: contentsOf(directory) };
  return incoming.use((own) => examineAll(options, new Healer({ incoming: own, ...places, disk })));
}

async function examineAll(options: CheckOptions, healer: Healer | undefined): Promise<CheckResult> {
  const { directory, isRepairing, report } = options;
  const file = join(directory, 'dms.sqlite');
  const folders = new Folders(new Disk(), join(directory, 'blobs'));
  const inspector = new Inspector(file);
  let database: Database | undefined;
  const open = (): Database => (database ??= Database.open(file, 'full'));
  try {
    const examination = new Examination({
      source: inspector,
      healer,
      database: isRepairing ? open : undefined,
      report,
    });
    const isRead = await examination.examine(databaseInspection);
    // Writing to a damaged database can increase the damage.
    const mayMend = examination.faults.total === 0;
    for (const inspection of isRead ? [...inspections, ...contentInspections(options, folders)] : [])
      await examination.examine(inspection, { mayMend });
    if (mayMend) await examination.examine(searchIndexInspection);
    const contents = await new ContentRows(inspector).totals().catch(() => ({ count: 0, bytes: 0 }));
    const { faults, mended } = examination;
    const abandoned = abandonedIn(directory);
    return { faults: faults.named, total: faults.total, mended, contents, abandoned };
  } finally {
    await inspector.close();
    await database?.close();
  }
}

function contentInspections({ directory, isDeep, now }: CheckOptions, folders: Folders): Inspection[] {
  return [contentInspection(folders, isDeep), orphanInspection({ directory, folders, now })];
}
