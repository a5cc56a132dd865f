// Would catch a new table or column of whose changes nobody is told.
import assert from 'node:assert/strict';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';

/** Tables that no list of the events shows, and why. */
const SILENT_TABLES: Readonly<Record<string, string>> = {
  activities: 'the activity has no events',
  backup_results: 'administration has no events',
  blobs: 'contents are shown through versions',
  busy_documents: 'for the activity',
  departures: 'names that WebDAV programs have vacated',
  edit_addresses: 'never shown',
  email_codes: 'never shown',
  erasures: 'entries that nobody sees',
  freed_blobs: 'for the sweep',
  incidents: 'administration has no events',
  schema_migrations: 'the schema',
  schema_migrations_lock: 'the schema',
  link_files: 'links have no events',
  link_uses: 'links have no events',
  link_visits: 'links have no events',
  links: 'no events: a page loads the links that it shows',
  places: 'no events: of the past',
  undo_skips: 'no events: a page asks how far an undo is',
  undos: 'no events: a page asks how far an undo is',
  openings: 'no events: a page notes what its user opens',
  mails: 'administration has no events',
  password_links: 'never shown',
  recovery_codes: 'never shown',
  reindex_requests: 'for the search',
  search_queue: 'for the search',
  search_state: 'for the search',
  second_factors: 'switching it on or off changes the user',
  seen_addresses: 'for the activity',
  sqlite_sequence: 'of SQLite',
  sweep_holds: 'for the sweep',
  tree_clock: 'sync clients have no events',
  tree_departures: 'sync clients have no events',
  tree_numbers: 'sync clients have no events',
  tree_runs: 'sync clients have no events',
  unfinished_uploads: 'uploads have no events',
  upload_chunks: 'uploads have no events',
};

/** Statements of which nobody is told: a column, or `INSERT` or `DELETE`. */
const SILENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  documents: {
    INSERT: 'with its entry',
    DELETE: 'with its entry',
  },
  versions: { INSERT: 'a new head changes its document' },
  users: {
    INSERT: 'users have no events; the home is told of',
    id: 'never changes',
    home_id: 'never changes',
    created_at: 'never changes',
    used_bytes: 'changes with every upload; not told by contract',
    used_entries: 'changes with every upload; not told by contract',
    updated_at: 'changes with others',
    last_login_at: 'a new session is told of',
  },
  favourites: { UPDATE: 'a mark never changes' },
  groups: {
    INSERT: 'nothing is shared with a new group',
    DELETE: 'its members and shares are told of',
    id: 'never changes',
    name_key: 'changes with the name',
    created_at: 'never changes',
  },
  group_members: { UPDATE: 'a member never changes' },
  sessions: { UPDATE: 'the time of the last use' },
  tokens: { UPDATE: 'the time of the last use' },
  mount_names: {
    INSERT: 'a grant follows',
    user_id: 'never changes',
    entry_id: 'never changes',
    ended_at: 'nobody sees the names of ended shares',
  },
};

describe('the change feed', () => {
  let core: CoreFixture;

  before(async () => {
    core = await openCoreFixture();
  });
  after(() => core.close());

  /** Names from a query. */
  const names = (sql: string, ...values: string[]): string[] =>
    core.database.all<{ name: string }>({ sql, values }).map(({ name }) => name);

  /** What the triggers of this connection cover: `table INSERT`, `table DELETE`, `table column`, `table UPDATE`. */
  function covered(): Set<string> {
    const found = new Set<string>();
    for (const sql of names("SELECT sql AS name FROM sqlite_temp_master WHERE type = 'trigger'")) {
      // These count for caches and do not tell.
      if (!/dms_(?:told|changed)\(/.test(sql)) continue;
      const [, event = '', columns, table = ''] =
        /(?:AFTER|BEFORE) (INSERT|DELETE|UPDATE)(?: OF ([\w, ]+))? ON main\.(\w+)/.exec(
          sql.replace(/\s+/g, ' '),
        ) ?? [];
      for (const column of columns?.split(', ') ?? [event]) found.add(`${table} ${column}`);
    }
    return found;
  }

  it('tells of every table and column, or says why not', () => {
    const all = covered();
    const missing: string[] = [];
    const tables = names("SELECT name FROM main.sqlite_schema WHERE type = 'table'");
    for (const table of tables.filter((name) => !(name in SILENT_TABLES))) {
      const silent = SILENT[table] ?? {};
      const columns = names('SELECT name FROM pragma_table_info(?)', table);
      const updates = all.has(`${table} UPDATE`) || 'UPDATE' in silent ? [] : columns;
      for (const change of ['INSERT', 'DELETE', ...updates])
        if (!all.has(`${table} ${change}`) && !(change in silent)) missing.push(`${table} ${change}`);
      for (const change of Object.keys(silent))
        assert.ok(!all.has(`${table} ${change}`), `${table} ${change} is told of`);
    }
    assert.deepEqual(missing, []);
    assert.deepEqual(
      Object.keys(SILENT).filter((table) => !tables.includes(table)),
      [],
    );
    assert.deepEqual(
      Object.keys(SILENT_TABLES).filter((table) => !tables.includes(table)),
      [],
    );
  });
});
