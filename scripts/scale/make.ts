import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { OPERATOR } from '../../src/cli/command.ts';
import { openCore } from '../../src/cli/compose.ts';
import { configSchema } from '../../src/config/schema.ts';
import type { Dms } from '../../src/core/dms.ts';
import { createLogger } from '../../src/log.ts';
import { bringUp } from '../../src/storage/schema.ts';
import { Office } from './office.ts';
import { ADMIN, PASSWORD } from './people.ts';
import type { Shape } from './shape.ts';

const DATABASE = 'dms.sqlite';
const CACHE_KIB = 1_000_000;

/**
 * Makes an office, unless it is there already.
 * @param folder of all offices
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
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  const file = join(part, DATABASE);
  await bringUp(file);
  await withCore(part, (dms) => createAdministrator(dms));
  note(`writing ${shape.documents.toLocaleString('en')} documents`);
  fill(file, shape);
  note('indexing them for search');
  await withCore(part, (dms) => dms.housekeeping.tidy());
  renameSync(part, directory);
  return directory;
}

/** Brings the schema of a copy of an older office up to date, without a copy of what it was. */
export async function bringUpToDate(directory: string): Promise<void> {
  const taken = await bringUp(join(directory, DATABASE));
  if (taken.length > 0) await withCore(directory, (dms) => dms.housekeeping.tidy());
}

async function withCore(directory: string, work: (dms: Dms) => Promise<unknown>): Promise<void> {
  const config = configSchema.parse({
    data_dir: directory,
    durability: 'relaxed',
    limits: { reserve_bytes: 0 },
    // Also of an office that was made a month ago nothing goes.
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

/** Nobody needs what is written if this is interrupted: nothing is synced, and indexes are made at the end. */
function fill(file: string, shape: Shape): void {
  const sqlite = new BetterSqlite(file);
  try {
    sqlite.pragma('journal_mode = OFF');
    sqlite.pragma('synchronous = OFF');
    sqlite.pragma('foreign_keys = OFF');
    sqlite.pragma('temp_store = MEMORY');
    sqlite.pragma(`cache_size = -${String(CACHE_KIB)}`);
    const indexes = sqlite
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
      )
      .all();
    sqlite.exec('BEGIN');
    for (const { name } of indexes) sqlite.exec(`DROP INDEX "${name}"`);
    new Office(sqlite, shape, Date.now()).write();
    for (const { sql } of indexes) sqlite.exec(sql);
    sqlite.exec('COMMIT');
    sqlite.pragma('journal_mode = WAL');
  } finally {
    sqlite.close();
  }
}
