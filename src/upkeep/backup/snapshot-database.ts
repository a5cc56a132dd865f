import type { ReportProgress } from '../../model/progress.ts';
import { bringUp, knowsMigration } from '../../storage/connection/schema.ts';
import type { SnapshotReader } from '../../storage/repository/repository.ts';
import { UpkeepError } from '../upkeep-error.ts';

/** @throws {UpkeepError} if the snapshot was made by a later release, whose database this program cannot read */
export function assertKnownSchema({ manifest }: SnapshotReader): void {
  if (knowsMigration(manifest.schema)) return;
  throw new UpkeepError(
    `the backup was made by dms ${manifest.program}, which is newer than this program: install that release`,
    'newer',
  );
}

/**
 * Writes the database of a snapshot to a new file, and migrates its schema to the current one.
 * @returns the migrations applied
 * @throws {UpkeepError} see {@link assertKnownSchema}
 * @throws {DamagedError} if the database of the snapshot is damaged
 */
export async function extractMigratedDatabase(
  snapshot: SnapshotReader,
  file: string,
  report: ReportProgress,
): Promise<readonly string[]> {
  assertKnownSchema(snapshot);
  const total = snapshot.manifest.database.bytes;
  await snapshot.writeDatabase(file, (done) => {
    report({ step: 'restoring the database', done, total, unit: 'bytes' });
  });
  return bringUp(file);
}
