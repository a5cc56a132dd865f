import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrations } from '../../../migrations/index.ts';
import { copyAside } from '../../../src/storage/connection/schema.ts';
import { dms, type Finished } from '../../support/process.ts';

const NAMES = migrations.map(({ name }) => name);

describe('dms migrate', () => {
  let directory: string;
  let database: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-migrate-'));
    database = join(directory, 'data', 'dms.sqlite');
  });

  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  async function ends(code: number, args: string[]): Promise<Finished> {
    const finished = await dms(args, { cwd: directory, environment: { DMS_SERVER_PORT: '0' } });
    assert.equal(finished.code, code, finished.stderr);
    return finished;
  }

  const json = ({ stdout }: Finished): Record<string, unknown> => JSON.parse(stdout);

  it('takes every step on a new directory, without a copy, and then has nothing to do', async () => {
    assert.deepEqual(json(await ends(0, ['migrate', '--json'])), { taken: NAMES, copy: null });
    assert.deepEqual(json(await ends(0, ['migrate', '--json'])), { taken: [], copy: null });
    assert.equal((await ends(0, ['migrate'])).stdout, 'nothing to do\n');
    const files = await readdir(join(directory, 'data'));
    assert.deepEqual(
      files.filter((name) => name.includes('before')),
      [],
    );
  });

  it('says with --status what is done and what is to be done, and changes nothing', async () => {
    const before = await ends(0, ['migrate', '--status']);
    assert.match(before.stdout, /no database/);
    await assert.rejects(readdir(join(directory, 'data')), 'not even the directory is made');
    await ends(0, ['migrate']);
    assert.deepEqual(json(await ends(0, ['migrate', '--status', '--json'])), {
      applied: NAMES,
      pending: [],
      unknown: [],
      database,
    });
    const { stdout } = await ends(0, ['migrate', '--status']);
    assert.equal(stdout, NAMES.map((name) => `applied  ${name}\n`).join(''));
  });

  it('stops after the step of --to, and names the steps when there is no such: 2', async () => {
    const { stdout, stderr } = await ends(2, ['migrate', '--to', '9999-never']);
    assert.equal(stdout, '');
    assert.match(stderr, /9999-never/);
    assert.ok(NAMES.every((name) => stderr.includes(name)));
    const [first = ''] = NAMES;
    assert.deepEqual(json(await ends(0, ['migrate', '--to', first, '--json']))['taken'], [first]);
  });

  it('removes what a killed migration left of its copy', async () => {
    const [first = ''] = NAMES;
    await ends(0, ['migrate', '--to', first]);
    const left = `${database}.before-0002-x-20260101T000000Z.part`;
    for (const name of [left, `${left}-journal`]) writeFileSync(name, 'half');
    await ends(0, ['migrate']);
    const copies = (await readdir(join(directory, 'data'))).filter((name) => name.includes('.before-'));
    assert.equal(copies.length, 1);
    assert.match(copies[0] ?? '', /Z$/);
  });

  it('refuses a database that is newer than the program, and so does everything that would write to it', async () => {
    await ends(0, ['migrate']);
    const sqlite = new Sqlite(database);
    sqlite.exec(
      "INSERT INTO schema_migrations (name, batch, migration_time) VALUES ('9999-from-tomorrow', 99, 0)",
    );
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    sqlite.close();
    const before = readFileSync(database);
    for (const args of [
      ['serve'],
      ['migrate'],
      ['create-admin', '--login', 'a', '--email', 'a@example.org'],
      ['create-token', '--login', 'a', '--name', 'n'],
    ]) {
      const { stdout, stderr } = await ends(1, args);
      assert.equal(stdout, '', args.join(' '));
      assert.match(stderr, /newer than this program.*9999-from-tomorrow/, args.join(' '));
    }
    assert.ok(readFileSync(database).equals(before), 'the file is as it was');
    assert.deepEqual(json(await ends(0, ['migrate', '--status', '--json']))['unknown'], [
      '9999-from-tomorrow',
    ]);
  });

  it('copies a database aside whole, with what is only in its log so far, and over nothing', async () => {
    await ends(0, ['migrate']);
    const sqlite = new Sqlite(database);
    sqlite.pragma('journal_mode = WAL');
    sqlite.exec("CREATE TABLE probe (text TEXT); INSERT INTO probe VALUES ('just written')");
    const target = join(directory, 'copy.sqlite');
    await copyAside(database, target);
    sqlite.close();
    const copy = new Sqlite(target, { readonly: true });
    assert.deepEqual(copy.prepare('SELECT text FROM probe').all(), [{ text: 'just written' }]);
    assert.equal(copy.pragma('integrity_check', { simple: true }), 'ok');
    copy.close();
    await assert.rejects(copyAside(database, target), /exist/);
  });

  it('ends with 1 and says why, where the data directory cannot be created', async () => {
    const { code, stderr } = await dms(['migrate', '--data-dir', '/proc/none/data']);
    assert.deepEqual([code, /cannot create the data directory \/proc\/none\/data/.test(stderr)], [1, true]);
  });
});
