import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Knex } from 'knex';
import { type Migration, migrations } from '../../../migrations/index.ts';
import { syncDirectory } from '../disk/disk.ts';

/** Names of the migrations, by their state in a database. */
export interface SchemaStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied, but unknown to this release: a newer release has migrated the database. */
  readonly unknown: readonly string[];
}

const TABLE = 'schema_migrations';

const source: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) => Promise.resolve({ up: (knex) => migration.up(knex), down: refuseDown }),
};

function refuseDown(): Promise<void> {
  return Promise.reject(new Error('migrations cannot be undone; restore the copy that "dms migrate" made'));
}

/** Timeout for locks of other processes, in milliseconds. */
const BUSY_MS = 30_000;

function withConnection<T>(
  file: string,
  work: (sqlite: BetterSqlite.Database) => T,
  { readonly = false }: { readonly readonly?: boolean } = {},
): Promise<T> {
  return Promise.try(() => {
    const sqlite = new BetterSqlite(file, { readonly, timeout: BUSY_MS });
    try {
      sqlite.pragma('synchronous = FULL');
      return work(sqlite);
    } finally {
      sqlite.close();
    }
  });
}

/** Loads knex on demand: it is large, and only migrations need it. */
async function withKnex<T>(file: string, work: (knex: Knex) => Promise<T>): Promise<T> {
  const { default: createKnex } = await import('knex');
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    migrations: { tableName: TABLE, migrationSource: source },
  });
  try {
    await knex.raw(`PRAGMA busy_timeout = ${String(BUSY_MS)}`);
    await knex.raw('PRAGMA synchronous = FULL');
    return await work(knex);
  } finally {
    await knex.destroy();
  }
}

/**
 * Reads which migrations are applied to a database; none if the file does not exist.
 * @param options `readonly`: does not change a single byte of the file. Otherwise SQLite may copy the log that a crash
 * left behind into the file
 */
export async function schemaStatus(
  file: string,
  options: { readonly readonly?: boolean } = {},
): Promise<SchemaStatus> {
  const known = migrations.map((migration) => migration.name);
  if (!existsSync(file)) return { applied: [], pending: known, unknown: [] };
  const applied = await withConnection(file, appliedIn, options);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** @returns the names of the migrations, in the order in which they were applied */
function appliedIn(sqlite: BetterSqlite.Database): string[] {
  const hasTable = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(TABLE);
  if (hasTable === undefined) return [];
  return sqlite.prepare<[], string>(`SELECT name FROM ${TABLE} ORDER BY id`).pluck().all();
}

/**
 * Writes a copy of the database to `target`, readable only by its owner. Other processes may write during the copy. The
 * copy is named `target` plus `.part` until it is complete and synced.
 * @throws {Error} when `target` exists
 */
export async function copyAside(file: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists already`);
  const part = `${target}.part`;
  removePart(part);
  try {
    // SQLite writes into an existing empty file. It would create a missing file with its own mode.
    closeSync(openSync(part, 'wx', 0o600));
    await withConnection(file, (sqlite) => sqlite.prepare('VACUUM INTO ?').run(part));
    syncFile(part);
    renameSync(part, target);
  } finally {
    removePart(part);
  }
  syncDirectory(dirname(target));
}

/**
 * Removes partial files that a killed {@link copyAside} left behind.
 * @param prefix common beginning of the target paths
 */
export function removePartsOfCopies(prefix: string): void {
  const folder = dirname(prefix);
  for (const name of readdirSync(folder))
    if (name.startsWith(basename(prefix)) && name.endsWith('.part')) removePart(join(folder, name));
}

function removePart(part: string): void {
  for (const suffix of ['', '-journal']) rmSync(part + suffix, { force: true });
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Applies the pending migrations in order. Each migration is applied completely or not at all.
 * @param to name of the last migration to apply; default: all
 * @returns the names of the applied migrations
 */
export function bringUp(file: string, to?: string): Promise<readonly string[]> {
  return withKnex(file, async (knex) => {
    // Set before the first write: in WAL mode a migration does not block readers in other processes.
    await knex.raw('PRAGMA journal_mode = WAL');
    const applied: string[] = [];
    for (;;) {
      const [, names] = await applyNext(knex);
      applied.push(...names);
      if (names.length === 0 || names.includes(to ?? '')) return applied;
    }
  });
}

/** Applies one migration. Validates the result, because knex types it as `any`. */
async function applyNext(knex: Knex): Promise<[number, string[]]> {
  const done: unknown = await knex.migrate.up();
  if (!Array.isArray(done) || !Array.isArray(done[1]))
    throw new Error('knex did not report which migrations it applied');
  return [Number(done[0]), done[1].map(String)];
}

/** True if this release has a migration of that name. A later release created a database with any other migration. */
export function knowsMigration(name: string): boolean {
  return migrations.some((migration) => migration.name === name);
}
