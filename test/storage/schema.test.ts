import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../migrations/index.ts';
import { bringUp, copyAside, schemaStatus } from '../../src/storage/connection/schema.ts';
import { Database } from '../../src/storage/database/database.ts';
import { Syncs } from '../support/disk/syncs.ts';

const KNOWN = migrations.map(({ name }) => name);

describe('the schema', () => {
  let directory: string;
  let file: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'dms-schema-'));
    file = join(directory, 'dms.sqlite');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function run(sql: string): void {
    const database = Database.open(file, 'relaxed');
    database.prepare(sql).run();
    void database.close();
  }

  it('of a new file is all pending, and is brought up once', async () => {
    assert.deepEqual(await schemaStatus(file), { applied: [], pending: KNOWN, unknown: [] });
    assert.deepEqual(await bringUp(file), KNOWN);
    assert.deepEqual(await schemaStatus(file), { applied: KNOWN, pending: [], unknown: [] });
    assert.deepEqual(await bringUp(file), []);
  });

  it('is read without a change to a file that a crash has left with a log, where that is asked for', async () => {
    await bringUp(file);
    const writing = Database.open(file, 'relaxed');
    writing.prepare("INSERT INTO sweep_holds (holder, expires_at) VALUES ('x', 0)").run();
    const crashed = join(directory, 'crashed.sqlite');
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${crashed}${end}`);
    await writing.close();
    const before = readFileSync(crashed);
    const { applied } = await schemaStatus(crashed, { readonly: true });
    assert.deepEqual(applied, KNOWN);
    assert.ok(before.equals(readFileSync(crashed)));
  });

  it('stops at the step that is named', async () => {
    const [first = ''] = KNOWN;
    assert.deepEqual(await bringUp(file, first), [first]);
  });

  it('says which steps are still to come, also where no table says so', async () => {
    const [first = '', ...others] = KNOWN;
    await bringUp(file, first);
    assert.deepEqual(await schemaStatus(file), { applied: [first], pending: others, unknown: [] });
    const empty = join(directory, 'empty.sqlite');
    writeFileSync(empty, '');
    assert.deepEqual(await schemaStatus(empty), { applied: [], pending: KNOWN, unknown: [] });
  });

  it('tells of steps that this program does not know, and goes no further with them', async () => {
    await bringUp(file);
    run("INSERT INTO schema_migrations (name, batch) VALUES ('9999-from-the-future', 99)");
    const { unknown } = await schemaStatus(file);
    assert.deepEqual(unknown, ['9999-from-the-future']);
    await assert.rejects(bringUp(file));
    assert.deepEqual((await schemaStatus(file)).applied, [...KNOWN, '9999-from-the-future']);
  });

  it('is copied aside whole, over nothing that is there', async () => {
    await bringUp(file);
    const copy = join(directory, 'copy.sqlite');
    await copyAside(file, copy);
    assert.deepEqual(await schemaStatus(copy), await schemaStatus(file));
    assert.ok(existsSync(copy));
    await assert.rejects(copyAside(file, copy), /exists/);
  });

  it('is copied under another name until the copy is whole and on the disk, for its owner only', async () => {
    await bringUp(file);
    const copy = join(directory, 'copy.sqlite');
    // What an earlier copy left that a crash cut off.
    writeFileSync(`${copy}.part`, 'half');
    const syncs = new Syncs();
    const found: string[][] = [];
    syncs.sync = () => void found.push(readdirSync(directory).filter((name) => name.startsWith('copy')));
    await copyAside(file, copy).finally(() => syncs.putBack());
    assert.deepEqual(found, [['copy.sqlite.part'], ['copy.sqlite']]);
    assert.equal(statSync(copy).mode & 0o777, 0o600);
    assert.deepEqual(await schemaStatus(copy), await schemaStatus(file));
  });

  it('is not looked for where there is no file, and none is made', async () => {
    assert.deepEqual((await schemaStatus(file)).applied, []);
    assert.equal(existsSync(file), false);
  });

  it('refuses rows that make no sense', async () => {
    await bringUp(file);
    for (const sql of [
      "INSERT INTO entries (parent_id, is_folder, name, name_key, sort_key, created_at, updated_at) VALUES (1, 1, 'x', 'x', 'x', 0, 0)",
      "INSERT INTO entries (is_folder, name, name_key, sort_key, created_at, updated_at) VALUES (1, 'x', 'x', 'x', 0, 0)",
      "INSERT INTO blobs (sha256, size_bytes, created_at) VALUES ('short', 1, 0)",
      'INSERT INTO shares (entry_id, permissions, created_at) VALUES (1, 2, 0)',
      "INSERT INTO users (login) VALUES ('x')",
    ]) {
      assert.throws(() => run(sql), /constraint failed/, sql);
    }
  });
});
