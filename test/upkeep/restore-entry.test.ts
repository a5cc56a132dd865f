import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { UserActor } from '../../src/model/people/actor.ts';
import type { ReportProgress } from '../../src/model/progress.ts';
import { parseOfficePath } from '../../src/model/text/office-path.ts';
import { blobPath } from '../../src/storage/blobs/blobs.ts';
import { Statement } from '../../src/storage/connection/statement.ts';
import { TreeReader } from '../../src/storage/tree-reader.ts';
import { type RestoreResult, restoreTree } from '../../src/upkeep/transfer/transfer.ts';
import { type CoreFixture, openCoreFixture, PAGE, present, refuses, SYSTEM } from '../support/accounts.ts';
import { treeReaderOf } from '../support/database/tree-reader.ts';
import { makeFolder, newUser, paths, putTo, read, write } from '../support/tree.ts';

const LARGE = Buffer.alloc(300_000, 'large ');
const SNAPSHOT = '2026-01-31T12-00-00Z-abc';
const TODAY = new Date().toISOString().slice(0, 10);

describe('a restore of one entry', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let copy: string;
  let continued: string[];
  let snapshot: BetterSqlite.Database | undefined;

  beforeEach(async () => {
    core = await openCoreFixture();
    continued = [];
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    copy = await mkdtemp(join(tmpdir(), 'dms-snapshot-'));
  });
  afterEach(async () => {
    snapshot?.close();
    snapshot = undefined;
    await core.close();
    await rm(copy, { recursive: true });
  });

  /** What is there now can be restored from then on. */
  async function takeSnapshot(): Promise<void> {
    core.database.prepare<[string]>('VACUUM INTO ?').run(join(copy, 'dms.sqlite'));
    await cp(join(core.dataDirectory, 'blobs'), join(copy, 'blobs'), { recursive: true });
  }

  function restored(
    path: string,
    into = 'ann:/',
    login = 'ann',
    report: ReportProgress = () => undefined,
  ): Promise<RestoreResult> {
    snapshot ??= new BetterSqlite(join(copy, 'dms.sqlite'), { readonly: true });
    const sqlite = snapshot;
    const reader = new TreeReader({ prepare: (sql) => new Statement(sqlite, sql) }, (sha256) =>
      createReadStream(blobPath(join(copy, 'blobs'), sha256)),
    );
    return restoreTree(
      core,
      { reader, path: present(parseOfficePath(path)), snapshot: SNAPSHOT },
      present(parseOfficePath(into)),
      {
        actor: core.dms.users.actingAs(SYSTEM, login),
        report,
        onContinued: (name) => void continued.push(name),
      },
    );
  }

  const idOf = (...names: string[]): number => present(treeReaderOf(core).find({ login: 'ann', names })).id;

  /** All that a document has, but its id. */
  function recordOf(id: number) {
    const { title, comments, modifiedAt, version, sha256, mimeType, size } = core.dms.tree.document(ann, id);
    const { items } = core.dms.versions.list(ann, id, PAGE);
    const properties = treeReaderOf(core).properties(id);
    return { title, comments, modifiedAt, version, sha256, mimeType, size, items, properties };
  }

  /** A document with versions of two users, one of them deleted, and all that a document can have. */
  async function writeHistory(folderId: number): Promise<number> {
    const folder = core.dms.tree.folder(ann, folderId);
    await core.dms.shares.create(ann, { entryId: folder.id, permissions: 31, users: ['ben'], notify: false });
    let id = 0;
    for (const [author, content] of [
      [ann, 'one'],
      [ben, LARGE],
      [ann, 'three'],
      [ben, ''],
    ] as const) {
      core.pass(60_000);
      ({ id } = (
        await putTo(core.dms, author, { folderId, name: 'plan.txt' }, content, { modifiedAt: 123_456_789 })
      ).document);
    }
    await core.dms.versions.remove(ann, id, 3);
    await core.dms.versions.comment(ann, id, 1, 'the first');
    await core.dms.documents.update(ann, id, { title: 'The plan', comments: 'final' });
    core.database
      .prepare<[number]>(
        "INSERT INTO properties VALUES (?, 'urn:x', 'colour', '<colour xmlns=\"urn:x\">red</colour>')",
      )
      .run(id);
    return id;
  }

  it('brings a document back as it was, with all versions, beside the one that is there', async () => {
    const folder = await makeFolder(core.dms, ann, 'f');
    const id = await writeHistory(folder);
    const before = recordOf(id);
    await takeSnapshot();
    core.pass(60_000);
    await putTo(core.dms, ann, { folderId: folder, name: 'plan.txt' }, 'spoilt');
    const done = core.actions().length;
    const result = await restored('ann:/f/plan.txt', 'ann:/f');
    assert.deepEqual(
      core
        .actions()
        .slice(done)
        .map((line) => line.split(' ')[0]),
      ['upload'],
    );
    assert.deepEqual(result, {
      name: `plan (restored ${TODAY}).txt`,
      documents: 1,
      versions: 3,
      omitted: [],
    });
    const copyId = idOf('f', result.name);
    assert.deepEqual(recordOf(copyId), before);
    assert.equal(await read(core.dms, ann, copyId, 2), LARGE.toString());
    assert.equal(await read(core.dms, ann, copyId, 1), 'one');
    assert.equal(await read(core.dms, ann, id), 'spoilt');
    assert.equal(core.dms.tree.document(ann, copyId).createdAt, before.items.at(-1)?.createdAt);
    const again = await restored('ann:/f/plan.txt', 'ann:/f');
    assert.equal(again.name, `plan (restored ${TODAY}) (2).txt`);
  });

  it('brings a folder back with all beneath it, under its own name where that is free', async () => {
    const folder = await makeFolder(core.dms, ann, 'f');
    await writeHistory(await makeFolder(core.dms, ann, 'deep', folder));
    await write(core.dms, ann, 'a.txt', 'a', folder);
    await makeFolder(core.dms, ann, 'empty', folder);
    const before = await paths(core.dms, ann);
    await takeSnapshot();
    await core.dms.entries.remove(ann, folder);
    const result = await restored('ann:/f');
    assert.deepEqual(result, { name: 'f', documents: 2, versions: 4, omitted: [] });
    assert.deepEqual(await paths(core.dms, ann), before);
    const home = await restored('ann:/', 'ann:/elsewhere');
    assert.deepEqual([home.name, home.documents], ['ann', 2]);
    assert.equal(await read(core.dms, ann, idOf('elsewhere', 'ann', 'f', 'a.txt')), 'a');
  });

  it('goes on where an earlier one ended, and is named as unfinished until then', async () => {
    const folder = await makeFolder(core.dms, ann, 'f');
    await writeHistory(await makeFolder(core.dms, ann, 'deep', folder));
    for (const name of ['a', 'b', 'c']) await write(core.dms, ann, name, name, folder);
    const before = await paths(core.dms, ann);
    await takeSnapshot();
    await core.dms.entries.remove(ann, folder);
    for (const last of [1, 2, 3]) {
      const ending: ReportProgress = ({ done }) => {
        if (done === last) throw new Error('killed');
      };
      await assert.rejects(restored('ann:/f', 'ann:/', 'ann', ending), /killed/);
      const [top, ...others] = (await paths(core.dms, ann)).filter(
        (path) => path.indexOf('/') === path.length - 1,
      );
      assert.deepEqual([top, others.length], [`f (unfinished restore of ${SNAPSHOT})/`, 0]);
    }
    const result = await restored('ann:/f');
    assert.deepEqual(result, { name: 'f', documents: 4, versions: 6, omitted: [] });
    assert.deepEqual(await paths(core.dms, ann), before);
    assert.equal(continued.length, 3);
    assert.equal((await restored('ann:/f')).name, `f (restored ${TODAY})`);
    assert.equal(continued.length, 3);
  });

  it('keeps a name that is free in a system folder and taken at the top of the drive', async () => {
    const boss = await newUser(core, 'boss', { isAdmin: true });
    const office = await core.dms.folders.createSystem(boss, 'Office');
    await core.dms.folders.createSystem(boss, 'Back');
    await write(core.dms, boss, 'a.txt', 'a', office.id);
    await takeSnapshot();
    assert.equal((await restored('/Office', '/Back', 'boss')).name, 'Office');
    assert.equal((await restored('/Office', '/Back', 'boss')).name, `Office (restored ${TODAY})`);
  });

  it('leaves the author open where the account is gone', async () => {
    const folder = await makeFolder(core.dms, ann, 'f');
    const id = await writeHistory(folder);
    await takeSnapshot();
    await core.user('root', { isAdmin: true });
    await core.dms.users.remove(await core.session('root'), ben.userId);
    await core.dms.entries.remove(ann, id);
    await restored('ann:/f/plan.txt', 'ann:/f');
    const { items } = core.dms.versions.list(ann, idOf('f', 'plan.txt'), PAGE);
    assert.deepEqual(
      items.map(({ author }) => author?.id),
      [undefined, undefined, ann.userId],
    );
  });

  it('leaves out versions that are damaged, says so, and restores the others', async () => {
    const id = await write(core.dms, ann, 'a.txt', 'good');
    const { document } = await putTo(core.dms, ann, { folderId: 0, name: 'a.txt' }, LARGE);
    await putTo(core.dms, ann, { folderId: 0, name: 'b.txt' }, LARGE);
    await takeSnapshot();
    await writeFile(blobPath(join(copy, 'blobs'), document.sha256), Buffer.alloc(LARGE.length, 'LARGE '));
    await core.dms.entries.remove(ann, id);
    const { omitted, versions } = await restored('ann:/a.txt');
    assert.deepEqual(
      [versions, omitted.map(({ path, reason }) => [path, reason.slice(0, 22)])],
      [1, [['a.txt, version 2', 'the content is damaged']]],
    );
    assert.equal(await read(core.dms, ann, idOf('a.txt')), 'good');
    await refuses(() => restored('ann:/b.txt', 'ann:/f'), 'not_found');
    assert.deepEqual(await paths(core.dms, ann), ['a.txt', 'b.txt', 'f/']);
  });

  it('keeps to permissions and quota: a document is whole or not there', async () => {
    const folder = await makeFolder(core.dms, ann, 'f');
    await writeHistory(folder);
    await write(core.dms, ann, 'small.txt', '1', folder);
    await takeSnapshot();
    await refuses(() => restored('ann:/f', 'ann:/', 'ben'), 'forbidden');
    await core.dms.users.update(SYSTEM, ben.userId, { quotaBytes: 1000 });
    const { name, documents, omitted } = await restored('ann:/f', 'ben:/', 'ben');
    // Ben sees the folder that is shared with him under its own name.
    assert.equal(name, `f (restored ${TODAY})`);
    assert.equal(documents, 1);
    assert.deepEqual(omitted, [{ path: 'f/plan.txt', reason: 'The quota of this home would be exceeded.' }]);
    assert.deepEqual(
      (await paths(core.dms, ben)).filter((path) => path.startsWith(name)),
      [`${name}/`, `${name}/small.txt`],
    );
    await refuses(() => restored('ann:/none'), 'not_found');
    await refuses(() => restored('/'), 'invalid', ['PATH']);
  });

  it('is not for requests', async () => {
    const content = await core.dms.uploads.receive(ann, createReadStream('/dev/null'));
    const version = { number: 1, content, mimeType: 'text/plain', author: 'ben', comment: '', createdAt: 0 };
    const past = { title: null, comments: '', modifiedAt: 0, properties: [], versions: [version] } as const;
    await refuses(
      () => core.dms.historyImport.document(ann, { folderId: 0, name: 'forged' }, past),
      'forbidden',
    );
  });
});
