import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { UserActor } from '../../src/model/people/actor.ts';
import { parseOfficePath } from '../../src/model/text/office-path.ts';
import { LocalTree } from '../../src/upkeep/transfer/local-tree.ts';
import { type ImportOptions, type ImportResult, importTree } from '../../src/upkeep/transfer/transfer.ts';
import { type CoreFixture, openCoreFixture, present, refuses, SYSTEM } from '../support/accounts.ts';
import { treeReaderOf } from '../support/database/tree-reader.ts';
import { run } from '../support/process.ts';
import { makeFolder, newUser, paths, putTo, read, write } from '../support/tree.ts';

const USUAL: ImportOptions = { checksum: false, skipExisting: false };

describe('an import', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let directory: string;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    directory = await mkdtemp(join(tmpdir(), 'dms-import-'));
  });
  afterEach(async () => {
    await core.close();
    await rm(directory, { recursive: true });
  });

  const imported = (
    path = 'ann:/',
    { as = 'ann', ...options }: Partial<ImportOptions> & { as?: string } = {},
  ): Promise<ImportResult> =>
    importTree(core, directory, present(parseOfficePath(path)), {
      actor: core.dms.users.actingAs(SYSTEM, as),
      options: { ...USUAL, ...options },
      report: () => undefined,
    });

  async function file(path: string, content: Buffer | string = path, modifiedAt = 1_767_607_872_123) {
    await mkdir(join(directory, path, '..'), { recursive: true });
    await writeFile(join(directory, path), content);
    await utimes(join(directory, path), modifiedAt / 1000, modifiedAt / 1000);
  }

  const document = (name: string) => {
    const entry = treeReaderOf(core).find({ login: 'ann', names: name.split('/') });
    assert.ok(entry?.kind === 'file', `${name} is no document`);
    return entry;
  };

  const numbers = ({ documents, created, versions, omitted, ignored }: ImportResult) =>
    [documents, created, versions, omitted.length, ignored.length] as const;

  it('has all folders and files, empty ones and such with odd names too, with their times', async () => {
    const names = [
      '.hidden',
      '~$a.docx',
      'Thumbs.db',
      'x.tmp',
      'ä'.normalize('NFD'),
      '#%?&+"',
      'x'.repeat(250),
    ];
    for (const name of names) await file(`odd/${name}`);
    await file('empty', '');
    await file('large', Buffer.alloc(300_000, 'large '));
    await mkdir(join(directory, 'nothing/in it'), { recursive: true });
    assert.deepEqual(numbers(await imported()), [9, 9, 0, 0, 0]);
    assert.deepEqual(
      (await paths(core.dms, ann)).sort(),
      ['empty', 'large', 'nothing/', 'nothing/in it/', 'odd/', ...names.map((name) => `odd/${name}`)].sort(),
    );
    for (const name of [...names.map((each) => `odd/${each}`), 'empty', 'large'])
      assert.equal(document(name).modifiedAt, 1_767_607_872_123);
    assert.equal(await read(core.dms, ann, document('odd/.hidden').id), 'odd/.hidden');
    assert.equal(document('large').createdBy, ann.userId);
  });

  it('runs again: leaves what is there, and makes versions of what differs', async () => {
    for (const name of ['same', 'changed', 'touched', 'swapped']) await file(`f/${name}`, `${name} 1`);
    await imported();
    await file('f/changed', 'changed 2');
    await file('f/touched', 'touched 1', 5000);
    await writeFile(join(directory, 'f/swapped'), 'swapped 2');
    await utimes(join(directory, 'f/swapped'), 1_767_607_872.1232, 1_767_607_872.1232);
    await file('new');
    // Neither size nor time tell of two of them.
    assert.deepEqual(numbers(await imported()), [5, 1, 0, 0, 0]);
    assert.equal(document('f/touched').modifiedAt, 5000);
    assert.deepEqual(numbers(await imported('ann:/', { checksum: true })), [5, 0, 2, 0, 0]);
    assert.deepEqual([document('f/changed').version, document('f/touched').version], [2, 1]);
    assert.equal(await read(core.dms, ann, document('f/changed').id), 'changed 2');
  });

  it('does not undo what users changed since an earlier import', async () => {
    await file('a.txt', 'imported');
    await imported();
    await putTo(core.dms, ann, { folderId: 0, name: 'a.txt' }, 'edited by ann');
    assert.deepEqual(numbers(await imported()), [1, 0, 0, 0, 0]);
    assert.equal(await read(core.dms, ann, document('a.txt').id), 'edited by ann');
  });

  it('knows what a document had before, however many versions came since', async () => {
    await file('a.txt', 'imported');
    await imported();
    await putTo(core.dms, ann, { folderId: 0, name: 'a.txt' }, 'edited by ann');
    const { id } = document('a.txt');
    const last = 10_050;
    await core.database.transaction(() => {
      const more = `INSERT INTO versions
          (document_id, number, sha256, size_bytes, mime_type, author_id, comment, created_at)
        WITH numbers (n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
        SELECT document_id, n, sha256, size_bytes, mime_type, author_id, '', created_at
        FROM versions, numbers WHERE document_id = ? AND number = 2`;
      core.database.prepare<[number, number]>(more).run(last, id);
      core.database
        .prepare<[number, number]>('UPDATE documents SET version = ? WHERE entry_id = ?')
        .run(last, id);
    });
    assert.deepEqual(numbers(await imported()), [1, 0, 0, 0, 0]);
    assert.equal(document('a.txt').version, last);
  });

  it('leaves all documents that are there with --skip-existing', async () => {
    await write(core.dms, ann, 'a.txt', 'there');
    await file('a.txt', 'other');
    await file('b.txt');
    assert.deepEqual(numbers(await imported('ann:/', { skipExisting: true })), [2, 1, 0, 0, 0]);
    assert.equal(await read(core.dms, ann, document('a.txt').id), 'there');
  });

  it('says what it cannot take and why, and takes the rest', async () => {
    await file('good');
    await file('taken/x');
    await write(core.dms, ann, 'taken', 'a document');
    await makeFolder(core.dms, ann, 'folder');
    await file('folder');
    await file('line\nbreak');
    await file('ä'.normalize('NFC'));
    await file('ä'.normalize('NFD'));
    await writeFile(Buffer.concat([Buffer.from(`${directory}/`), Buffer.from([0x66, 0xfc])]), 'Latin 1');
    await symlink('/etc/passwd', join(directory, 'link'));
    assert.equal((await run('mkfifo', [join(directory, 'pipe')])).code, 0);
    const result = await imported();
    assert.deepEqual(
      result.ignored.map(({ path, reason }) => [path, reason]),
      [
        ['link', 'a symbolic link'],
        ['pipe', 'a socket or a pipe'],
      ],
    );
    assert.deepEqual(
      Object.fromEntries(result.omitted.map(({ path, reason }) => [path.normalize(), reason])),
      {
        fü: 'its name is not UTF-8',
        folder: 'a folder has its name',
        'line\nbreak': 'its name must not contain control characters',
        taken: 'a document has its name',
        ä: 'its name is the same as that of another entry, in another form of Unicode',
      },
    );
    assert.equal(result.documents, 2);
  });

  it('keeps to permissions, quota and limits of the user', async () => {
    await core.dms.users.update(SYSTEM, ann.userId, { quotaBytes: 10 });
    await file('small', '12345');
    await file('too large', '12345678901');
    const { documents, omitted } = await imported();
    assert.equal(documents, 1);
    assert.deepEqual(omitted, [{ path: 'too large', reason: 'The quota of this home would be exceeded.' }]);

    const root = await newUser(core, 'root', { isAdmin: true });
    await core.dms.folders.createSystem(root, 'Office');
    await refuses(() => imported('/Office'), 'forbidden');
    await refuses(() => imported('/New'), 'forbidden');
    await refuses(() => imported('root:/'), 'forbidden');
    await core.dms.users.update(SYSTEM, ann.userId, { isDisabled: true });
    await refuses(() => imported(), 'forbidden');
    assert.deepEqual(await paths(core.dms, root), ['Office/']);
  });

  it('makes the folders that are missing, system folders for administrators', async () => {
    await file('a.txt');
    await imported('ann:/x/y');
    assert.equal(await read(core.dms, ann, document('x/y/a.txt').id), 'a.txt');
    const root = await newUser(core, 'root', { isAdmin: true });
    await imported('/New/folder', { as: 'root' });
    assert.deepEqual(await paths(core.dms, root), ['New/', 'New/folder/', 'New/folder/a.txt']);
  });

  it('refuses what is no folder, and directories that have to do with the data', async () => {
    await write(core.dms, ann, 'a.txt');
    await refuses(() => imported('/'), 'invalid', ['FOLDER']);
    await refuses(() => imported('ann:/a.txt/b'), 'invalid', ['FOLDER']);
    await refuses(() => imported('nobody:/'), 'not_found');
    const reader = directory;
    for (const path of [core.dataDirectory, join(directory, 'none')]) {
      directory = path;
      await refuses(() => imported(), 'invalid', ['DIR']);
    }
    directory = reader;
    assert.deepEqual(await readdir(directory), []);
  });

  it('follows no link that somebody puts in the place of a folder meanwhile', async () => {
    for (let number = 10; number < 50; number += 1) await file(`${String(number)}.txt`);
    await file('sub/a.txt');
    const elsewhere = await mkdtemp(join(tmpdir(), 'dms-elsewhere-'));
    try {
      await writeFile(join(elsewhere, 'secret.txt'), 'of somebody else');
      let isSwapped = false;
      const { omitted } = await importTree(core, directory, present(parseOfficePath('ann:/')), {
        actor: core.dms.users.actingAs(SYSTEM, 'ann'),
        options: USUAL,
        report: () => {
          if (isSwapped) return;
          isSwapped = true;
          rmSync(join(directory, 'sub'), { recursive: true });
          symlinkSync(elsewhere, join(directory, 'sub'));
        },
      });
      assert.deepEqual(omitted, [{ path: 'sub', reason: 'it changed while it was being read' }]);
    } finally {
      await rm(elsewhere, { recursive: true });
    }
    assert.equal((await paths(core.dms, ann)).includes('sub/secret.txt'), false);
  });

  it('reads nothing through a link above, that came meanwhile', async () => {
    await file('sub/deep/a.txt');
    const tree = LocalTree.open(directory);
    await rename(join(directory, 'sub'), join(directory, 'real'));
    await symlink(join(directory, 'real'), join(directory, 'sub'));
    await assert.rejects(tree.list('sub/deep'), { code: 'incomplete' });
    await assert.rejects(tree.open('sub/deep/a.txt'), { code: 'incomplete' });
    await (await tree.open('real/deep/a.txt')).handle.close();
    tree.close();
  });

  it('keeps times within the years that dates on the wire can hold', async () => {
    // Not all file systems hold such times: the nearest that this one holds counts.
    await file('far', 'far', 9e15);
    await file('long ago', 'ago', -9e14);
    await imported();
    for (const name of ['far', 'long ago'])
      assert.match(new Date(document(name).modifiedAt).toISOString(), /^\d{4}-/);
  });

  it('leaves out the older versions of an export', async () => {
    await file('.dms-export/versions/a.txt/history.json', '{}');
    await file('f/.dms-export');
    const { ignored } = await imported();
    assert.deepEqual(
      ignored.map(({ path }) => path),
      ['.dms-export'],
    );
    assert.deepEqual(await paths(core.dms, ann), ['f/', 'f/.dms-export']);
  });

  it('holds off the sweep meanwhile, and no longer', async () => {
    await file('a.txt');
    const holders = () => core.database.prepare('SELECT holder FROM sweep_holds').pluck().all();
    const held: unknown[] = [];
    await importTree(core, directory, present(parseOfficePath('ann:/')), {
      actor: core.dms.users.actingAs(SYSTEM, 'ann'),
      options: USUAL,
      report: () => void held.push(...holders()),
    });
    assert.deepEqual(held, ['dms import']);
    assert.deepEqual(holders(), []);
  });

  /** Imports, and has a document written while contents are read: its folder is listed by then. */
  async function importedBeside(name: string, content: string, options: Partial<ImportOptions>) {
    const { uploads } = core.dms;
    const receive = uploads.receive.bind(uploads);
    let isWritten = false;
    const meanwhile = mock.method(uploads, 'receive', async (...args: Parameters<typeof receive>) => {
      if (!isWritten) {
        isWritten = true;
        await putTo(core.dms, ann, { folderId: 0, name }, content);
      }
      return receive(...args);
    });
    try {
      return await imported('ann:/', options);
    } finally {
      meanwhile.mock.restore();
    }
  }

  it('leaves with --skip-existing also what a user makes while it runs', async () => {
    await file('a', 'of the directory');
    assert.deepEqual(numbers(await importedBeside('a', 'of ann', { skipExisting: true })), [1, 0, 0, 0, 0]);
    assert.equal(await read(core.dms, ann, document('a').id), 'of ann');
  });

  it('leaves what a user changes while it runs, if the file has what the document had before', async () => {
    await file('a', 'old');
    await write(core.dms, ann, 'a', 'old');
    assert.deepEqual(numbers(await importedBeside('a', 'new', {})), [1, 0, 0, 0, 0]);
    assert.equal(await read(core.dms, ann, document('a').id), 'new');
  });

  it('does not take a file that changes while it is read, even if its size stays', async () => {
    await file('a', 'one');
    const { uploads } = core.dms;
    const receive = uploads.receive.bind(uploads);
    const meanwhile = mock.method(uploads, 'receive', async (...args: Parameters<typeof receive>) => {
      const received = await receive(...args);
      await writeFile(join(directory, 'a'), 'two');
      return received;
    });
    const { omitted, documents } = await imported().finally(() => meanwhile.mock.restore());
    assert.deepEqual(omitted, [{ path: 'a', reason: 'it changed while it was being read' }]);
    assert.equal(documents, 0);
    assert.deepEqual(await paths(core.dms, ann), []);
  });
});
