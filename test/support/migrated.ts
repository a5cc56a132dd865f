import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUp } from '../../src/storage/connection/schema.ts';

/** Bytes of a database with the complete schema and no data. Each process of the test run creates it once. */
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
 * Creates a database file with the complete schema and no data. The tests need hundreds of them: a copy takes three
 * milliseconds, running all migrations takes a hundred. Tests of the migrations themselves call `bringUp`.
 */
export async function createMigrated(file: string): Promise<void> {
  empty ??= migrate();
  await writeFile(file, await empty, { flag: 'wx', mode: 0o600 });
}

/**
 * Creates a working directory for `dms serve`. Its `data` has a database without data, which halves the processor time of
 * the first start. @returns its path
 */
export async function createWorkingDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'dms-process-'));
  const data = join(directory, 'data');
  await mkdir(data, { mode: 0o700 });
  await createMigrated(join(data, 'dms.sqlite'));
  return directory;
}
