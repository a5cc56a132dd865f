import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { BackupResults } from '../../../src/storage/backup-results.ts';
import { FileLock } from '../../../src/storage/disk/file-lock.ts';
import { UpkeepError, type UpkeepFault } from '../../../src/upkeep/upkeep-error.ts';
import {
  type BackupFixture,
  contentFile,
  contentsIn,
  filesIn,
  largeContent,
  openBackupFixture,
  rowsIn,
  sha256Of,
} from '../../support/backups.ts';
import { needs } from '../../support/needs.ts';
import { newUser, write } from '../../support/tree.ts';

describe('a backup', () => {
  let fixture: BackupFixture;
  let anna: UserActor;

  beforeEach(async () => {
    fixture = await openBackupFixture();
    anna = await newUser(fixture.core, 'anna');
  });
  afterEach(() => fixture.close());

  const put = (name: string, content: Buffer | string = largeContent(name)): Promise<number> =>
    write(fixture.core.dms, anna, name, content);

  async function refused(work: Promise<unknown>, fault: UpkeepFault, pattern: RegExp): Promise<void> {
    await assert.rejects(work, (error) => {
      assert.ok(error instanceof UpkeepError, String(error));
      assert.equal(error.fault, fault);
      assert.match(error.message, pattern);
      return true;
    });
  }

  const contentsOf = async (folder: string): Promise<string[]> =>
    (await filesIn(folder)).filter((file) => file.startsWith('blobs/')).map((file) => file.slice(-64));

  it('has exactly the contents that the database names', async () => {
    await put('small.txt', 'a few words');
    for (const name of ['a', 'b', 'c']) await put(name);
    const orphan = contentFile(fixture.core.dataDirectory, sha256Of('orphan'));
    await mkdir(join(orphan, '..'), { recursive: true });
    await writeFile(orphan, 'orphan');
    const { manifest } = await fixture.backUp();
    const expected = ['a', 'b', 'c'].map((name) => sha256Of(largeContent(name))).sort();
    assert.deepEqual((await contentsOf(fixture.destination)).sort(), expected);
    assert.deepEqual(manifest.blobs.count, 3);
    assert.deepEqual(manifest.blobs.bytes, 3 * largeContent('a').length);
    assert.deepEqual([manifest.counts.users, manifest.counts.documents, manifest.counts.versions], [1, 4, 4]);
    assert.deepEqual(manifest.damaged, []);
  });

  it('stores only what has changed since the last one, and does not touch the rest', async () => {
    for (let index = 0; index < 200; index += 1) await put(`${index}.txt`, `text ${index} `.repeat(400));
    for (const name of ['a', 'b']) await put(name);
    const first = await fixture.backUp();
    const before = new Map<string, number>();
    for (const file of await filesIn(fixture.destination))
      before.set(file, (await stat(join(fixture.destination, file))).ino);
    // A content that the backup has is read again for no backup: it may be gone meanwhile.
    await rm(contentFile(fixture.core.dataDirectory, sha256Of(largeContent('a'))));
    await put('one more.txt', 'one more');
    const second = await fixture.backUp();
    const files = await filesIn(fixture.destination);
    const added = files.filter((file) => !before.has(file));
    const objects = added.filter((file) => file.startsWith('objects/')).length;
    const all = files.filter((file) => file.startsWith('objects/')).length;
    assert.ok(objects > 0 && objects < all / 2, `${objects} of ${all} objects are new`);
    assert.deepEqual(
      added.filter((file) => !file.startsWith('objects/')),
      [`snapshots/${second.snapshot}.json`],
    );
    assert.deepEqual(second.manifest.damaged, []);
    assert.ok(second.added < first.added, `${second.added} of ${first.added} bytes`);
    for (const file of files.filter((name) => name.startsWith('objects/') || name.startsWith('blobs/')))
      if (before.has(file))
        assert.equal((await stat(join(fixture.destination, file))).ino, before.get(file), file);
  });

  it('of an office that did not change adds no object but those of the note of the last backup', async () => {
    await put('a');
    await fixture.backUp();
    const before = (await filesIn(fixture.destination)).length;
    const { added } = await fixture.backUp();
    assert.ok((await filesIn(fixture.destination)).length - before < 8);
    assert.ok(added < 64 * 1024, `${added} bytes`);
  });

  it('links contents on the same file system, and copies them onto another one', async () => {
    await put('a');
    const elsewhere = join('/dev/shm', fixture.folder.replaceAll('/', '-'));
    const hash = sha256Of(largeContent('a'));
    const source = await stat(contentFile(fixture.core.dataDirectory, hash));
    assert.notEqual(
      source.dev,
      (await stat('/dev/shm')).dev,
      'the tests need a temporary directory on a disk',
    );
    try {
      const linked = await fixture.backUp();
      const copied = await fixture.backUp({}, elsewhere);
      assert.equal((await stat(contentFile(fixture.destination, hash))).ino, source.ino);
      assert.deepEqual(await readFile(contentFile(elsewhere, hash)), largeContent('a'));
      assert.ok(copied.added >= linked.added + source.size);
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });

  it('names contents that are missing or damaged, and has the rest', async () => {
    const elsewhere = join('/dev/shm', fixture.folder.replaceAll('/', '-'));
    for (const name of ['missing', 'short', 'wrong', 'right']) await put(name);
    const at = (name: string): string =>
      contentFile(fixture.core.dataDirectory, sha256Of(largeContent(name)));
    await rm(at('missing'));
    await writeFile(at('short'), largeContent('short').subarray(1));
    await writeFile(at('wrong'), largeContent('not this'));
    try {
      const { manifest } = await fixture.backUp({}, elsewhere);
      const expected = ['missing', 'short', 'wrong'].map((name) => sha256Of(largeContent(name)));
      assert.deepEqual(manifest.damaged, expected.sort());
      assert.deepEqual(await contentsOf(elsewhere), [sha256Of(largeContent('right'))]);
      await writeFile(at('wrong'), largeContent('wrong'));
      const { manifest: next } = await fixture.backUp({}, elsewhere);
      assert.equal(next.damaged.length, 2, 'what was healed is in the next one');
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });

  it('of an office without users can be restored', async () => {
    const empty = await openBackupFixture();
    try {
      const { manifest } = await empty.backUp({ verify: 'all bytes' });
      assert.deepEqual(manifest.counts, { users: 0, documents: 0, versions: 0, version_bytes: 0 });
      assert.equal(manifest.key, null);
      const { directory } = await empty.restore();
      assert.deepEqual(await rowsIn(directory, 'SELECT id FROM users'), []);
    } finally {
      await empty.close();
    }
  });

  it('can be read by its owner only, whatever the umask is', async () => {
    await put('a');
    await writeFile(join(fixture.core.dataDirectory, 'secret.key'), Buffer.alloc(32, 1), { mode: 0o600 });
    const umask = process.umask(0);
    try {
      await fixture.backUp({ verify: 'all bytes' });
    } finally {
      process.umask(umask);
    }
    const kept = (await filesIn(fixture.destination)).filter((file) =>
      /^(keys|objects|snapshots)\//.test(file),
    );
    assert.ok(kept.some((file) => file.startsWith('keys/')));
    for (const file of kept)
      assert.equal((await stat(join(fixture.destination, file))).mode & 0o777, 0o600, file);
    for (const folder of ['', 'snapshots', 'objects', 'blobs', 'keys', 'incoming'])
      assert.equal((await stat(join(fixture.destination, folder))).mode & 0o777, 0o700, folder);
  });

  it('shuts a folder that was open to others, and takes no folder in it that another user has made', async function () {
    needs(this, 'root');
    await mkdir(fixture.destination);
    await chmod(fixture.destination, 0o1777);
    const planted = join(fixture.destination, 'objects');
    await mkdir(planted);
    await chown(planted, 65534, 65534);
    await assert.rejects(
      fixture.backUp(),
      (error) => error instanceof UpkeepError && /belongs to another user \(uid 65534\)/.test(error.message),
    );
    assert.equal((await stat(fixture.destination)).mode & 0o777, 0o700);
    await chown(planted, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
    await fixture.backUp();
  });

  it('is refused while another one runs there, and leaves it alone', async () => {
    await fixture.backUp();
    const files = await filesIn(fixture.destination);
    const lock = FileLock.acquire(join(fixture.destination, 'write.lock'));
    assert.ok(lock);
    await refused(fixture.backUp(), 'in use', /another backup to .* is running/);
    lock.release();
    assert.deepEqual(await filesIn(fixture.destination), files);
    await fixture.backUp();
  });

  it('notes how it ended', async () => {
    const { snapshot } = await fixture.backUp();
    fixture.core.pass(1000);
    await rm(join(fixture.destination, 'repository.json'));
    await refused(fixture.backUp(), 'refused', /contains other files/);
    const [failure, success] = new BackupResults(fixture.core.database).list();
    assert.deepEqual(
      [success?.outcome, success?.detail, success?.destination],
      ['success', snapshot, fixture.destination],
    );
    assert.deepEqual([failure?.outcome, failure?.at], ['failure', fixture.core.now()]);
  });

  it('is not a failed one if the caller named an unusable folder', async () => {
    const { core, folder } = fixture;
    await writeFile(join(folder, 'file'), '');
    for (const place of [join(core.dataDirectory, 'backups'), join(folder, 'file'), folder])
      await refused(fixture.backUp({}, place), 'refused', /./);
    assert.deepEqual(new BackupResults(core.database).list(), []);
    await fixture.backUp();
    await refused(fixture.backUp({}, folder), 'refused', /contains other files/);
    const results = new BackupResults(core.database).list();
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['success'],
    );
  });

  it('needs a folder of its own', async () => {
    const { core, folder } = fixture;
    const file = join(folder, 'file');
    await writeFile(file, 'mine');
    await refused(fixture.backUp({}, file), 'refused', /file is not a folder/);
    await refused(fixture.backUp({}, join(file, 'in it')), 'refused', /is not a folder/);
    await refused(fixture.backUp({}, folder), 'refused', /contains other files, such as file/);
    const inside = /must be outside the data directory/;
    await refused(fixture.backUp({}, core.dataDirectory), 'refused', inside);
    await refused(fixture.backUp({}, join(core.dataDirectory, 'backups')), 'refused', inside);
    await symlink(core.dataDirectory, join(folder, 'link'));
    await refused(fixture.backUp({}, join(folder, 'link', 'backups')), 'refused', inside);
    assert.deepEqual((await readdir(folder)).sort(), ['file', 'link']);
  });

  it('does not write through a link that somebody put into the folder', async () => {
    await fixture.backUp();
    const file = join(fixture.folder, 'file');
    await writeFile(file, 'mine');
    await symlink(file, join(fixture.destination, 'incoming', 'unfinished'));
    await assert.rejects(fixture.backUp(), /ELOOP/);
    assert.equal(await readFile(file, 'utf8'), 'mine');
  });

  it('takes no folder for its own because folders in it are called alike', async () => {
    const foreign = join(fixture.destination, 'blobs', 'photo.jpg');
    await mkdir(join(foreign, '..'), { recursive: true });
    await writeFile(foreign, 'mine');
    await refused(fixture.backUp({ keep: '1' }), 'refused', /contains other files, such as blobs\/photo.jpg/);
    assert.deepEqual(await filesIn(fixture.destination), ['blobs/photo.jpg']);
  });

  it('refuses a folder of a later format, and leaves it alone', async () => {
    await fixture.backUp();
    const file = join(fixture.destination, 'repository.json');
    await writeFile(file, JSON.stringify({ kind: 'dms backup repository', format: 2 }));
    const before = await filesIn(fixture.destination);
    const pattern = /was written by a later release of dms, or its repository.json is damaged/;
    await refused(fixture.backUp({ keep: '1' }), 'refused', pattern);
    await refused(fixture.restore(), 'refused', pattern);
    assert.deepEqual(await filesIn(fixture.destination), before);
  });

  it('that is ended early leaves no snapshot and no file, and the next one succeeds', async () => {
    await put('a');
    await fixture.backUp();
    const before = await filesIn(fixture.destination);
    for (const step of ['copying the database', 'storing contents', 'storing the database']) {
      await put(`before ${step}`);
      const controller = new AbortController();
      const report = (progress: { step: string }): void => {
        if (progress.step === step) controller.abort(new UpkeepError('enough'));
      };
      await refused(fixture.backUp({ report, signal: controller.signal }), 'failed', /^enough$/);
      assert.deepEqual(await filesIn(fixture.destination), before, step);
    }
    const { snapshot } = await fixture.backUp({ verify: 'all bytes' });
    const { directory } = await fixture.restore(snapshot);
    assert.equal((await contentsIn(directory)).size, 4);
  });

  it('is refused in the folder of another office, whose backups stay', async () => {
    const { snapshot } = await fixture.backUp();
    const other = await openBackupFixture();
    try {
      // The databases of tests are copies of one.
      other.core.database.prepare('UPDATE schema_migrations SET migration_time = migration_time + 1').run();
      other.core.pass(1000);
      const refusal = /contains the backups of another database: name another folder/;
      await refused(other.backUp({ keep: '1' }, fixture.destination), 'refused', refusal);
      const before = await filesIn(fixture.destination);
      assert.ok(before.includes(`snapshots/${snapshot}.json`));
      const { directory } = await fixture.restore();
      const restored = await rowsIn(directory, 'SELECT migration_time FROM schema_migrations');
      assert.deepEqual(
        restored,
        await rowsIn(fixture.core.dataDirectory, 'SELECT migration_time FROM schema_migrations'),
      );
      await other.backUp({ keep: '1' });
    } finally {
      await other.close();
    }
    fixture.core.pass(2000);
    await fixture.backUp({ keep: '1' });
  });
});
