import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { OPERATOR } from '../../../src/cli/command.ts';
import { openCore } from '../../../src/cli/composition-root.ts';
import { configSchema } from '../../../src/config/schema.ts';
import type { Dms } from '../../../src/core/dms.ts';
import { createLogger } from '../../../src/log.ts';
import { bringUp } from '../../../src/storage/connection/schema.ts';
import { Office } from './office.ts';
import { ADMIN, PASSWORD } from './people.ts';
import type { Shape } from './shape.ts';

export const DATABASE = 'dms.sqlite';
const CACHE_KIB = 1_000_000;

/**
 * Creates an office, unless it exists already.
 * @param folder parent folder of all offices
 * @returns its data directory
 */
export async function makeOffice(
  folder: string,
  shape: Shape,
  note: (text: string) => void,
): Promise<string> {
  const directory = join(folder, `${String(shape.documents)}-documents`);
  if (existsSync(directory)) return directory;
  const part = `${directory}.part`;
  await makeEmpty(part);
  note(`writing ${shape.documents.toLocaleString('en')} documents`);
  fill(join(part, DATABASE), (sqlite) => new Office(sqlite, shape, Date.now()).write());
  note('indexing them for search');
  await withCore(part, tidyAndIndex);
  renameSync(part, directory);
  return directory;
}

/** Creates a data directory with the schema and the administrator. Deletes an existing one. */
export async function makeEmpty(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  await bringUp(join(directory, DATABASE));
  await withCore(directory, (dms) => createAdministrator(dms));
}

/** Migrates a copy of an older office to the current schema, without keeping the previous database. */
export async function bringUpToDate(directory: string): Promise<void> {
  const taken = await bringUp(join(directory, DATABASE));
  if (taken.length > 0) await withCore(directory, tidyAndIndex);
}

async function tidyAndIndex(dms: Dms): Promise<void> {
  await dms.housekeeping.tidy();
  while (await dms.indexing.step());
}

/** Opens the core on a data directory and runs `work` with it. */
export async function withCore(directory: string, work: (dms: Dms) => Promise<unknown>): Promise<void> {
  const config = configSchema.parse({
    data_dir: directory,
    durability: 'relaxed',
    limits: { reserve_bytes: 0 },
    // Keeps the trash of an office that was created a month ago.
    trash: { keep_days: 0 },
  });
  const core = openCore(config, createLogger({ level: 'warn', format: 'json' }));
  try {
    await work(core.dms);
  } finally {
    await core.close();
  }
}

async function createAdministrator(dms: Dms): Promise<void> {
  const person = { login: ADMIN, name: 'Administrator', email: 'admin@example.org' };
  await dms.users.create(OPERATOR, { ...person, password: PASSWORD, isAdmin: true });
}

/**
 * Writes rows into a database. Nothing is synced, because an interrupted run starts from scratch. The indexes are
 * created at the end, and the triggers too: without the indexes, one of them would read the whole activity for a row.
 */
export function fill(file: string, write: (sqlite: BetterSqlite.Database) => void): void {
  const sqlite = new BetterSqlite(file);
  try {
    sqlite.pragma('journal_mode = OFF');
    sqlite.pragma('synchronous = OFF');
    sqlite.pragma('foreign_keys = OFF');
    sqlite.pragma('temp_store = MEMORY');
    sqlite.pragma(`cache_size = -${String(CACHE_KIB)}`);
    const dropped = sqlite
      .prepare<[], { type: string; name: string; sql: string }>(
        "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
      )
      .all();
    sqlite.exec('BEGIN');
    for (const { type, name } of dropped) sqlite.exec(`DROP ${type} "${name}"`);
    write(sqlite);
    for (const { sql } of dropped) sqlite.exec(sql);
    sqlite.exec('COMMIT');
    sqlite.pragma('journal_mode = WAL');
  } finally {
    sqlite.close();
  }
}
