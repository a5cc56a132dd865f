import assert from 'node:assert/strict';
import { type DatabaseFixture, openDatabaseFixture } from '../../support/database/database.ts';

/** Folders 1, with 2 and the document 10 in it, and 3; the document 20 is in 2. */
const ENTRIES = [
  [1, null, 1],
  [2, 1, 1],
  [3, null, 1],
  [10, 1, 0],
  [20, 2, 0],
] as const;

describe('the numbers of what was read', () => {
  let fixture: DatabaseFixture;

  const run = (sql: string) => fixture.database.prepare(sql).run();

  beforeEach(async () => {
    fixture = await openDatabaseFixture();
    run('PRAGMA foreign_keys = OFF');
    run(
      `INSERT INTO users (id, login, name, email, password_hash, home_id, created_at, updated_at)
       VALUES (1, 'a', 'a', 'a', 'a', 1, 0, 0)`,
    );
    for (const [id, parent, isFolder] of ENTRIES)
      run(
        `INSERT INTO entries (id, parent_id, root_kind, is_folder, name, name_key, sort_key, created_at, updated_at)
         VALUES (${id}, ${parent ?? 'NULL'}, ${parent === null ? "'system'" : 'NULL'}, ${isFolder}, '${id}', '${id}', '', 0, 0)`,
      );
    for (const id of [10, 20]) {
      run(`INSERT INTO documents (entry_id, version, modified_at) VALUES (${id}, 1, 0)`);
      run(
        `INSERT INTO versions (document_id, number, sha256, size_bytes, mime_type, created_at)
         VALUES (${id}, 1, 'a', 0, 'a', 0)`,
      );
    }
    run(
      "INSERT INTO properties (entry_id, namespace, name, xml) VALUES (20, 'a', 'a', 'a'), (2, 'a', 'a', 'a')",
    );
    run('INSERT INTO shares (id, entry_id, permissions, created_at) VALUES (1, 3, 1, 0)');
    run("INSERT INTO mount_names (user_id, entry_id, name, name_key) VALUES (1, 3, '3', '3')");
    run('INSERT INTO share_recipients (user_id, entry_id, share_id) VALUES (1, 3, 1)');
    for (const id of [1, 2])
      run(
        `INSERT INTO tokens (id, secret_sha256, user_id, name, scopes, prefix, created_at, parent_id)
         VALUES (${id}, '${id}', 1, 'a', 'read', 'a', 0, ${id === 2 ? 1 : 'NULL'})`,
      );
    for (const id of [20, 2])
      run(
        `INSERT INTO locks (token, entry_id, user_id, depth, scope, owner_xml, timeout_seconds, expires_at)
         VALUES ('${id}', ${id}, 1, '0', 'shared', '', 1, 1)`,
      );
  });
  afterEach(() => fixture.close());

  const ALL = [1, 2, 3, 10, 20, 'user 1', 'token 1', 'token 2'] as const;
  const versions = () => ALL.map((dependency) => fixture.database.versionOf([dependency]));

  const LOCK_COLUMNS = 'token, entry_id, user_id, depth, scope, owner_xml, timeout_seconds, expires_at';
  for (const [sql, changed, isStructure] of [
    ["UPDATE entries SET name = 'x' WHERE id = 20", [2, 20]],
    ['UPDATE entries SET updated_at = 1 WHERE id = 2', [1, 2]],
    ['UPDATE entries SET parent_id = 1 WHERE id = 20', [1, 2, 20]],
    ["UPDATE entries SET name = 'x' WHERE id = 2", ALL, true],
    ['DELETE FROM entries WHERE id = 20', [2, 20]],
    ['DELETE FROM entries WHERE id = 2', ALL, true],
    [
      `INSERT INTO entries (id, parent_id, is_folder, name, name_key, sort_key, created_at, updated_at)
       VALUES (30, 2, 0, 'x', 'x', '', 0, 0)`,
      [2],
    ],
    [
      `INSERT INTO entries (id, root_kind, is_folder, name, name_key, sort_key, created_at, updated_at)
       VALUES (30, 'system', 1, 'x', 'x', '', 0, 0)`,
      ALL,
      true,
    ],
    ["UPDATE documents SET title = 'x' WHERE entry_id = 20", [2, 20]],
    ["UPDATE versions SET mime_type = 'x' WHERE document_id = 20", [2, 20]],
    ["UPDATE properties SET xml = 'x' WHERE entry_id = 20", [2, 20]],
    ['DELETE FROM properties WHERE entry_id = 2', [1, 2]],
    ["INSERT INTO properties (entry_id, namespace, name, xml) VALUES (3, 'a', 'a', 'a')", [3]],
    ['UPDATE locks SET expires_at = 2 WHERE entry_id = 20', [2, 20]],
    ['DELETE FROM locks WHERE entry_id = 20', [2, 20]],
    ['UPDATE locks SET expires_at = 2 WHERE entry_id = 2', ALL, true],
    [`INSERT INTO locks (${LOCK_COLUMNS}) VALUES ('x', 3, 1, '0', 'shared', '', 1, 1)`, ALL, true],
    ['UPDATE locks SET entry_id = 10 WHERE entry_id = 20', ALL, true],
    ['UPDATE shares SET permissions = 3', ALL, true],
    ['DELETE FROM shares', ALL, true],
    ['DELETE FROM share_recipients', ALL, true],
    ['UPDATE share_recipients SET notified_at = 1', []],
    ['UPDATE share_recipients SET share_id = 1', ALL, true],
    ["UPDATE mount_names SET name = 'x'", ALL, true],
    ['DELETE FROM mount_names', ALL, true],
    ['UPDATE users SET used_bytes = 1, used_entries = 1', []],
    ["UPDATE users SET password_hash = 'x'", ['user 1']],
    ['UPDATE users SET is_admin = 1', ALL, true],
    ["UPDATE users SET name = 'x'", ALL, true],
    ['DELETE FROM users', ['user 1']],
    ['UPDATE tokens SET last_used_at = 1 WHERE id = 1', ['token 1']],
    ['DELETE FROM tokens WHERE id = 2', ['token 2']],
    ["INSERT INTO activities (action, user_name, at, details, entry_id) VALUES ('a', 'a', 0, 'a', 20)", []],
  ] as const)
    it(`rise where they should: ${sql.replaceAll(/\s+/g, ' ').slice(0, 70)}`, () => {
      const [before, { structure }] = [versions(), fixture.database];
      run(sql);
      const after = versions();
      assert.deepEqual(
        ALL.filter((_, index) => after[index] !== before[index]),
        changed,
      );
      assert.equal(fixture.database.structure > structure, isStructure === true);
    });

  it('rise for each column of a user but what the home holds', () => {
    const columns = fixture.database
      .prepare<[], { name: string }>("SELECT name FROM pragma_table_info('users')")
      .all()
      .map(({ name }) => name);
    const silent = columns.filter((column) => {
      const before = fixture.database.versionOf(['user 1']);
      run(`UPDATE users SET ${column} = ${column} WHERE id = 1`);
      return fixture.database.versionOf(['user 1']) === before;
    });
    assert.deepEqual(silent, ['id', 'used_bytes', 'created_at', 'used_entries']);
  });

  it('rise for what goes with something else', () => {
    const of = (id: number) => fixture.database.versionOf([`token ${id}`]);
    run('PRAGMA foreign_keys = ON');
    const before = [of(1), of(2)];
    run('DELETE FROM tokens WHERE id = 1');
    assert.ok(of(1) > (before[0] ?? 0) && of(2) > (before[1] ?? 0));
  });

  it('rise when a change is undone', async () => {
    let within: number[] = [];
    const undone = fixture.database.transaction(() => {
      run("UPDATE documents SET title = 'x' WHERE entry_id = 20");
      within = versions();
      throw new Error('no');
    });
    await assert.rejects(undone, /^Error: no$/);
    assert.ok(versions().every((version, index) => version > (within[index] ?? 0)));
  });

  it('do not rise when a change is refused before it did anything', async () => {
    const before = versions();
    const refused = fixture.database.transaction(() => {
      throw new Error('no');
    });
    await assert.rejects(refused, /^Error: no$/);
    assert.deepEqual(versions(), before);
  });

  it('of several rise when one of them does', () => {
    const all = () => fixture.database.versionOf([2, 3, 'user 1']);
    for (const change of [
      "UPDATE documents SET title = 'x' WHERE entry_id = 20",
      'UPDATE users SET last_login_at = 1',
    ]) {
      const before = all();
      run(change);
      assert.ok(all() > before);
    }
    const before = all();
    run("UPDATE documents SET title = 'x' WHERE entry_id = 10");
    assert.equal(all(), before);
  });

  it('are kept apart for a hundred thousand entries, and all rise when there are more', () => {
    const numbers = (from: number, to: number) =>
      `WITH RECURSIVE n (id) AS (SELECT ${from} UNION ALL SELECT id + 1 FROM n WHERE id < ${to})
       INSERT INTO properties (entry_id, namespace, name, xml) SELECT id, 'b', 'b', 'b' FROM n`;
    const before = versions();
    run(numbers(1000, 90_000));
    assert.deepEqual(versions(), before);
    run(numbers(90_001, 120_000));
    assert.ok(versions().every((version, index) => version > (before[index] ?? 0)));
  });
});
