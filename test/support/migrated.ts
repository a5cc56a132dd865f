import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUp } from '../../src/storage/connection/schema.ts';

/** The bytes of a database with the whole schema and no data. Each process of the test run makes them once. */
let empty: Promise<Buffer> | undefined;

async function migrate(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'dms-migrated-'));
  try {
    const file = join(directory, 'dms.sqlite');
    await bringUp(file);
    return await readFile(file);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/**
 * Creates a database file with the whole schema and no data. The tests need hundreds of them: a copy takes three
 * milliseconds, all the steps of the schema take a hundred. Tests of the steps themselves call `bringUp`.
 */
export async function createMigrated(file: string): Promise<void> {
  empty ??= migrate();
  await writeFile(file, await empty, { flag: 'wx' });
}
