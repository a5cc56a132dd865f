import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportProgress } from '../../model/progress.ts';
import { DatabaseImage } from '../../storage/database/database-image.ts';
import type { Repository, SnapshotReader } from '../../storage/repository/repository.ts';
import { TreeReader } from '../../storage/tree-reader.ts';
import { extractMigratedDatabase } from './snapshot-database.ts';

/**
 * Opens the folders and documents of a snapshot for reading while `work` runs. The database is assembled in a temporary
 * folder; the repository does not change.
 * @param scratch folder with enough free space for the database
 * @throws {UpkeepError} if the snapshot was made by a later release
 * @throws {DamagedError} if the database of the snapshot is damaged
 */
export async function withSnapshotTree<T>(
  repository: Repository,
  snapshot: SnapshotReader,
  { scratch, report }: { scratch: string; report: ReportProgress },
  work: (tree: TreeReader) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(scratch, 'snapshot-'));
  try {
    const file = join(folder, 'dms.sqlite');
    await extractMigratedDatabase(snapshot, file, report);
    const image = new DatabaseImage(file);
    try {
      return await work(new TreeReader(image, (sha256) => createReadStream(repository.blobs.path(sha256))));
    } finally {
      image.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
