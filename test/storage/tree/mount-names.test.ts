import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { bringUp } from '../../../src/storage/connection/schema.ts';

const ANN = 1;
const BEN = 2;

describe('the names at the mount root', () => {
  let directory: string;
  let database: BetterSqlite.Database;
  let file: string;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'dms-mount-names-'));
    file = join(directory, 'dms.sqlite');
    await bringUp(file, '0006-activity');
    database = new BetterSqlite(file);
    for (const user of [ANN, BEN]) {
      run(
        `INSERT INTO users (id, login, name, email, password_hash, home_id, created_at, updated_at)
         VALUES (${user}, 'u${user}', 'u', 'u${user}@example.org', 'x', ${user}, 0, 0)`,
        `INSERT INTO entries (id, root_kind, owner_id, is_folder, name, name_key, sort_key, created_at, updated_at)
         VALUES (${user}, 'home', ${user}, 1, 'Home', 'Home', 'home', 0, 0)`,
      );
    }
  });
  afterEach(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });

  function run(...statements: string[]): void {
    database.transaction(() => {
      for (const sql of statements) database.exec(sql);
    })();
  }

  function insert(id: number, parent: number, name: string): void {
    run(`INSERT INTO entries (id, parent_id, is_folder, name, name_key, sort_key, created_at, updated_at)
      VALUES (${id}, ${parent}, 1, '${name}', '${name.normalize('NFC')}', 'x', 0, 0)`);
  }

  function grant(entry: number, expiresAt = 'NULL'): void {
    run(
      `INSERT INTO shares (id, entry_id, permissions, created_at, expires_at) VALUES (${entry}, ${entry}, 1, 0, ${expiresAt})`,
    );
    run(`INSERT INTO share_recipients (user_id, entry_id, share_id) VALUES (${BEN}, ${entry}, ${entry})`);
  }

  it('that were shown before they were stored are the ones that are stored', async () => {
    for (const id of [10, 11, 12, 13, 14, 15, 16]) insert(id, 1, `folder ${id}`);
    const inner = [20, 21, 22, 23, 24, 25, 26];
    const names = ['Docs', 'Docs', 'Docs', 'caf\u00e9', 'cafe\u0301', 'own', 'v1.2'];
    for (const [index, id] of inner.entries()) insert(id, 10 + index, names[index] ?? '');
    insert(30, 2, 'own');
    // What is not shown leaves its name to the others: an expired grant, an entry in the trash, one of Ben's own.
    grant(20, '1');
    insert(27, 2, 'v1.2');
    for (const id of [21, 22, 23, 24, 25, 26, 27]) grant(id);
    insert(28, 1, 'Docs');
    run("UPDATE entries SET parent_id = NULL, root_kind = 'trash' WHERE id = 28");
    grant(28);
    database.close();
    await bringUp(file);
    database = new BetterSqlite(file);
    const rows = database.prepare('SELECT entry_id, name FROM mount_names ORDER BY entry_id').raw().all();
    assert.deepEqual(Object.fromEntries(rows as [number, string][]), {
      20: 'Docs (3)',
      21: 'Docs',
      22: 'Docs (2)',
      23: 'caf\u00e9',
      24: 'cafe\u0301 (2)',
      25: 'own (2)',
      26: 'v1.2 (2)',
      27: 'v1.2',
      28: 'Docs (4)',
    });
  });

  it('are there for every grant', async () => {
    insert(10, 1, 'Docs');
    database.close();
    await bringUp(file);
    database = new BetterSqlite(file);
    assert.throws(() => grant(10), /needs a name/);
    run(`INSERT INTO mount_names (user_id, entry_id, name, name_key) VALUES (${BEN}, 10, 'Docs', 'Docs')`);
    run(`INSERT INTO share_recipients (user_id, entry_id, share_id) VALUES (${BEN}, 10, 10)`);
  });
});
