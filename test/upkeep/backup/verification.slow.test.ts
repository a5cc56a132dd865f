import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, rmdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { Objects } from '../../../src/storage/repository/objects.ts';
import { BackupReader } from '../../../src/upkeep/backup/backup.ts';
import { UpkeepError } from '../../../src/upkeep/upkeep-error.ts';
import {
  type BackupFixture,
  contentFile,
  filesIn,
  flipByte,
  largeContent,
  openBackupFixture,
  rowsIn,
  sha256Of,
} from '../../support/backups.ts';
import { newUser, write } from '../../support/tree.ts';

describe('the verification of backups', () => {
  let fixture: BackupFixture;
  let names: string[];

  before(async () => {
    fixture = await openBackupFixture();
    const anna = await newUser(fixture.core, 'anna');
    await writeFile(join(fixture.core.dataDirectory, 'secret.key'), Buffer.alloc(32, 1), { mode: 0o600 });
    names = [];
    for (const name of ['a', 'b']) {
      await write(fixture.core.dms, anna, name, largeContent(name));
      fixture.core.pass(1000);
      names.push((await fixture.backUp()).snapshot);
    }
  });
  after(() => fixture.close());

  /** Breaks a file for as long as `work` runs. */
  async function broken(file: string, way: (path: string) => Promise<void>, work: () => Promise<void>) {
    const path = join(fixture.destination, file);
    const whole = await readFile(path);
    await rename(path, `${path}.whole`);
    await writeFile(path, whole);
    await way(path);
    try {
      await work();
    } finally {
      await rm(path, { force: true });
      await rename(`${path}.whole`, path);
    }
  }

  const inPool = (): Promise<string[]> => filesIn(fixture.destination);

  it('reads a copy that has no empty folders, as rclone makes one', async () => {
    const incoming = join(fixture.destination, 'incoming');
    await rmdir(incoming);
    try {
      const found = await BackupReader.use(fixture.destination, (reader) =>
        reader.verify({ deep: true, report: () => undefined }),
      );
      assert.deepEqual([found.snapshots, found.faults], [2, []]);
    } finally {
      await mkdir(incoming, { mode: 0o700 });
    }
  });

  it('finds nothing in backups that are whole', async () => {
    for (const deep of [false, true])
      assert.deepEqual(await fixture.verify(deep), { snapshots: 2, contents: 2, faults: [] });
  });

  const ways = {
    'one byte that changed': flipByte,
    'a file that is cut': (path: string) => truncate(path, 20),
    'an empty file': (path: string) => truncate(path, 0),
    'a missing file': (path: string) => rm(path),
  };
  for (const [what, way] of Object.entries(ways))
    it(`finds ${what}, in every file that a snapshot needs`, async () => {
      const needed = (await inPool()).filter((file) => /^(blobs|keys|objects|snapshots)\//.test(file));
      for (const kind of ['blobs', 'keys', 'objects', 'snapshots'])
        assert.ok(
          needed.some((file) => file.startsWith(kind)),
          kind,
        );
      for (const file of needed)
        await broken(file, way, async () => {
          const { snapshots, faults } = await fixture.verify(true);
          if (file.startsWith('snapshots/') && what === 'a missing file') {
            // A manifest that is not there is a backup that is not there.
            assert.deepEqual([snapshots, faults], [1, []]);
            return;
          }
          assert.ok(
            faults.some((fault) => fault.file === file),
            `${file}: ${JSON.stringify(faults)}`,
          );
        });
    });

  it('says which backups a damaged file is needed for', async () => {
    const [first, second] = names;
    const of = async (content: string): Promise<(readonly string[])[]> => {
      const file = contentFile('', sha256Of(largeContent(content)));
      let found: (readonly string[])[] = [];
      await broken(file, flipByte, async () => {
        found = (await fixture.verify(true)).faults.map(({ snapshots }) => snapshots.toSorted());
      });
      return found;
    };
    assert.deepEqual(await of('a'), [[first, second]]);
    assert.deepEqual(await of('b'), [[second]]);
  });

  it('looks at the sizes of contents only, when it is not deep', async () => {
    const file = contentFile('', sha256Of(largeContent('a')));
    await broken(file, flipByte, async () => {
      assert.deepEqual((await fixture.verify(false)).faults, []);
    });
    await broken(
      file,
      (path) => truncate(path, 20),
      async () => {
        const [fault] = (await fixture.verify(false)).faults;
        assert.deepEqual([fault?.file, fault?.reason], [file, 'has 20 bytes instead of 70400']);
      },
    );
  });

  it('finds a repository.json that changed', async () => {
    await broken('repository.json', flipByte, async () => {
      await assert.rejects(
        fixture.verify(true),
        (error) => error instanceof UpkeepError && error.message.includes('repository.json is damaged'),
      );
    });
  });

  it('does not keep a list of all backups from being made where one manifest is damaged', async () => {
    const [first = '', second = ''] = names;
    await broken(join('snapshots', `${first}.json`), flipByte, () =>
      BackupReader.use(fixture.destination, async (reader) => {
        assert.equal(await reader.describe(first), undefined);
        assert.equal((await reader.describe(second))?.blobs.count, 2);
      }),
    );
  });

  it('leaves nothing behind', async () => {
    const before = await inPool();
    await fixture.verify(true);
    assert.deepEqual(await inPool(), before);
  });

  it('names a content once that the data directory lacked, and none that a later backup brought', async () => {
    const other = await openBackupFixture();
    try {
      const ben = await newUser(other.core, 'ben');
      await write(other.core.dms, ben, 'a', largeContent('a'));
      const source = contentFile(other.core.dataDirectory, sha256Of(largeContent('a')));
      await rename(source, `${source}.away`);
      await other.backUp();
      const { faults } = await other.verify(false);
      const file = contentFile('', sha256Of(largeContent('a')));
      assert.deepEqual(
        faults.map((fault) => [fault.file, fault.reason]),
        [[file, 'is missing']],
      );
      await rename(`${source}.away`, source);
      other.core.pass(1);
      await other.backUp();
      assert.deepEqual((await other.verify(true)).faults, []);
    } finally {
      await other.close();
    }
  });

  it('moves damaged contents and pieces away, so that the next backup makes all backups whole again', async () => {
    const other = await openBackupFixture();
    try {
      const ben = await newUser(other.core, 'ben');
      await write(other.core.dms, ben, 'a', largeContent('a'));
      await other.backUp();
      const content = contentFile('', sha256Of(largeContent('a')));
      await flipByte(join(other.destination, content));
      const { verification } = await other.backUp({ verify: 'all bytes' });
      assert.deepEqual(
        verification?.faults.map(({ file, reason, snapshots }) => [file, reason, snapshots.length]),
        [[content, 'is damaged', 2]],
      );
      await other.backUp();
      assert.deepEqual((await other.verify(true)).faults, []);
    } finally {
      await other.close();
    }
  });

  it('does not count a backup that somebody ended as failed', async () => {
    const controller = new AbortController();
    controller.abort(new UpkeepError('the backup was interrupted'));
    await assert.rejects(fixture.backUp({ signal: controller.signal }), /interrupted/);
    const rows = await rowsIn<{ outcome: string }>(
      fixture.core.dataDirectory,
      'SELECT outcome FROM backup_results',
    );
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ['success'],
    );
  });

  it('reads once what snapshots share, however many there are', async () => {
    const lists: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      lists.push(...(await fixture.backUp()).manifest.blobs.lists);
      fixture.core.pass(1);
    }
    const [list = ''] = lists;
    assert.equal(new Set(lists).size, lists.length / 3);
    const gets = mock.method(Objects.prototype, 'get');
    await fixture.verify(false).finally(() => gets.mock.restore());
    assert.equal(gets.mock.calls.filter((call) => call.arguments[0] === list).length, 1);
  });
});
