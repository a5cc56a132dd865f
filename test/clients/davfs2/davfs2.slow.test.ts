import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { run, ServiceProcess } from '../../support/process.ts';
import { MOUNTING, Mount } from '../mount.ts';
import { Rest } from '../rest.ts';
import { copyDocumentation, filesBeneath, namesIn } from '../tree.ts';

const PASSWORD = 'a long enough password';
const FILES = { least: 60, most: 60 };

describe('davfs2', function () {
  needs(this, ...MOUNTING);
  this.timeout(600_000);
  let service: ServiceProcess;
  let rest: Rest;
  let mount: Mount;
  let mounted: string;
  let directory: string;
  let source: string;
  let files: string[];

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-davfs-'));
    source = join(directory, 'source');
    await copyDocumentation(source, FILES, () => 'doc');
    files = await filesBeneath(source);
    service = await ServiceProcess.start({ isReading: false });
    const { login, password, token } = await service.createAdmin('anna', PASSWORD);
    rest = new Rest(service, token);
    await rest.mkcol('there before');
    mount = await Mount.of(service.url, { login, password });
    mounted = mount.path;
  });

  after(async () => {
    try {
      await mount.dispose();
    } finally {
      await service.dispose();
      await rm(directory, { recursive: true });
    }
  });

  it('lists the root', async () => {
    const { code, stdout, stderr } = await run('ls', ['-la', mounted]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, / there before$/m);
    assert.deepEqual(
      (await namesIn(mounted)).filter((name) => name !== 'lost+found'),
      ['there before'],
    );
  });

  it('writes 60 files in their folders, and reads them back byte for byte', async () => {
    assert.equal(files.length, 60);
    for (const file of files) {
      await mkdir(dirname(join(mounted, file)), { recursive: true });
      await writeFile(join(mounted, file), await readFile(join(source, file)));
    }
    assert.deepEqual(await filesBeneath(join(mounted, 'doc')), await filesBeneath(join(source, 'doc')));
    for (const file of files) {
      assert.ok((await readFile(join(mounted, file))).equals(await readFile(join(source, file))), file);
    }
  });

  it('has made one version of each, which REST hands out byte for byte', async () => {
    const documents = await rest.documents((await rest.root('doc')).id, 'doc/');
    assert.deepEqual([...documents.keys()].sort(), files);
    for (const [file, { id, version }] of documents) {
      const bytes = await readFile(join(source, file));
      // An empty file that is filled within a minute is no version of its own.
      assert.equal(version, 1, file);
      assert.ok((await rest.content(id)).equals(bytes), file);
    }
  });

  it('overwrites them: two versions of each, and both read back', async () => {
    const changed = (file: string, bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${file}\n`), bytes]);
    for (const file of files) {
      const bytes = await readFile(join(source, file));
      await writeFile(join(mounted, file), changed(file, bytes));
    }
    for (const file of files) {
      const bytes = await readFile(join(source, file));
      assert.ok((await readFile(join(mounted, file))).equals(changed(file, bytes)), file);
    }
    const documents = await rest.documents((await rest.root('doc')).id, 'doc/');
    for (const file of files) {
      const bytes = await readFile(join(source, file));
      const document = documents.get(file);
      assert.ok(document, file);
      if (bytes.length > 0) {
        assert.equal(document.version, 2, file);
        assert.ok((await rest.content(document.id, 1)).equals(bytes), `${file}, version 1`);
      }
      assert.ok((await rest.content(document.id)).equals(changed(file, bytes)), `${file}, the head`);
    }
  });

  it('renames a file and a folder, which keep their versions', async () => {
    const [first = ''] = files;
    await rename(join(mounted, first), join(mounted, 'renamed'));
    await rename(join(mounted, 'doc'), join(mounted, 'documents'));
    assert.deepEqual(
      (await namesIn(mounted)).filter((name) => name !== 'lost+found'),
      ['documents', 'renamed', 'there before'],
    );
    assert.equal((await rest.root('renamed')).version, 2);
    const documents = await rest.documents((await rest.root('documents')).id, 'doc/');
    assert.deepEqual([...documents.keys()].sort(), files.slice(1));
  });

  it('deletes files and folders, which go to the trash', async () => {
    await unlink(join(mounted, 'renamed'));
    await rm(join(mounted, 'documents'), { recursive: true });
    assert.deepEqual(
      (await namesIn(mounted)).filter((name) => name !== 'lost+found'),
      ['there before'],
    );
    assert.deepEqual(
      (await rest.contents(0)).map(({ name }) => name),
      ['there before'],
    );
    const trash = await rest.trash();
    const deleted = trash.find(({ path }) => path === '/renamed');
    assert.ok(deleted);
    await rest.restore(deleted.id);
    assert.equal((await rest.root('renamed')).version, 2);
  });

  it('writes what is still open when it is unmounted', async () => {
    await writeFile(join(mounted, 'last.txt'), 'the last words');
    await mount.unmount();
    assert.deepEqual(await namesIn(mounted), []);
    const { id } = await rest.root('last.txt');
    assert.equal((await rest.content(id)).toString(), 'the last words');
    assert.doesNotMatch(service.log, /"level":"(?:error|fatal)"/);
  });
});
