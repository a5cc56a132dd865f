import createKnex, { type Knex } from 'knex';
import { type Migration, migrations } from '../../migrations/index.ts';

/** What the database has of the steps that this program knows. */
export interface SchemaStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Steps that the database has and this program does not: the database is newer. */
  readonly unknown: readonly string[];
}

const TABLE = 'schema_migrations';

const source: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) => Promise.resolve({ up: (knex) => migration.up(knex), down: refuseDown }),
};

function refuseDown(): Promise<void> {
  return Promise.reject(new Error('the schema goes forward only; restore the copy that migrate made'));
}

async function connected<T>(file: string, work: (knex: Knex) => Promise<T>): Promise<T> {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    migrations: { tableName: TABLE, migrationSource: source },
  });
  try {
    // WAL before the first write, so that a reader beside us never blocks.
    await knex.raw('PRAGMA journal_mode = WAL');
    await knex.raw('PRAGMA synchronous = FULL');
    await knex.raw('PRAGMA busy_timeout = 5000');
    return await work(knex);
  } finally {
    await knex.destroy();
  }
}

/** Reads which steps the database has; changes nothing but a missing file, which is made. */
export function schemaStatus(file: string): Promise<SchemaStatus> {
  return connected(file, async (knex) => {
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

/** Writes a whole copy of the database to `target`, which must not exist. Others may read and write meanwhile. */
export function copyAside(file: string, target: string): Promise<void> {
  return connected(file, async (knex) => {
    await knex.raw('VACUUM INTO ?', [target]);
  });
}

/**
 * Brings the schema up, step by step; each step is whole or not there.
 * @param to the last step to take; all when left out
 * @returns the names of the steps taken
 */
export function bringUp(file: string, to?: string): Promise<readonly string[]> {
  return connected(file, async (knex) => {
    const taken: string[] = [];
    for (;;) {
      const [, names] = await up(knex);
      taken.push(...names);
      if (names.length === 0 || names.includes(to ?? '')) return taken;
    }
  });
}

/** knex types what it gives back as anything. */
async function up(knex: Knex): Promise<[number, string[]]> {
  const done: unknown = await knex.migrate.up();
  if (!Array.isArray(done) || !Array.isArray(done[1]))
    throw new Error('knex did not say which steps it took');
  return [Number(done[0]), done[1].map(String)];
}
