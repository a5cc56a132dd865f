import createKnex, { type Knex } from 'knex';
import { type Migration, migrations } from '../../migrations/index.ts';

/** Names of the migrations, by their state in a database. */
export interface SchemaStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied, but unknown to this program: the database belongs to a newer version. */
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

async function withKnex<T>(file: string, work: (knex: Knex) => Promise<T>): Promise<T> {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    migrations: { tableName: TABLE, migrationSource: source },
  });
  try {
    // Set before the first write: in WAL mode a migration does not block readers in other processes.
    await knex.raw('PRAGMA journal_mode = WAL');
    await knex.raw('PRAGMA synchronous = FULL');
    await knex.raw('PRAGMA busy_timeout = 5000');
    return await work(knex);
  } finally {
    await knex.destroy();
  }
}

/** Reads which migrations a database has. Changes nothing, but creates the file if it is missing. */
export function schemaStatus(file: string): Promise<SchemaStatus> {
  return withKnex(file, async (knex) => {
    const rows = (await knex.schema.hasTable(TABLE))
      ? await knex<{ name: string }>(TABLE).select('name').orderBy('id')
      : [];
    const applied = rows.map((row) => row.name);
    const known = migrations.map((migration) => migration.name);
    return {
      applied,
      pending: known.filter((name) => !applied.includes(name)),
      unknown: applied.filter((name) => !known.includes(name)),
    };
  });
}

/** Writes a copy of the database to `target`, which must not exist. Other processes may write meanwhile. */
export function copyAside(file: string, target: string): Promise<void> {
  return withKnex(file, async (knex) => {
    await knex.raw('VACUUM INTO ?', [target]);
  });
}

/**
 * Applies the pending migrations in their order. Each migration is applied completely or not at all.
 * @param to name of the last migration to apply; left out: all
 * @returns the names of the applied migrations
 */
export function bringUp(file: string, to?: string): Promise<readonly string[]> {
  return withKnex(file, async (knex) => {
    const applied: string[] = [];
    for (;;) {
      const [, names] = await applyNext(knex);
      applied.push(...names);
      if (names.length === 0 || names.includes(to ?? '')) return applied;
    }
  });
}

/** Applies one migration. Checks the result, because knex declares it as `any`. */
async function applyNext(knex: Knex): Promise<[number, string[]]> {
  const done: unknown = await knex.migrate.up();
  if (!Array.isArray(done) || !Array.isArray(done[1]))
    throw new Error('knex did not report which migrations it applied');
  return [Number(done[0]), done[1].map(String)];
}
