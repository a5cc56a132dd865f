import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserActor } from '../../src/model/people/actor.ts';
import { parseOfficePath } from '../../src/model/text/office-path.ts';
import { blobPath } from '../../src/storage/blobs/blobs.ts';
import { EntryTable } from '../../src/storage/tree/entries.ts';
import { type ExportOptions, type ExportResult, exportTree } from '../../src/upkeep/transfer/transfer.ts';
import { type CoreFixture, openCoreFixture, present, refuses } from '../support/accounts.ts';
import { makeFolder, newUser, putTo, write } from '../support/tree.ts';

const LARGE = Buffer.alloc(300_000, 'large ');
const USUAL: ExportOptions = { versions: false, checksum: false, overwrite: false };

describe('an export', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let office: number;
  let directory: string;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann', { isAdmin: true });
    office = (await core.dms.folders.createSystem(ann, 'Office')).id;
    directory = join(await mkdtemp(join(tmpdir(), 'dms-export-')), 'out');
  });
  afterEach(async () => {
    await core.close();
    await rm(join(directory, '..'), { recursive: true });
  });

  const exported = (path = '/Office', options: Partial<ExportOptions> = {}): Promise<ExportResult> =>
    exportTree(core, present(parseOfficePath(path)), directory, {
      options: { ...USUAL, ...options },
      report: () => undefined,
    });

  const put = (name: string, content: Buffer | string, modifiedAt?: number) =>
    putTo(core.dms, ann, { folderId: office, name }, content, { modifiedAt });

  const text = (path: string): string => readFileSync(join(directory, path), 'utf8');

  it('has each entry of a folder once, also if the service renames some while it is read', async () => {
    const names = Array.from({ length: 250 }, (_, number) => `m ${String(number)}`);
    const [first, last] = [await put('a', 'a'), await put('z', 'z')];
    for (const name of names) await put(name, name);
    const real: unknown = Reflect.get(EntryTable.prototype, 'listChildren');
    assert.ok(typeof real === 'function');
    Reflect.set(EntryTable.prototype, 'listChildren', function (this: EntryTable, ...values: unknown[]) {
      const found: unknown = Reflect.apply(real, this, values);
      core.elsewhere(
        'UPDATE entries SET name = ?, name_key = ? WHERE id = ?',
        'z 2',
        'z 2',
        first.document.id,
      );
      core.elsewhere(
        'UPDATE entries SET name = ?, name_key = ? WHERE id = ?',
        'a 2',
        'a 2',
        last.document.id,
      );
      return found;
    });
    try {
      await exported();
    } finally {
      Reflect.set(EntryTable.prototype, 'listChildren', real);
    }
    assert.deepEqual((await readdir(directory)).sort(), ['a', 'z', ...names].sort());
  });

  it('has all folders and files, empty ones too, with their times', async () => {
    const times = [0, 1_767_607_872_123, 1_767_607_872_999, core.now()];
    for (const time of times) await put(`at ${String(time)}`, String(time), time);
    await put('large', LARGE);
    await put('empty', '');
    await put('~$odd "name"?.tmp', 'junk');
    await makeFolder(core.dms, ann, 'nothing in it', await makeFolder(core.dms, ann, 'f', office));
    const result = await exported();
    assert.deepEqual([result.documents, result.written, result.omitted], [7, 7, []]);
    assert.deepEqual(
      (await readdir(directory, { recursive: true })).sort(),
      [
        'empty',
        'f',
        'f/nothing in it',
        'large',
        '~$odd "name"?.tmp',
        ...times.map((time) => `at ${String(time)}`),
      ].sort(),
    );
    for (const time of times) {
      const name = `at ${String(time)}`;
      assert.equal(Math.floor(statSync(join(directory, name)).mtimeMs), time);
      assert.equal(text(name), String(time));
    }
    assert.deepEqual(readFileSync(join(directory, 'large')), LARGE);
    assert.equal(statSync(join(directory, 'f')).mtimeMs, core.now());
  });

  it('names a folder whose path is too long for the disk, and goes on', async () => {
    let folder = office;
    for (let level = 0; level < 20; level += 1)
      folder = await makeFolder(core.dms, ann, 'x'.repeat(250), folder);
    await makeFolder(core.dms, ann, 'z', office);
    const { omitted } = await exported();
    assert.deepEqual(
      omitted.map(({ reason }) => reason),
      ['the operating system refuses it (ENAMETOOLONG)'],
    );
    assert.ok(existsSync(join(directory, 'z')));
  });

  it('has everything: homes by their logins, and system folders', async () => {
    await newUser(core, 'homes');
    await write(core.dms, ann, 'own.txt');
    await put('a.txt', 'a');
    const { omitted } = await exported('/');
    assert.deepEqual(omitted, []);
    assert.deepEqual((await readdir(directory, { recursive: true })).sort(), [
      'homes',
      'homes/ann',
      'homes/ann/own.txt',
      'homes/homes',
      'system',
      'system/Office',
      'system/Office/a.txt',
    ]);
  });

  it('writes only what has changed when it runs again, and deletes nothing', async () => {
    await put('same.txt', 'same');
    await put('changed.txt', 'old');
    const { document } = await put('deleted.txt', 'deleted');
    await exported();
    core.pass(5000);
    await put('changed.txt', 'new');
    await core.dms.entries.remove(ann, document.id);
    const again = await exported();
    assert.deepEqual([again.documents, again.written, again.omitted], [2, 1, []]);
    assert.deepEqual([text('changed.txt'), text('deleted.txt')], ['new', 'deleted']);
  });

  it('leaves files alone that hold what dms does not know, and says so', async () => {
    for (const name of ['work.txt', 'touched.txt', 'folder']) await put(name, 'from dms', 1000);
    await mkdir(join(directory, 'folder'), { recursive: true });
    await writeFile(join(directory, 'work.txt'), 'of somebody');
    await writeFile(join(directory, 'touched.txt'), 'from dms');
    const first = await exported();
    assert.deepEqual(
      first.omitted.map(({ path }) => path),
      ['/Office/folder', '/Office/work.txt'],
    );
    assert.equal(text('work.txt'), 'of somebody');
    assert.equal(statSync(join(directory, 'touched.txt')).mtimeMs, 1000);
    const second = await exported('/Office', { overwrite: true });
    assert.deepEqual(
      second.omitted.map(({ path }) => path),
      ['/Office/folder'],
    );
    assert.equal(text('work.txt'), 'from dms');
  });

  it('does not write through links', async () => {
    const elsewhere = join(directory, '..', 'elsewhere');
    await mkdir(elsewhere);
    await mkdir(directory);
    await writeFile(join(elsewhere, 'b.txt'), 'not ours');
    await symlink(elsewhere, join(directory, 'f'));
    await symlink(join(elsewhere, 'b.txt'), join(directory, 'a.txt'));
    await write(core.dms, ann, 'x.txt', 'x', await makeFolder(core.dms, ann, 'f', office));
    await put('a.txt', 'a');
    const { omitted } = await exported('/Office', { overwrite: true });
    assert.deepEqual(
      omitted.map(({ path }) => path),
      ['/Office/a.txt', '/Office/f'],
    );
    assert.deepEqual(await readdir(elsewhere), ['b.txt']);
    await symlink(elsewhere, join(directory, '.dms-export'));
    await refuses(() => exported(), 'invalid', ['DIR']);
  });

  it('neither deletes nor writes behind a link in the folder that it keeps for itself', async () => {
    const elsewhere = join(directory, '..', 'elsewhere');
    const own = join(directory, '.dms-export');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'thesis.txt'), 'not ours');
    await mkdir(own, { recursive: true });
    await put('a.txt', 'one');
    await put('a.txt', 'two');
    for (const name of ['partial', 'versions']) {
      await symlink(elsewhere, join(own, name));
      await refuses(() => exported('/Office', { versions: true }), 'invalid', ['DIR']);
      await rm(join(own, name));
    }
    await mkdir(join(own, 'versions'));
    await symlink(elsewhere, join(own, 'versions', 'a.txt'));
    const { omitted } = await exported('/Office', { versions: true });
    assert.deepEqual(omitted, [
      { path: '/Office/a.txt, older versions', reason: 'something other than a folder has its name' },
    ]);
    assert.deepEqual(await readdir(elsewhere), ['thesis.txt']);
  });

  it('of everything does not follow a link in the place of the folder of all homes', async () => {
    const elsewhere = join(directory, '..', 'elsewhere');
    await mkdir(elsewhere);
    await mkdir(directory);
    await symlink(elsewhere, join(directory, 'homes'));
    await put('a.txt', 'a');
    const { omitted } = await exported('/');
    assert.deepEqual(
      omitted.map(({ path }) => path),
      ['ann:'],
    );
    assert.deepEqual([text('system/Office/a.txt'), await readdir(elsewhere)], ['a', []]);
  });

  it('finds a changed file of the same size and time with --checksum', async () => {
    await put('a.txt', 'right', 5000);
    await exported();
    await writeFile(join(directory, 'a.txt'), 'wrong');
    await utimes(join(directory, 'a.txt'), 5, 5);
    assert.equal((await exported()).written, 0);
    const { written } = await exported('/Office', { checksum: true, overwrite: true });
    assert.deepEqual([written, text('a.txt')], [1, 'right']);
  });

  it('says which contents are damaged, writes nothing of them, and goes on', async () => {
    await put('a.txt', 'a');
    const { document } = await put('broken', LARGE);
    await put('z.txt', 'z');
    const path = blobPath(join(core.dataDirectory, 'blobs'), document.sha256);
    await writeFile(path, Buffer.alloc(LARGE.length, 'LARGE '));
    const { omitted } = await exported();
    assert.equal(omitted.length, 1);
    assert.match(present(omitted[0]).reason, /^the content is damaged \(SHA-256 [0-9a-f]{64}\)$/);
    assert.deepEqual((await readdir(directory)).sort(), ['a.txt', 'z.txt']);
  });

  it('has older versions, titles and comments with --versions, beside the plain files', async () => {
    core.pass(Date.UTC(2026, 0, 5, 10, 11, 12) - core.now());
    await put('plan.docx', 'one');
    core.pass(1000);
    const { document } = await put('plan.docx', 'two');
    await core.dms.documents.update(ann, document.id, { title: 'The plan', comments: 'final' });
    await core.dms.versions.comment(ann, document.id, 1, 'first');
    await put('plain.txt', 'no history');
    assert.equal((await exported('/Office', { versions: true })).written, 4);
    const folder = '.dms-export/versions/plan.docx';
    assert.deepEqual((await readdir(join(directory, folder))).sort(), [
      '0001 2026-01-05T101112Z.docx',
      'history.json',
    ]);
    assert.deepEqual(await readdir(join(directory, '.dms-export', 'versions')), ['plan.docx']);
    assert.equal(text(`${folder}/0001 2026-01-05T101112Z.docx`), 'one');
    const { versions, ...rest } = JSON.parse(text(`${folder}/history.json`));
    assert.deepEqual(rest, { name: 'plan.docx', title: 'The plan', comments: 'final' });
    assert.deepEqual(
      versions.map((version: Record<string, unknown>) => [
        version['number'],
        version['author'],
        version['comment'],
        version['file'],
      ]),
      [
        [1, 'ann', 'first', '0001 2026-01-05T101112Z.docx'],
        [2, 'ann', '', null],
      ],
    );
    assert.equal((await exported('/Office', { versions: true })).written, 0);
  });

  it('goes on where one was killed, and leaves nothing of it', async () => {
    await put('a.txt', 'a');
    await put('b.txt', 'b');
    await exported();
    await rm(join(directory, 'b.txt'));
    const partial = join(directory, '.dms-export', 'partial');
    await mkdir(partial, { recursive: true });
    // No process has this id.
    await writeFile(join(partial, '99999999-1'), 'half');
    assert.equal((await exported()).written, 1);
    assert.ok(!existsSync(join(directory, '.dms-export')));
  });

  it('gives a document another name that has the name of its own folder', async () => {
    await put('.dms-export', 'x');
    const { renamed } = await exported();
    assert.deepEqual(renamed, [{ path: '/Office/.dms-export', name: '.dms-export (2)' }]);
    assert.equal(text('.dms-export (2)'), 'x');
  });

  it('refuses what is no folder, and directories that have to do with the data', async () => {
    await put('a.txt', 'a');
    await refuses(() => exported('/none'), 'not_found');
    await refuses(() => exported('bob:/'), 'not_found');
    await refuses(() => exported('/Office/a.txt'), 'invalid', ['FOLDER']);
    assert.ok(!existsSync(directory));
    for (const path of [join(core.dataDirectory, 'x'), core.dataDirectory, tmpdir()]) {
      const parts = { options: USUAL, report: () => undefined };
      await refuses(() => exportTree(core, present(parseOfficePath('/')), path, parts), 'invalid', ['DIR']);
    }
  });
});
