import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, type Durability } from '../../../src/storage/database/database.ts';
import { createMigrated } from '../migrated.ts';

/** A database in its own directory. */
export interface DatabaseFixture {
  readonly directory: string;
  readonly file: string;
  readonly database: Database;
  close(): Promise<void>;
}

/** Opens a fresh database with the complete schema. */
export async function openDatabaseFixture(durability: Durability = 'relaxed'): Promise<DatabaseFixture> {
  const directory = await mkdtemp(join(tmpdir(), 'dms-storage-'));
  const file = join(directory, 'dms.sqlite');
  await createMigrated(file);
  const database = Database.open(file, durability);
  return {
    directory,
    file,
    database,
    async close() {
      await database.close();
      await rm(directory, { recursive: true });
    },
  };
}
