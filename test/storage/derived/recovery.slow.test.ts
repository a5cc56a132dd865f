import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { Database } from '../../../src/storage/database/database.ts';
import { createDerived } from '../../../src/storage/derived/derived.ts';
import { connectWriter, derivedFiles } from '../../../src/storage/derived/files.ts';
import { Rereads } from '../../../src/storage/derived/renditions/rereads.ts';
import { Tasks } from '../../../src/storage/derived/renditions/tasks.ts';
import { Texts } from '../../../src/storage/derived/renditions/texts.ts';
import { IndexWriter } from '../../../src/storage/derived/search/index-writer.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { catchUp, DirectIndex, findInIndex } from '../../support/database/search-index.ts';
import { renderAll } from '../../support/renditions/renditions.ts';
import { newUser, write } from '../../support/tree.ts';

describe('the search index after a restart', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let file: string;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ({ file } = core.database);
    for (const name of ['one', 'two', 'three']) await write(core.dms, ann, name);
    await restarted();
  });
  afterEach(() => core.close());

  /** Starts with the data of a directory, indexes, and looks whether all is found. */
  async function restarted(database = file): Promise<void> {
    const opened = Database.open(database, 'relaxed');
    try {
      await catchUp(createDerived(opened).searchIndex);
      const index = new DirectIndex(opened);
      index.assertInStep();
      const scope = { tops: [ann.homeId], exceptId: ann.homeId };
      const words = { required: [], excluded: [] };
      const { hits } = findInIndex(opened, { words, filter: {}, scope, limit: 100, offset: 0 });
      const count = opened
        .prepare<[], number>('SELECT count(*) FROM entries WHERE root_kind IS NULL')
        .pluck();
      assert.equal(hits.length, count.get());
    } finally {
      await opened.close();
    }
  }

  /** A copy of the database as it is now, in a directory of its own. */
  function copyOfDatabase(name: string): string {
    const directory = join(core.dataDirectory, name);
    mkdirSync(directory);
    const copy = join(directory, 'dms.sqlite');
    core.database.prepare<[string]>('VACUUM INTO ?').run(copy);
    return copy;
  }

  /** Puts the present files of the index beside another database. */
  const copyCacheTo = (database: string): void =>
    cpSync(dirname(derivedFiles(file).search), dirname(derivedFiles(database).search), { recursive: true });

  /** Whether a process that starts now has something to index. */
  async function isBehind(): Promise<boolean> {
    const opened = Database.open(file, 'relaxed');
    try {
      return createDerived(opened).searchIndex.isBehind;
    } finally {
      await opened.close();
    }
  }

  it('is known to have everything without its thread, if all is as it was left', async () => {
    const { search, thumbnails } = derivedFiles(file);
    assert.equal(await isBehind(), false);
    for (const path of [search, thumbnails]) {
      const intact = readFileSync(path);
      for (const other of [undefined, '', randomBytes(intact.length)]) {
        rmSync(path, { force: true });
        if (other !== undefined) writeFileSync(path, other);
        assert.equal(await isBehind(), true);
      }
      writeFileSync(path, intact);
    }
    assert.equal(await isBehind(), false);
    for (const change of [
      'INSERT INTO pending VALUES (1, (SELECT entry_id FROM rows LIMIT 1))',
      "UPDATE state SET value = value + 1 WHERE name = 'writes'",
      "UPDATE state SET value = value - 1 WHERE name = 'format'",
      "UPDATE state SET value = 'another' WHERE name = 'index_id'",
    ]) {
      const intact = readFileSync(search);
      const sqlite = connectWriter(file);
      sqlite.exec(change);
      sqlite.close();
      assert.equal(await isBehind(), true, change);
      writeFileSync(search, intact);
    }
    await write(core.dms, ann, 'four');
    assert.equal(await isBehind(), true);
  });

  it('keeps the texts and thumbnails of release 0.2.0, of which no sizes are known', async () => {
    await renderAll(core.dms);
    const sqlite = connectWriter(file);
    for (const column of ['width', 'height', 'pages'])
      sqlite.exec(`ALTER TABLE thumbnails.pictures DROP COLUMN ${column}`);
    for (const schema of ['main', 'thumbnails']) sqlite.pragma(`${schema}.user_version = 1`);
    sqlite.close();
    assert.equal(await isBehind(), true);
    await restarted();
    const opened = Database.open(file, 'relaxed');
    try {
      const { renditions } = createDerived(opened);
      const [sha256 = ''] = opened.prepare<[], string>('SELECT sha256 FROM blobs').pluck().all();
      assert.ok(renditions.text(sha256) !== undefined);
      assert.ok(renditions.image(sha256, 256) !== undefined);
      assert.deepEqual(
        [renditions.picture(sha256)?.state, renditions.picture(sha256)?.media],
        ['ready', null],
      );
    } finally {
      await opened.close();
    }
    assert.deepEqual(await renderAll(core.dms), [], 'nothing is read again');
    assert.equal(await isBehind(), false);
  });

  it('is made anew when its folder was deleted, and not once more at the next start', async () => {
    const indexId = () =>
      core.database.prepare<[], string>('SELECT index_id FROM search_state').pluck().get();
    const first = indexId();
    rmSync(dirname(derivedFiles(file).search), { recursive: true });
    await restarted();
    const second = indexId();
    assert.notEqual(second, first);
    await restarted();
    assert.equal(indexId(), second);
  });

  it('is made anew when a file of it is broken, wherever that is', async () => {
    const { search, thumbnails } = derivedFiles(file);
    for (const path of [search, thumbnails])
      for (const from of [0, 4096]) {
        const intact = readFileSync(path);
        writeFileSync(path, Buffer.concat([intact.subarray(0, from), randomBytes(intact.length - from)]));
        await restarted();
      }
    writeFileSync(search, '');
    await restarted();
  });

  it('is made anew when an older copy of it was put back', async () => {
    const { search } = derivedFiles(file);
    const older = readFileSync(search);
    await write(core.dms, ann, 'four');
    await restarted();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${search}${suffix}`, { force: true });
    writeFileSync(search, older);
    await restarted();
  });

  it('is made anew when an older copy of the database was put back', async () => {
    const older = copyOfDatabase('older');
    await write(core.dms, ann, 'four');
    await restarted();
    copyCacheTo(older);
    await restarted(older);
  });

  it('is made anew when the older database has what was deleted since then', async () => {
    const older = copyOfDatabase('older');
    const { items } = await core.dms.search.search(
      ann,
      0,
      { q: 'three', filter: {} },
      { page: 1, perPage: 1 },
    );
    const [three] = items;
    assert.ok(three);
    await core.dms.entries.remove(ann, three.record.id);
    await core.dms.trash.purge(ann, three.record.id);
    await restarted();
    copyCacheTo(older);
    await restarted(older);
  });

  it('is made anew when the older database has been changed before the index was opened', async () => {
    const older = copyOfDatabase('older');
    await write(core.dms, ann, 'four');
    await restarted();
    copyCacheTo(older);
    const opened = Database.open(older, 'relaxed');
    for (let number = 0; number < 20; number += 1)
      opened.prepare("UPDATE entries SET name = 'renamed' WHERE name LIKE 'one%' OR name = 'renamed'").run();
    await opened.close();
    await restarted(older);
  });

  it('has what was taken out of the queue, and takes again what was not', async () => {
    await write(core.dms, ann, 'four');
    const sqlite = connectWriter(file);
    const parts = { rereads: new Rereads(sqlite), tasks: new Tasks(sqlite), texts: new Texts(sqlite) };
    const { changes } = new IndexWriter(sqlite, parts).index();
    // The process ends before the queue hears of it.
    sqlite.close();
    assert.ok(changes.length > 0);
    await write(core.dms, ann, 'five');
    await restarted();
  });

  it('keeps no change waiting while it is made anew', () => {
    rmSync(dirname(derivedFiles(file).search), { recursive: true });
    const sqlite = connectWriter(file);
    const changed: boolean[] = [];
    class WatchedTexts extends Texts {
      override find(sha256: string): string | undefined {
        changed.push(core.database.tryTransaction(() => undefined));
        return super.find(sha256);
      }
    }
    const parts = { rereads: new Rereads(sqlite), tasks: new Tasks(sqlite), texts: new WatchedTexts(sqlite) };
    new IndexWriter(sqlite, parts).index();
    sqlite.close();
    assert.deepEqual([...new Set(changed)], [true]);
  });
});
