import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileLock } from '../../../src/storage/disk/file-lock.ts';
import { Browser } from '../../rest/browser.ts';
import { contentFile, filesIn, flipByte, largeContent, rowsIn, sha256Of } from '../../support/backups.ts';
import { needs } from '../../support/needs.ts';
import { dms, type Finished, run, ServiceProcess } from '../../support/process.ts';
import { totpCode } from '../../support/second-factor.ts';
import { basic, DavClient, propfindBody } from '../../webdav/client.ts';

const PASSWORD = 'a long enough password';
const WRITERS = 8;

describe('dms backup and dms restore', () => {
  let service: ServiceProcess;
  let dav: DavClient;
  let token: string;
  let folder: string;
  let destination: string;
  let directory: string;

  async function start(environment: Record<string, string> = {}): Promise<void> {
    service = await ServiceProcess.start({ isReading: false, environment });
    ({ token } = await service.createAdmin('anna', PASSWORD));
    dav = new DavClient(service.port, basic('anna', token));
  }
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dms-backup-'));
    destination = join(folder, 'backups');
    directory = join(folder, 'restored', 'data');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const put = (name: string, body: Buffer | string) => dav.ask('PUT', `/${name}`, { body });
  const tried = (...args: string[]): Promise<Finished> => dms(args, { cwd: service.directory });
  const restore = (...args: string[]): Promise<string> =>
    service.command(['restore', destination, '--data-dir', directory, ...args]);

  async function fails(code: number, pattern: RegExp, ...args: string[]): Promise<void> {
    const ended = await tried(...args);
    assert.match(ended.stderr, pattern);
    assert.equal(ended.code, code, ended.stderr);
    assert.doesNotMatch(ended.stderr, /\n\s+at /, 'a sentence, and no stack');
  }

  /** Asserts that all versions that a writer has in the restored directory have their bytes. @returns how many */
  async function versionsOf(writer: number, content: (number: number) => Buffer | string): Promise<number> {
    const versions = await rowsIn<{ sha256: string; content: Buffer | null }>(
      directory,
      `SELECT v.sha256, b.content FROM versions v JOIN entries e ON e.id = v.document_id
       JOIN blobs b USING (sha256) WHERE e.name = 'writer-${writer}' ORDER BY v.number`,
    );
    for (const [index, { sha256, content: small }] of versions.entries()) {
      assert.equal(sha256, sha256Of(content(index + 1)), `version ${index + 1} of writer ${writer}`);
      assert.equal(sha256Of(small ?? (await readFile(contentFile(directory, sha256)))), sha256);
    }
    return versions.length;
  }

  describe('of one office', () => {
    afterEach(() => service.dispose());

    it('bring an office back that is served as before', async () => {
      await start();
      const contents = new Map<string, Buffer>([
        ['small.txt', Buffer.from('a few words')],
        ['large.bin', largeContent('large')],
        ['empty', Buffer.alloc(0)],
      ]);
      for (const [name, content] of contents) await put(name, content);
      const property =
        '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><c xmlns="urn:x">blue</c></d:prop></d:set></d:propertyupdate>';
      await dav.expect(207, 'PROPPATCH', '/small.txt', { body: property });
      const browser = new Browser(service);
      await browser.signIn({ login: 'anna', password: PASSWORD });
      const begun = await browser.post('/account/2fa', { method: 'totp', password: PASSWORD }).expect(200);
      const secret = String(begun.body.data.secret);
      const confirmed = await browser
        .post('/account/2fa/confirm', { code: totpCode(secret, Date.now()), keep_tokens: true })
        .expect(200);
      assert.equal(confirmed.body.data.recovery_codes.length, 10);
      await service.command(['backup', destination]);
      await service.kill('SIGKILL');
      await restore();
      await rm(service.dataDirectory, { recursive: true });
      await rename(directory, service.dataDirectory);
      await service.restart();
      const again = new DavClient(service.port, basic('anna', token));
      for (const [name, content] of contents)
        assert.deepEqual((await again.expect(200, 'GET', `/${name}`)).bytes, content, name);
      const body = propfindBody('<d:prop><c xmlns="urn:x"/></d:prop>');
      const found = await again.expect(207, 'PROPFIND', '/small.txt', { body, headers: { Depth: '0' } });
      assert.match(found.text, />blue</);
      const fresh = new Browser(service);
      await fresh.signIn({ login: 'anna', password: PASSWORD });
      await fresh.get('/account').expect(401);
      await fresh.post('/2fa/verify-code', { code: totpCode(secret, Date.now() + 30_000) }).expect(200);
      await fresh.get('/account').expect(200);
    });

    it('have the state of one instant, while eight clients write (durability: relaxed)', async () => {
      await start({ DMS_DURABILITY: 'relaxed' });
      interface Change {
        readonly begun: number;
        ended: number;
      }
      const changes: Change[][] = [];
      let isOver = false;
      const content = (writer: number, number: number): Buffer | string =>
        number % 3 === 0 ? largeContent(`${writer} ${number}`) : `${writer} ${number}`;
      const writer = async (id: number): Promise<void> => {
        const own: Change[] = [];
        changes[id] = own;
        for (let number = 1; !isOver; number += 1) {
          const change: Change = { begun: performance.now(), ended: Number.POSITIVE_INFINITY };
          own.push(change);
          const { status } = await put(`writer-${id}`, content(id, number));
          assert.ok(status === 201 || status === 204, String(status));
          change.ended = performance.now();
          // The command has a lower priority than this process.
          await sleep(150);
        }
      };
      const writers = Array.from({ length: WRITERS }, (_, id) => writer(id));
      const names: string[] = [];
      for (let index = 0; index < 2; index += 1)
        names.push(JSON.parse(await service.command(['backup', destination, '--json'])).snapshot);
      isOver = true;
      await Promise.all(writers);
      for (const [index, name] of names.entries()) {
        directory = join(folder, `restored-${index}`);
        await restore('--snapshot', name);
        let [lastBegun, firstMissing] = [0, Number.POSITIVE_INFINITY];
        for (let id = 0; id < WRITERS; id += 1) {
          const number = await versionsOf(id, (at) => content(id, at));
          lastBegun = Math.max(lastBegun, changes[id]?.[number - 1]?.begun ?? 0);
          firstMissing = Math.min(firstMissing, changes[id]?.[number]?.ended ?? firstMissing);
        }
        // There is a moment that all that is there had begun before, and that nothing missing had ended before.
        assert.ok(lastBegun > 0 && lastBegun <= firstMissing, `${lastBegun} ${firstMissing}`);
      }
    });

    it('tell what they did, in text and in JSON, and are silent when asked to', async () => {
      await start();
      await put('a', largeContent('a'));
      const text = await service.command(['backup', destination]);
      assert.match(
        text,
        /^\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{16}: 1 version, [\d.]+ [KM]iB, [\d.]+ KiB added, [\d.]+ s$/,
      );
      await service.kill('SIGTERM');
      const backup = ['backup', destination, '--keep', '1', '--verify', '--deep', '--json', '--quiet'];
      const { stdout, stderr } = await tried(...backup);
      assert.equal(stderr, '');
      const done = JSON.parse(stdout);
      assert.ok(existsSync(done.path));
      assert.deepEqual(
        [done.users, done.documents, done.versions, done.damaged, done.removed.length, done.verified],
        [1, 1, 1, [], 1, { snapshots: 1, contents: 1, faults: [] }],
      );
      const { snapshots } = JSON.parse(await service.command(['restore', destination, '--list', '--json']));
      assert.deepEqual(
        snapshots.map(({ snapshot }: { snapshot: string }) => snapshot),
        [done.snapshot],
      );
      const list = (await service.command(['restore', destination, '--list'])).split('\n');
      assert.match(list[0] ?? '', /^BACKUP +TIME \(UTC\) +DOCUMENTS +VERSIONS +SIZE$/);
      assert.equal(list.length, 2);
      const restored = JSON.parse(await restore('--json', '--quiet'));
      assert.deepEqual(
        [restored.snapshot, restored.data_dir, restored.documents, restored.versions, restored.damaged],
        [done.snapshot, directory, 1, 1, []],
      );
      directory = join(folder, 'again');
      assert.match(
        await restore(),
        /^restored the backup of \S+ into \S+: 1 document, 1 version, [\d.]+ [KM]iB, [\d.]+ s$/,
      );
    });
  });

  describe('beside a service that runs on', () => {
    before(() => start());
    after(() => service.dispose());

    it('choose a snapshot by its time or its name', async () => {
      const first = JSON.parse(await service.command(['backup', destination, '--json'])).snapshot;
      // As if it was from the year before.
      const file = (name: string): string => join(destination, 'snapshots', `${name}.json`);
      const manifest = (await readFile(file(first), 'utf8')).replace(
        /"created_at": "\d{4}/,
        '"created_at": "2025',
      );
      const old = `2025${first.slice(4, -16)}${sha256Of(manifest).slice(0, 16)}`;
      await writeFile(file(old), manifest);
      await rm(file(first));
      const newest = JSON.parse(await service.command(['backup', destination, '--json'])).snapshot;
      const minute = `2025-${old.slice(4, 6)}-${old.slice(6, 8)}T${old.slice(9, 11)}:${old.slice(11, 13)}`;
      for (const [wanted, snapshot] of [
        [minute, old],
        [newest, newest],
      ] as const) {
        directory = join(folder, `restored-${snapshot}`);
        assert.equal(JSON.parse(await restore('--json', '--snapshot', wanted)).snapshot, snapshot);
      }
      directory = join(folder, 'none');
      const early = ['restore', destination, '--data-dir', directory, '--snapshot', '2024-01-01'];
      await fails(1, /^dms: there is no backup up to 2024-01-01: see --list$/m, ...early);
      assert.ok(!existsSync(directory));
    });

    it('use backup.dest and backup.keep of the configuration', async () => {
      const environment = { DMS_BACKUP_DEST: destination, DMS_BACKUP_KEEP: '1' };
      for (let index = 0; index < 2; index += 1) await service.command(['backup'], environment);
      assert.equal((await readdir(join(destination, 'snapshots'))).length, 1);
      await service.command(['restore', '--data-dir', directory], environment);
    });

    it('restore an earlier one where the newest is damaged: the error says how', async () => {
      const names: string[] = [];
      for (let index = 0; index < 2; index += 1) {
        await put('a', largeContent(String(index)));
        const made: { snapshot: string } = JSON.parse(
          await service.command(['backup', destination, '--json', '--quiet']),
        );
        names.push(made.snapshot);
      }
      const [earlier = '', newest = ''] = names;
      await flipByte(join(destination, 'snapshots', `${newest}.json`));
      const from = ['restore', destination, '--data-dir', directory];
      await fails(
        3,
        /is damaged; to use an earlier backup, list the backups with --list and choose one with --snapshot$/m,
        ...from,
      );
      await fails(2, /--list cannot be used with --snapshot/, ...from, '--list', '--snapshot', earlier);
      await restore('--snapshot', earlier);
      assert.ok(existsSync(contentFile(directory, sha256Of(largeContent('0')))));
    });

    it('are not made into the folder of another user, who could not read them', async function () {
      needs(this, 'root');
      await service.command(['backup', destination]);
      const { code, stderr } = await run('chown', ['-R', '65534', destination]);
      assert.equal(code, 0, stderr);
      const before = await filesIn(destination);
      await fails(1, /belongs to another user \(uid 65534\): run this as that user/, 'backup', destination);
      assert.deepEqual(await filesIn(destination), before);
    });

    it('restore from a folder in which nothing can be written, and say so of a backup there', async function () {
      needs(this, 'root');
      await put('a', largeContent('a'));
      await service.command(['backup', destination]);
      const mounted = join(folder, 'read-only');
      await mkdir(mounted);
      for (const options of ['bind', 'remount,bind,ro']) {
        const { code, stderr } = await run('mount', ['-o', options, destination, mounted]);
        assert.equal(code, 0, stderr);
      }
      try {
        await service.command(['restore', mounted, '--data-dir', directory]);
        assert.ok(existsSync(contentFile(directory, sha256Of(largeContent('a')))));
        await fails(1, /read-only|readonly/i, 'backup', mounted);
      } finally {
        await run('umount', [mounted]);
      }
    });

    it('end with a sentence and an exit code where they cannot go on', async () => {
      await put('a', largeContent('a'));
      await put('b', largeContent('b'));
      await fails(2, /name the backup folder, or set backup\.dest/, 'backup');
      await fails(2, /--deep needs --verify/, 'backup', destination, '--deep');
      await fails(2, /keep/, 'backup', destination, '--keep', '7 moons');
      await fails(1, /there is no database in/, 'backup', destination, '--data-dir', join(folder, 'nothing'));
      await writeFile(join(folder, 'file'), '');
      await fails(1, /file is not a folder/, 'backup', join(folder, 'file'));
      await fails(1, /must be outside the data directory/, 'backup', join(service.dataDirectory, 'backups'));
      await fails(1, /is not a backup of dms/, 'restore', folder, '--data-dir', directory);
      assert.ok(!existsSync(destination));
      await service.command(['backup', destination]);
      await fails(1, /is not empty/, 'restore', destination);
      const lock = FileLock.acquire(join(destination, 'write.lock'));
      await fails(75, /another backup to \S+ is running/, 'backup', destination);
      lock?.release();
      await flipByte(contentFile(destination, sha256Of(largeContent('a'))));
      await rm(contentFile(service.dataDirectory, sha256Of(largeContent('b'))));
      await fails(
        3,
        /^dms: blobs\/\S+ is damaged \(in 2 backups\)$/m,
        'backup',
        destination,
        '--verify',
        '--deep',
      );
      await fails(
        3,
        /^dms: the backup is incomplete: 1 fault$/m,
        'restore',
        destination,
        '--data-dir',
        directory,
      );
      const other = join(folder, 'other');
      await fails(
        3,
        /^dms: the content [0-9a-f]{64} is missing or damaged in the data directory$/m,
        'backup',
        other,
      );
      assert.equal((await readdir(join(other, 'snapshots'))).length, 1, 'the rest is saved');
    });
  });
});
