// Catches exports and imports that look at a path once and believe it afterwards: a folder or file exchanged meanwhile.
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from '../../src/model/entries/entry.ts';
import type { UserActor } from '../../src/model/people/actor.ts';
import { parseOfficePath } from '../../src/model/text/office-path.ts';
import { DirectoryHandle, UnsafeDirectory } from '../../src/storage/disk/directory-handle.ts';
import { ChangedMeanwhile, LocalFiles } from '../../src/upkeep/transfer/local-files.ts';
import { statOf } from '../../src/upkeep/transfer/local-stat.ts';
import { LocalTree } from '../../src/upkeep/transfer/local-tree.ts';
import { exportTree, type ImportResult, importTree } from '../../src/upkeep/transfer/transfer.ts';
import { type CoreFixture, openCoreFixture, present } from '../support/accounts.ts';
import { treeReaderOf } from '../support/database/tree-reader.ts';
import { run } from '../support/process.ts';
import { makeFolder, newUser, putTo } from '../support/tree.ts';

const DOCUMENTS = 60;

describe('a folder that is exchanged meanwhile', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let folder: string;
  let target: string;
  let elsewhere: string;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    folder = await mkdtemp(join(tmpdir(), 'dms-exchanged-'));
    target = join(folder, 'target');
    elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
  });
  afterEach(async () => {
    await core.close();
    await rm(folder, { recursive: true });
  });

  const path = (text: string) => present(parseOfficePath(text));

  async function fill(): Promise<void> {
    const id = await makeFolder(core.dms, ann, 'f');
    const deep = await makeFolder(core.dms, ann, 'deep', id);
    for (let number = 0; number < DOCUMENTS; number += 1)
      for (const folderId of [id, deep])
        for (const content of ['one', 'two'])
          await putTo(
            core.dms,
            ann,
            { folderId, name: `${String(number)}.txt` },
            `${content} ${String(number)}`,
          );
  }

  const exported = (report: () => void) =>
    exportTree(core, path('ann:/'), target, {
      options: { versions: true, checksum: false, overwrite: false },
      report,
    });

  it('does not lead an export elsewhere', async () => {
    await fill();
    writeFileSync(join(elsewhere, '50.txt'), 'of somebody else');
    let isSwapped = false;
    await exported(() => {
      if (isSwapped) return;
      isSwapped = true;
      renameSync(join(target, 'f'), join(folder, 'moved'));
      symlinkSync(elsewhere, join(target, 'f'));
    });
    assert.deepEqual(readdirSync(elsewhere), ['50.txt']);
    assert.equal(readFileSync(join(elsewhere, '50.txt'), 'utf8'), 'of somebody else');
    assert.equal(readFileSync(join(folder, 'moved', '50.txt'), 'utf8'), 'two 50');
  });

  it('does not lead an export elsewhere if it is above the target', async () => {
    await fill();
    const above = join(folder, 'above');
    target = join(above, 'target');
    let isSwapped = false;
    await exported(() => {
      if (isSwapped) return;
      isSwapped = true;
      renameSync(above, join(folder, 'moved'));
      symlinkSync(elsewhere, above);
    });
    assert.deepEqual(readdirSync(elsewhere), []);
    assert.equal(readFileSync(join(folder, 'moved', 'target', 'f', '50.txt'), 'utf8'), 'two 50');
  });

  /** Imports 50 files again, and changes the last ones while the first ones are compared. */
  async function importedWhile(change: () => void): Promise<ImportResult> {
    await mkdir(target);
    for (let number = 10; number < 60; number += 1) {
      await writeFile(join(target, String(number)), 'inside');
      await utimes(join(target, String(number)), 5, 5);
    }
    let isChanged = false;
    const imported = (report: () => void) =>
      importTree(core, target, path('ann:/'), {
        actor: core.dms.users.actingAs({ kind: 'system', name: 'command line' }, 'ann'),
        options: { checksum: true, skipExisting: false },
        report,
      });
    await imported(() => undefined);
    return imported(() => {
      if (!isChanged) change();
      isChanged = true;
    });
  }

  it('does not make an import that compares contents wait for a pipe', async () => {
    assert.equal((await run('mkfifo', [join(folder, 'pipe')])).code, 0);
    const { omitted, documents } = await importedWhile(() =>
      renameSync(join(folder, 'pipe'), join(target, '59')),
    );
    assert.deepEqual([documents, omitted.map((each) => each.path)], [49, ['59']]);
  });

  it('has a file of an import with its own time, not with that of the one that was listed', async () => {
    writeFileSync(join(folder, 'newer'), 'newer!');
    await utimes(join(folder, 'newer'), 6, 6);
    const { versions } = await importedWhile(() => renameSync(join(folder, 'newer'), join(target, '59')));
    const { modifiedAt } = present(treeReaderOf(core).find({ login: 'ann', names: ['59'] })) as Document;
    assert.deepEqual([versions, modifiedAt], [1, 6000]);
  });

  it('leaves no open folder in an import from which it was removed', async () => {
    await mkdir(join(target, 'a', 'b'), { recursive: true });
    const tree = LocalTree.open(target);
    const before = readdirSync('/proc/self/fd').length;
    for (let count = 0; count < 20; count += 1)
      await assert.rejects(tree.open('a/b/gone/file'), { code: 'ENOENT' });
    assert.equal(readdirSync('/proc/self/fd').length, before);
    tree.close();
  });
});

describe('a file of an export', () => {
  let target: string;
  let files: LocalFiles;
  let root: DirectoryHandle;

  beforeEach(async () => {
    target = await mkdtemp(join(tmpdir(), 'dms-exchanged-'));
    files = await LocalFiles.open(target);
    root = present(files.folder(''));
  });
  afterEach(async () => {
    root.close();
    await files.close();
    await rm(target, { recursive: true });
  });

  /** Content that another program writes to the same name while it is read. */
  function* contentBeside(name: string): Generator<Buffer> {
    yield Buffer.from('of ');
    writeFileSync(join(target, name), 'of somebody else');
    yield Buffer.from('dms');
  }

  it('does not replace one that another program has written meanwhile', async () => {
    const write = (replaces: Awaited<ReturnType<typeof statOf>> | 'any') =>
      files.write(root, { name: 'a', chunks: contentBeside('a'), modifiedAt: 0, replaces });
    await assert.rejects(write(undefined), ChangedMeanwhile);
    assert.equal(readFileSync(join(target, 'a'), 'utf8'), 'of somebody else');
    writeFileSync(join(target, 'a'), 'older');
    await assert.rejects(write(await statOf(join(target, 'a'))), ChangedMeanwhile);
    assert.equal(readFileSync(join(target, 'a'), 'utf8'), 'of somebody else');
    await write('any');
    assert.equal(readFileSync(join(target, 'a'), 'utf8'), 'of dms');
  });
});

describe('a directory handle', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dms-handle-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('follows no link on its way, and creates nothing behind one', async () => {
    await mkdir(join(folder, 'real'));
    await symlink(join(folder, 'real'), join(folder, 'link'));
    assert.throws(() => DirectoryHandle.open(join(folder, 'link', 'new'), { create: true }), UnsafeDirectory);
    assert.deepEqual(readdirSync(join(folder, 'real')), []);
  });

  it('without /proc refuses what other users can change, and works in what they cannot', async () => {
    const openFiles = join(folder, 'no proc');
    const own = DirectoryHandle.open(join(folder, 'own'), { create: true, openFiles });
    const inside = present(own.makeFolder('inside'));
    writeFileSync(inside.at('a'), 'a');
    assert.ok(existsSync(join(folder, 'own', 'inside', 'a')));
    await mkdir(join(folder, 'own', 'open'));
    chmodSync(join(folder, 'own', 'open'), 0o777);
    assert.throws(() => own.folder('open'), UnsafeDirectory);
    await symlink(folder, join(folder, 'own', 'link'));
    assert.equal(own.folder('link'), undefined);
    for (const path of [join(folder, 'own', 'open'), join(folder, 'own', 'open', 'deep')])
      assert.throws(() => DirectoryHandle.open(path, { create: true, openFiles }), UnsafeDirectory);
  });
});
