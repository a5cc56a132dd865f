import assert from 'node:assert/strict';
import type { Database } from '../../../src/storage/database/database.ts';
import {
  databaseInspection,
  type Finding,
  inspections,
  type Source,
} from '../../../src/storage/inspection/inspection.ts';

/** The findings of `dms check` for a database. */
export async function faultsOf(database: Database): Promise<Finding[]> {
  const source: Source = {
    file: database.file,
    all: async <Row>(sql: string, values: readonly unknown[] = []) =>
      database.prepare<unknown[], Row>(sql).all(...values),
  };
  const found: Finding[] = [];
  for (const inspection of [databaseInspection, ...inspections])
    for await (const { findings } of inspection.find(source)) found.push(...findings);
  return found;
}

/** Asserts that `dms check` finds no fault in the database. */
export async function assertFaultless(database: Database, message = 'the database'): Promise<void> {
  assert.deepEqual(await faultsOf(database), [], message);
}
