import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mock } from 'node:test';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { bringUp } from '../../../src/storage/connection/schema.ts';
import { Database } from '../../../src/storage/database/database.ts';
import { DatabaseImage } from '../../../src/storage/database/database-image.ts';
import { FileLock } from '../../../src/storage/disk/file-lock.ts';
import { Repository } from '../../../src/storage/repository/repository.ts';
import { BackupReader } from '../../../src/upkeep/backup/backup.ts';
import { storeDatabase } from '../../../src/upkeep/backup/snapshot-storage.ts';
import { RESTORE_MARKER } from '../../../src/upkeep/restore-marker.ts';
import { UpkeepError, type UpkeepFault } from '../../../src/upkeep/upkeep-error.ts';
import {
  type BackupFixture,
  contentFile,
  contentsIn,
  filesIn,
  flipByte,
  largeContent,
  openBackupFixture,
  rowsIn,
  sha256Of,
} from '../../support/backups.ts';
import { DiskRecord } from '../../support/disk/disk-record.ts';
import { newUser, putTo, write } from '../../support/tree.ts';

/** What a backup itself notes in the database. */
const OWN_TABLES = new Set(['sweep_holds', 'backup_results', 'sqlite_sequence']);

/** All rows of all tables, by table. */
function tablesOf(database: Database): Record<string, unknown> {
  const names = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    )
    .all()
    .map(({ name }) => name)
    .filter((name) => !OWN_TABLES.has(name));
  return Object.fromEntries(
    names.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).raw().all()]),
  );
}

describe('a restore', () => {
  let fixture: BackupFixture;
  let anna: UserActor;
  let directory: string;

  beforeEach(async () => {
    fixture = await openBackupFixture();
    anna = await newUser(fixture.core, 'anna');
    directory = join(fixture.folder, 'data');
  });
  afterEach(() => fixture.close());

  const put = (name: string): Promise<number> => write(fixture.core.dms, anna, name, largeContent(name));

  async function restore(report: (progress: { step: string }) => void = () => undefined, wanted?: string) {
    return BackupReader.use(fixture.destination, async (reader) => {
      const name = wanted ?? (await reader.snapshots()).at(-1)?.name ?? '';
      return reader.restore(name, directory, report);
    });
  }

  async function refused(work: Promise<unknown>, fault: UpkeepFault, pattern: RegExp): Promise<void> {
    await assert.rejects(work, (error) => {
      assert.ok(error instanceof UpkeepError, String(error));
      assert.match(error.message, pattern);
      assert.equal(error.fault, fault);
      return true;
    });
  }

  it('brings back every row and every byte', async () => {
    const { core } = fixture;
    const ben = await newUser(core, 'ben');
    const folder = await core.dms.folders.create(anna, { folderId: 0, name: 'plans' });
    const id = await write(core.dms, anna, 'plan.txt', 'first', folder.id);
    await putTo(core.dms, anna, { folderId: folder.id, name: 'plan.txt' }, largeContent('second'));
    await core.dms.shares.create(anna, { entryId: id, users: ['ben'], permissions: 1 });
    await core.token('ben', ['read']);
    await core.dms.entries.remove(ben, await write(core.dms, ben, 'old.txt', largeContent('old')));
    await writeFile(join(core.dataDirectory, 'secret.key'), Buffer.alloc(32, 9), { mode: 0o600 });
    const before = tablesOf(core.database);
    await fixture.backUp();
    const { damaged, migrations } = await restore();
    assert.deepEqual([damaged, migrations], [[], []]);
    const restored = Database.open(join(directory, 'dms.sqlite'), 'relaxed');
    try {
      assert.deepEqual(tablesOf(restored), before);
    } finally {
      await restored.close();
    }
    const contents = await contentsIn(directory);
    assert.equal(contents.size, 3);
    for (const [sha256, bytes] of contents) assert.equal(sha256Of(bytes ?? ''), sha256);
    assert.deepEqual(await readFile(join(directory, 'secret.key')), Buffer.alloc(32, 9));
    const files = (await readdir(directory)).sort();
    assert.deepEqual(files, ['blobs', 'dms.sqlite', 'incoming', 'secret.key', 'serve.lock']);
    for (const file of await filesIn(directory).then((all) => all.filter((name) => name !== 'serve.lock')))
      assert.equal((await stat(join(directory, file))).mode & 0o777, 0o600, file);
    assert.equal((await stat(directory)).mode & 0o777, 0o700);
  });

  it('tells sync clients that the state is an earlier one, and does not use the ids of lost entries again', async () => {
    const { core } = fixture;
    const begun = 'SELECT epoch, number FROM tree_clock';
    const ids = "SELECT seq FROM sqlite_sequence WHERE name = 'entries'";
    await fixture.backUp();
    const { directory: unused } = await fixture.restore();
    assert.deepEqual(await rowsIn(unused, begun), []);
    assert.deepEqual(await rowsIn(unused, ids), core.database.prepare(ids).all());
    await core.dms.treeTags.begin(anna);
    await put('kept');
    fixture.core.pass(1);
    await fixture.backUp();
    const lost = await put('lost');
    const { epoch: former } = core.dms.treeTags.view(anna);
    const epochs = new Set([former]);
    for (const again of [await fixture.restore(), await fixture.restore()]) {
      const [series] = await rowsIn<{ epoch: string; number: number }>(again.directory, begun);
      assert.match(series?.epoch ?? '', /^[0-9a-f]{12}$/);
      epochs.add(series?.epoch ?? '');
      assert.ok((series?.number ?? 0) > 0);
      const [{ seq } = { seq: 0 }] = await rowsIn<{ seq: number }>(again.directory, ids);
      assert.ok(seq > lost);
    }
    assert.equal(epochs.size, 3);
  });

  it('brings back the state of any snapshot, and copies contents so that the backup stays as it is', async () => {
    await put('a');
    const { snapshot } = await fixture.backUp();
    await put('b');
    fixture.core.pass(1);
    await fixture.backUp();
    await restore(undefined, snapshot);
    const hash = sha256Of(largeContent('a'));
    assert.deepEqual([...(await contentsIn(directory)).keys()], [hash]);
    assert.equal((await stat(contentFile(directory, hash))).nlink, 1);
  });

  it('needs an empty directory, and leaves any other as it is', async () => {
    await fixture.backUp();
    await mkdir(directory);
    await writeFile(join(directory, 'mine'), 'mine');
    await refused(
      restore(),
      'failed',
      /is not empty \(it contains mine\): a restore needs an empty directory/,
    );
    assert.deepEqual(await filesIn(directory), ['mine']);
    directory = fixture.core.dataDirectory;
    const before = await filesIn(directory);
    await refused(restore(), 'failed', /is not empty/);
    assert.deepEqual(await filesIn(directory), before);
  });

  it('closes an open directory, and follows no link that another user left there', async () => {
    await put('a.txt');
    await fixture.backUp();
    await mkdir(directory);
    await chmod(directory, 0o777);
    const elsewhere = join(fixture.folder, 'elsewhere');
    await mkdir(elsewhere);
    const restore = () =>
      BackupReader.use(fixture.destination, async (reader) =>
        reader.restore((await reader.snapshots())[0]?.name ?? '', directory, () => undefined),
      );
    await writeFile(join(directory, RESTORE_MARKER), '');
    await symlink(elsewhere, join(directory, 'blobs'));
    await assert.rejects(restore(), UpkeepError);
    assert.deepEqual(await readdir(elsewhere), []);
    await rm(join(directory, 'blobs'));
    await restore();
    assert.equal((await stat(directory)).mode & 0o777, 0o700);
  });

  it('is refused in a directory that another dms uses', async () => {
    await fixture.backUp();
    await mkdir(directory);
    const lock = FileLock.acquire(join(directory, 'serve.lock'));
    await refused(restore(), 'in use', /is in use by another dms/);
    lock?.release();
    await restore();
  });

  it('leaves a directory alone that another one has made whole meanwhile', async () => {
    await put('a');
    await fixture.backUp();
    const interrupt = (): void => {
      throw new UpkeepError('not yet');
    };
    await refused(restore(interrupt), 'failed', /not yet/);
    const acquire = FileLock.acquire.bind(FileLock);
    const meanwhile = mock.method(FileLock, 'acquire', (file: string, kind?: 'exclusive' | 'shared') => {
      if (file.endsWith('serve.lock')) {
        rmSync(join(directory, RESTORE_MARKER));
        writeFileSync(join(directory, 'dms.sqlite'), 'of the other one');
      }
      return acquire(file, kind);
    });
    await refused(restore(), 'failed', /is not empty/).finally(() => meanwhile.mock.restore());
    assert.equal(await readFile(join(directory, 'dms.sqlite'), 'utf8'), 'of the other one');
  });

  it('waits for the disk also with what an earlier one left, whose process may have died before', async () => {
    await put('a');
    await fixture.backUp();
    const interrupt = ({ step }: { step: string }): void => {
      if (step === 'restoring the database') throw new UpkeepError('killed');
    };
    await refused(restore(interrupt), 'failed', /killed/);
    const record = await DiskRecord.begin();
    try {
      await restore();
    } finally {
      record.putBack();
    }
    const synced = new Set(record.events.flatMap((event) => (event.kind === 'sync' ? [event.path] : [])));
    for (
      let folder = dirname(contentFile(directory, sha256Of(largeContent('a'))));
      ;
      folder = dirname(folder)
    ) {
      assert.ok(synced.has(folder), folder);
      if (folder === directory) break;
    }
  });

  it('goes on where an earlier one ended', async () => {
    for (const name of ['a', 'b', 'c']) await put(name);
    await writeFile(join(fixture.core.dataDirectory, 'secret.key'), Buffer.alloc(32, 9));
    await fixture.backUp();
    const at = (name: string): string => contentFile(directory, sha256Of(largeContent(name)));
    for (const step of ['restoring contents', 'restoring the database']) {
      const interrupt = (progress: { step: string }): void => {
        if (progress.step === step) throw new UpkeepError('the power went');
      };
      await refused(restore(interrupt), 'failed', /the power went/);
      assert.ok((await readdir(directory)).includes(RESTORE_MARKER), step);
      assert.ok(!(await readdir(directory)).includes('dms.sqlite'), step);
    }
    const { ino } = await stat(at('a'));
    await flipByte(at('b'));
    await rm(at('c'));
    const { damaged } = await restore();
    assert.deepEqual(damaged, []);
    assert.equal((await stat(at('a'))).ino, ino, 'what was right is not copied again');
    assert.equal((await contentsIn(directory)).size, 3);
    for (const [sha256, bytes] of await contentsIn(directory)) assert.equal(sha256Of(bytes ?? ''), sha256);
    assert.ok(!(await readdir(directory)).includes(RESTORE_MARKER));
    await refused(restore(), 'failed', /is not empty/);
  });

  it('brings back the rest where contents are missing or damaged, and names those', async () => {
    for (const name of ['right', 'wrong', 'short', 'missing', 'never there']) await put(name);
    const hash = (name: string): string => sha256Of(largeContent(name));
    await rm(contentFile(fixture.core.dataDirectory, hash('never there')));
    await fixture.backUp();
    await flipByte(contentFile(fixture.destination, hash('wrong')));
    await rm(contentFile(fixture.destination, hash('short')));
    await writeFile(contentFile(fixture.destination, hash('short')), 'short');
    await rm(contentFile(fixture.destination, hash('missing')));
    const { damaged } = await restore();
    const expected = ['wrong', 'short', 'missing', 'never there'].map(hash).sort();
    assert.deepEqual(damaged, expected);
    const contents = await contentsIn(directory);
    assert.deepEqual([...contents].flatMap(([sha256, bytes]) => (bytes ? [] : [sha256])).sort(), expected);
    assert.deepEqual(contents.get(hash('right')), largeContent('right'));
  });

  for (const what of ['a piece of the database', 'a list', 'the key', 'the manifest'] as const)
    it(`ends where ${what} is damaged, and makes no data directory of what is left`, async () => {
      await put('a');
      await writeFile(join(fixture.core.dataDirectory, 'secret.key'), Buffer.alloc(32, 9));
      const earlier = await fixture.backUp();
      await write(fixture.core.dms, anna, 'more', 'x'.repeat(1000));
      await writeFile(join(fixture.core.dataDirectory, 'secret.key'), Buffer.alloc(32, 8));
      fixture.core.pass(1);
      const before = new Set(await filesIn(fixture.destination));
      const { snapshot, manifest } = await fixture.backUp();
      const [list = ''] = manifest.database.lists;
      const object = `objects/${list.slice(0, 2)}/${list}`;
      const isNew = (file: string): boolean =>
        file.startsWith('objects/') && file !== object && !before.has(file);
      const file = {
        'a piece of the database': (await filesIn(fixture.destination)).find(isNew) ?? '',
        'a list': object,
        'the key': `keys/${String(manifest.key)}`,
        'the manifest': `snapshots/${snapshot}.json`,
      }[what];
      await flipByte(join(fixture.destination, file));
      await refused(restore(), 'damaged', new RegExp(`${file} .*damaged`));
      assert.ok(!existsSync(join(directory, 'dms.sqlite')));
      await restore(undefined, earlier.snapshot);
      assert.deepEqual(await readFile(join(directory, 'secret.key')), Buffer.alloc(32, 9));
      assert.equal((await contentsIn(directory)).size, 1);
    });

  /** A snapshot of a database as an earlier or a later release has it. */
  async function publish(file: string, schema: string): Promise<string> {
    const repository = await Repository.create(fixture.destination);
    const storing = { repository, report: () => undefined, check: () => undefined };
    const { bytes, sha256, lists } = await storeDatabase(storing, file);
    return repository.publish({
      format: 1,
      office: sha256Of('office'),
      created_at: '2025-01-01T00:00:00.000Z',
      program: '9.9',
      schema,
      database: { bytes, sha256, lists },
      blobs: { count: 0, bytes: 0, lists: [] },
      key: null,
      damaged: [],
      counts: { users: 0, documents: 0, versions: 0, version_bytes: 0 },
    });
  }

  it('brings an older database up to this release', async () => {
    const file = join(fixture.folder, 'old.sqlite');
    await bringUp(file, '0016-derived-index');
    const image = new DatabaseImage(file);
    const schema = image.schema();
    image.close();
    const { migrations } = await restore(undefined, await publish(file, schema));
    assert.ok(migrations.includes('0017-backups'), migrations.join());
    assert.deepEqual(await rowsIn(directory, 'SELECT * FROM backup_results'), []);
  });

  it('refuses a database of a later release, and makes nothing', async () => {
    const file = join(fixture.folder, 'new.sqlite');
    await bringUp(file);
    const name = await publish(file, '9999-later');
    await refused(
      restore(undefined, name),
      'newer',
      /was made by dms 9\.9, which is newer than this program/,
    );
    assert.deepEqual((await readdir(fixture.folder)).sort(), ['backups', 'new.sqlite']);
  });

  it('finds no backups where there are none', async () => {
    await refused(restore(), 'refused', /backups is not a backup of dms: it has no repository.json/);
    await writeFile(fixture.destination, '');
    await refused(restore(), 'refused', /is not a backup of dms/);
  });
});
