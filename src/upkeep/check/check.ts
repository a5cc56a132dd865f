import { join } from 'node:path';
import type { ReportProgress } from '../../model/progress.ts';
import { Folders, Incoming } from '../../storage/blobs/blobs.ts';
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

/** How to check. */
export interface CheckOptions {
  /** Absolute path of the data directory. */
  readonly directory: string;
  /** Also compares the bytes of all contents with their SHA-256. */
  readonly isDeep: boolean;
  /** Makes anew what can be made from the rest, and moves orphans to `lost+found/`. */
  readonly isRepairing: boolean;
  /** A backup that contents which are missing or damaged are taken from. */
  readonly healFrom?: string | undefined;
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly report: ReportProgress;
}

/** What was found. */
export interface CheckResult {
  /** The first 1,000 of each kind. */
  readonly faults: readonly Fault[];
  /** All of them. */
  readonly total: number;
  /** What was mended, one text each; the first 1,000. */
  readonly mended: readonly string[];
  /** Contents that were looked at, and their bytes. */
  readonly contents: { readonly count: number; readonly bytes: number };
}

/**
 * Looks for damage in a data directory. A service may be running on it: whatever changes meanwhile counts as right. The
 * schema must be that of this program.
 * @throws {Error} something else than the data is in the way: the disk is full, or a file cannot be written
 */
export async function checkDirectory(options: CheckOptions): Promise<CheckResult> {
  const { directory, healFrom } = options;
  if (healFrom === undefined) return examineAll(options, undefined);
  const disk = new Disk();
  const incoming = new Incoming(directory);
  const contentsOf = (owner: string): Folders => new Folders(disk, join(owner, 'blobs'));
  const healer = new Healer({ incoming, source: contentsOf(healFrom), folders: contentsOf(directory), disk });
  return incoming.use(() => examineAll(options, healer));
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
    // Whoever writes to a damaged database can damage more of it.
    const mayMend = examination.faults.total === 0;
    for (const inspection of isRead ? [...inspections, ...contentInspections(options, folders)] : [])
      await examination.examine(inspection, { mayMend });
    if (mayMend) await examination.examine(searchIndexInspection);
    const contents = await new ContentRows(inspector).totals().catch(() => ({ count: 0, bytes: 0 }));
    const { faults, mended } = examination;
    return { faults: faults.named, total: faults.total, mended, contents };
  } finally {
    await inspector.close();
    await database?.close();
  }
}

function contentInspections({ directory, isDeep, now }: CheckOptions, folders: Folders): Inspection[] {
  return [contentInspection(folders, isDeep), orphanInspection({ directory, folders, now })];
}
