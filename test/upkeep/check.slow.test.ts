import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import BetterSqlite from 'better-sqlite3';
import type { UserActor } from '../../src/model/people/actor.ts';
import { type CheckOptions, type CheckResult, checkDirectory } from '../../src/upkeep/check/check.ts';
import { type CoreFixture, openCoreFixture } from '../support/accounts.ts';
import { makeFolder, newUser, onto, planOf, putTo, write } from '../support/tree.ts';

const HOUR_MS = 3_600_000;
const LARGE = randomBytes(100_000);
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Ann has `/folder/small.txt` with two versions, `/large.bin`, something in the trash, and shares the folder with Ben. */
describe('the check of a data directory', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let folder: number;
  let small: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    await newUser(core, 'ben');
    folder = await makeFolder(core.dms, ann, 'folder');
    small = await write(core.dms, ann, 'small.txt', 'one', folder);
    await putTo(core.dms, ann, onto(core.dms, ann, small), 'two');
    await write(core.dms, ann, 'large.bin', LARGE);
    await core.dms.entries.remove(ann, await write(core.dms, ann, 'gone.txt', 'gone', folder));
    await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 1 });
    while (await core.dms.indexing.step());
  });
  afterEach(() => core.close());

  const check = (options: Partial<CheckOptions> = {}): Promise<CheckResult> =>
    checkDirectory({
      directory: core.dataDirectory,
      isDeep: false,
      isRepairing: false,
      now: Date.now,
      report: () => undefined,
      ...options,
    });
  const kindsOf = ({ faults }: CheckResult) => [...new Set(faults.map(({ kind }) => kind))];

  /** Changes the database as no program of ours does. */
  function damage(sql: string): void {
    const sqlite = new BetterSqlite(core.database.file);
    try {
      sqlite.pragma('foreign_keys = OFF');
      sqlite.pragma('ignore_check_constraints = ON');
      sqlite.exec(sql);
    } finally {
      sqlite.close();
    }
  }
  const blobPath = (hash: string, directory = core.dataDirectory) =>
    join(directory, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash);
  const largePath = () => blobPath(sha256(LARGE));

  it('finds nothing where nothing is wrong, whether deep or not, and changes nothing then', async () => {
    const contents = { count: 4, bytes: 3 + 3 + 4 + LARGE.length };
    for (const isDeep of [false, true])
      for (const isRepairing of [false, true])
        assert.deepEqual(await check({ isDeep, isRepairing }), {
          faults: [],
          total: 0,
          mended: [],
          contents,
          abandoned: { commands: 0, bytes: 0 },
        });
  });

  for (const [what, sql, kind, where] of [
    ['used bytes', "UPDATE users SET used_bytes = used_bytes + 1 WHERE login = 'ann'", 'used', 'user ann'],
    ['used entries', "UPDATE users SET used_entries = 0 WHERE login = 'ann'", 'used', 'user ann'],
    [
      'the key of a name',
      "UPDATE entries SET name_key = 'other' WHERE name = 'small.txt'",
      'name_key',
      'ann:/folder/small.txt',
    ],
    [
      'the order of a name',
      "UPDATE entries SET sort_key = 'other' WHERE name = 'gone.txt'",
      'name_key',
      'ann:/folder/gone.txt (in the trash)',
    ],
    [
      'the place of a record of a document',
      "UPDATE activities SET place_id = (SELECT home_id FROM users WHERE login = 'ben') WHERE id = (SELECT max(id) FROM activities WHERE entry_id = (SELECT id FROM entries WHERE name = 'small.txt'))",
      'activity_place',
      undefined,
    ],
    ...["'text/plain' || char(10) || 'X-A: b'", "''", "'text/plain' || char(0)", "printf('a/%0300d', 1)"].map(
      (type) =>
        [
          `a media type that cannot be sent (${type})`,
          `UPDATE versions SET mime_type = ${type} WHERE number = 1 AND size_bytes = 3`,
          'media_type',
          'ann:/folder/small.txt version 1',
        ] as const,
    ),
    [
      'a grant whose name counts as given up',
      'UPDATE mount_names SET ended_at = 0',
      'mount_name',
      'ann:/folder',
    ],
    [
      'the key of a name at a mount root',
      "UPDATE mount_names SET name_key = 'x'",
      'mount_name',
      'ann:/folder',
    ],
    [
      'a name without a grant',
      'DELETE FROM share_recipients; UPDATE mount_names SET ended_at = NULL',
      'mount_name',
      'ann:/folder',
    ],
    [
      'a content without a version that the sweep does not know',
      "INSERT INTO blobs (sha256, size_bytes, created_at, content) VALUES (printf('%064d', 0), 1, 0, x'00')",
      'content_unknown',
      `content ${'0'.repeat(64)}`,
    ],
  ] as const)
    it(`finds wrong derived data, which --repair makes anew: ${what}`, async () => {
      damage(sql);
      const found = await check();
      assert.deepEqual(kindsOf(found), [kind]);
      const [fault] = found.faults;
      assert.equal(fault?.remedy, 'repair');
      if (where !== undefined) assert.deepEqual(fault.where, [where]);
      const { mended, total } = await check({ isRepairing: true });
      assert.equal(mended.length, found.total);
      assert.equal(total, 0);
      assert.deepEqual(kindsOf(await check()), []);
    });

  for (const [what, sql, kinds, where] of [
    [
      'a circle of folders',
      "UPDATE entries SET parent_id = (SELECT id FROM entries WHERE name = 'inner') WHERE name = 'folder'",
      ['tree', 'used'],
      /^entry \d+ \(folder\)$/,
    ],
    [
      'an entry in a document',
      "UPDATE entries SET parent_id = (SELECT id FROM entries WHERE name = 'large.bin') WHERE name = 'inner'",
      ['tree'],
      /^ann:\/large\.bin\/inner$/,
    ],
    [
      'a document without a head',
      "DELETE FROM documents WHERE entry_id = (SELECT id FROM entries WHERE name = 'large.bin')",
      ['foreign_key', 'head'],
      /^row of|a row of versions$/,
    ],
    [
      'a head that is not the newest',
      "UPDATE documents SET version = 1 WHERE entry_id = (SELECT id FROM entries WHERE name = 'small.txt')",
      ['head'],
      /^ann:\/folder\/small\.txt$/,
    ],
    [
      'an entry of the trash without a record',
      'DELETE FROM trash',
      ['trash', 'used'],
      /^entry \d+ \(gone\.txt\)$/,
    ],
    [
      'a home of nobody',
      "UPDATE entries SET owner_id = NULL WHERE id = (SELECT home_id FROM users WHERE login = 'ben')",
      ['home'],
      /^\/$/,
    ],
    [
      'a version with another size than its content',
      'UPDATE versions SET size_bytes = size_bytes + 1 WHERE number = 1 AND size_bytes = 3',
      ['version_size', 'used'],
      /^ann:\/folder\/small\.txt version 1$/,
    ],
    [
      'a version without a content',
      'DELETE FROM blobs WHERE size_bytes > 1000',
      ['foreign_key'],
      /row of versions/,
    ],
  ] as const)
    it(`finds what cannot be made anew, and leaves it as it is: ${what}`, async () => {
      await makeFolder(core.dms, ann, 'inner', folder);
      while (await core.dms.indexing.step());
      damage(sql);
      const before = core.database.prepare('SELECT * FROM entries').all();
      const { faults } = await check();
      assert.deepEqual([...new Set(faults.map(({ kind }) => kind))].sort(), [...kinds].sort());
      const [first] = faults;
      assert.equal(first?.remedy, 'restore');
      assert.match(first.where[0] ?? '', where);
      await check({ isRepairing: true });
      assert.deepEqual(core.database.prepare('SELECT * FROM entries').all(), before);
      assert.notEqual((await check()).total, 0);
    });

  describe('contents', () => {
    const flip = (path: string) => {
      const bytes = readFileSync(path);
      bytes[50_000] = (bytes[50_000] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    };
    const fault = ({ faults, total }: CheckResult) => {
      assert.equal(total, 1);
      return faults[0];
    };
    const where = () => [`content ${sha256(LARGE)}`, 'ann:/large.bin version 1'];

    it('finds a file that is missing, one of another length, and with --deep one with other bytes', async () => {
      flip(largePath());
      assert.equal((await check()).total, 0);
      const flipped = fault(await check({ isDeep: true }));
      assert.deepEqual(
        [flipped?.kind, flipped?.where, flipped?.remedy],
        ['content_damaged', where(), 'heal'],
      );
      truncateSync(largePath(), 99_999);
      assert.equal(fault(await check())?.what, 'has 99999 bytes instead of 100000');
      rmSync(largePath());
      assert.deepEqual(fault(await check())?.kind, 'content_missing');
      assert.equal(fault(await check({ isRepairing: true }))?.kind, 'content_missing');
      assert.equal(core.database.prepare('SELECT count(*) FROM versions').pluck().get(), 4);
    });

    it('finds a content in the database with other bytes, which nothing but a whole backup has', async () => {
      damage("UPDATE blobs SET content = CAST('twa' AS BLOB) WHERE content = CAST('two' AS BLOB)");
      assert.equal((await check()).total, 0);
      const damaged = fault(await check({ isDeep: true, healFrom: core.dataDirectory }));
      assert.deepEqual(damaged?.where, [`content ${sha256('two')}`, 'ann:/folder/small.txt version 2']);
      assert.equal(damaged.remedy, 'restore');
    });

    it('takes from a backup what is missing or damaged, if it is right there', async () => {
      const backup = join(core.dataDirectory, 'backup');
      cpSync(join(core.dataDirectory, 'blobs'), join(backup, 'blobs'), { recursive: true });
      for (const harm of [() => flip(largePath()), () => rmSync(dirname(largePath()), { recursive: true })]) {
        harm();
        const { total, mended } = await check({ isDeep: true, healFrom: backup });
        assert.equal(total, 0);
        assert.match(mended.join(), /^healed: content .*ann:\/large\.bin version 1/);
        assert.deepEqual(readFileSync(largePath()), LARGE);
        assert.equal((await check({ isDeep: true })).total, 0);
      }
      flip(largePath());
      flip(blobPath(sha256(LARGE), backup));
      const bytes = readFileSync(largePath());
      assert.equal((await check({ isDeep: true, healFrom: backup })).total, 1);
      assert.deepEqual(readFileSync(largePath()), bytes);
      assert.deepEqual(readdirSync(join(core.dataDirectory, 'incoming')), []);
    });

    it('leaves uploads alone that can be resumed, their files, and files that such uploads left', async () => {
      const { resumableUploads } = core.dms;
      const file = (id: number) => join(core.dataDirectory, 'incoming', `upload-${id}`);
      const bytes = randomBytes(200_000);
      const part = (offset: number, end: number) => ({
        offset,
        source: Readable.from([bytes.subarray(offset, end)]),
        bytes: end - offset,
      });
      const plan = planOf('resumed.bin', bytes.length);
      const { id } = (await resumableUploads.create(ann, plan, part(0, 100_000))).upload;
      const lost = (await resumableUploads.create(ann, planOf('lost.bin', 10), part(0, 5))).upload.id;
      rmSync(file(lost));
      writeFileSync(file(1), 'of an upload that is gone');
      const backup = join(core.dataDirectory, 'backup');
      cpSync(join(core.dataDirectory, 'blobs'), join(backup, 'blobs'), { recursive: true });
      const now = () => Date.now() + 2 * HOUR_MS;
      for (const options of [{}, { isDeep: true, healFrom: backup }, { isRepairing: true }]) {
        const { total, mended } = await check({ ...options, now });
        assert.deepEqual([total, mended], [0, []]);
      }
      assert.deepEqual([readFileSync(file(id)), existsSync(file(1))], [bytes.subarray(0, 100_000), true]);
      const { entry } = (await resumableUploads.receive(ann, id, part(100_000, bytes.length))).upload;
      assert.equal(entry?.kind, 'file');
      assert.equal((await check({ isDeep: true })).total, 0);
    });

    it('names what cannot be read among the folders of contents, and looks at the rest', async () => {
      const blobs = join(core.dataDirectory, 'blobs');
      const free = ['ff', 'fe'].find((name) => !existsSync(join(blobs, name))) ?? '';
      writeFileSync(join(blobs, free), 'no folder');
      const { faults } = await check();
      assert.deepEqual(
        faults.map(({ kind, what, where }) => [kind, what, where]),
        [['content_damaged', 'cannot be read (ENOTDIR)', [join('blobs', free)]]],
      );
    });

    it('finds files without a content that are older than an hour, which --repair moves to lost+found/', async () => {
      const stray = randomBytes(10);
      const later = () => Date.now() + 2 * HOUR_MS;
      const paths = [
        blobPath(sha256(stray)),
        join(dirname(largePath()), 'note.txt'),
        join(dirname(blobPath(sha256(stray))), sha256(LARGE)),
      ];
      for (const path of paths) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, stray);
      }
      assert.equal((await check()).total, 0, 'an upload may be about to add their rows');
      const found = await check({ now: later });
      assert.deepEqual(
        found.faults.map(({ where: [place] }) => join(core.dataDirectory, place ?? '')).sort(),
        paths.sort(),
      );
      assert.deepEqual(kindsOf(found), ['orphan_file']);
      const { total, mended } = await check({ now: later, isRepairing: true });
      assert.deepEqual([total, mended.length], [0, 3]);
      for (const path of paths) {
        assert.ok(!existsSync(path));
        assert.deepEqual(readFileSync(join(core.dataDirectory, 'lost+found', basename(path))), stray);
      }
      assert.deepEqual(readFileSync(largePath()), LARGE);
    });
  });

  describe('the search index', () => {
    const index = () => join(core.dataDirectory, 'cache', 'search.sqlite');
    const damageIndex = (sql: string) => {
      const sqlite = new BetterSqlite(index());
      sqlite.exec(sql);
      sqlite.close();
    };

    for (const [what, sql] of [
      ['a row is missing', 'DELETE FROM rows WHERE entry_id = (SELECT max(entry_id) FROM rows)'],
      ['a row is of another state', 'UPDATE rows SET parent_id = 1'],
      [
        'a row is of nothing that is there',
        'UPDATE rows SET entry_id = 99999 WHERE row = (SELECT max(row) FROM rows)',
      ],
      [
        'the words of a row are missing',
        'DELETE FROM search_index WHERE rowid = (SELECT max(row) FROM rows)',
      ],
    ] as const)
      it(`is made anew with --repair when ${what}`, async () => {
        damageIndex(sql);
        const found = await check();
        assert.deepEqual(kindsOf(found), ['search_index']);
        assert.equal(found.faults[0]?.remedy, 'repair');
        const { total } = await check({ isRepairing: true });
        assert.equal(total, 0, 'what is being made anew counts as right');
        while (await core.dms.indexing.step());
        assert.equal((await check()).total, 0);
      });

    it('is no damage where there is none, and its queue is no damage either', async () => {
      await write(core.dms, ann, 'waits.txt');
      assert.equal((await check()).total, 0);
      rmSync(join(core.dataDirectory, 'cache'), { recursive: true });
      assert.equal((await check()).total, 0);
    });

    it('is found broken', async () => {
      for (const suffix of ['-wal', '-shm']) rmSync(`${index()}${suffix}`, { force: true });
      writeFileSync(index(), 'no database at all, of a certain length'.repeat(1000));
      assert.deepEqual(kindsOf(await check()), ['search_index']);
    });
  });

  it('says that the key is missing only when somebody needs it', async () => {
    rmSync(join(core.dataDirectory, 'secret.key'), { force: true });
    assert.equal((await check()).total, 0);
    damage(
      "INSERT INTO second_factors (user_id, method, sealed_secret, created_at) SELECT id, 'totp', x'00', 0 FROM users WHERE login = 'ann'",
    );
    assert.deepEqual(kindsOf(await check()), ['key']);
  });

  it('names at most a thousand faults of a kind, and counts all', async () => {
    damage(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
       INSERT INTO blobs (sha256, size_bytes, created_at, content) SELECT printf('%064d', i), 1, 0, x'00' FROM n`,
    );
    const { faults, total } = await check();
    assert.deepEqual([faults.length, total], [1000, 1500]);
  });
});
