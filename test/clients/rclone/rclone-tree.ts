import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '../../support/process.ts';
import { Rest } from '../rest.ts';
import { copyDocumentation, filesBeneath } from '../tree.ts';
import { Rclone } from './rclone.ts';

const PASSWORD = 'a long enough password';
/** rclone sends at most 100 requests a second, so several run in parallel, each on its part of the tree. */
const PARTS = ['part 1', 'part 2', 'part 3', 'part 4', 'part 5'];
/** Number of files for which another rclone is worth its start. */
const FILES_OF_A_PART = 200;

/**
 * Defines the tests of rclone on a tree of real files.
 * @param files minimum number of files
 * @param overwritten number of files that are overwritten
 */
export function testRcloneTree(files: number, overwritten: number): void {
  const parts = PARTS.slice(0, Math.ceil(files / FILES_OF_A_PART));
  let service: ServiceProcess;
  let rest: Rest;
  let directory: string;
  let tree: string;
  let count: number;
  let rclone: Rclone;
  /** Original contents of the overwritten files. */
  const former = new Map<string, Buffer>();

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-rclone-'));
    tree = join(directory, 'doc');
    count = await copyDocumentation(tree, { least: files, most: files * 1.2 }, (index, length) => {
      return parts[Math.floor((index / length) * parts.length)] ?? '';
    });
    service = await ServiceProcess.start({ isReading: false });
    const { login, token } = await service.createAdmin('anna', PASSWORD);
    rest = new Rest(service, token);
    rclone = await Rclone.of({ url: service.url, login, token }, directory);
  });

  after(async () => {
    await service.dispose();
    await rm(directory, { recursive: true });
  });

  /** Runs one rclone for each part of the tree. @returns their reports */
  function forEachPart(args: (part: string) => readonly string[]): Promise<string[]> {
    return Promise.all(parts.map((part) => rclone.run(...args(part))));
  }

  /** Reads everything back over both interfaces: no file is missing or extra, and every byte is equal. */
  async function assertSame(path: string): Promise<void> {
    const names = (await rest.contents((await rest.root(path)).id)).map(({ name }) => name);
    assert.deepEqual(names, parts);
    const reports = await forEachPart((part) => [
      'check',
      '--download',
      join(tree, part),
      `dms:${path}/${part}`,
    ]);
    const matching = reports.map((report) => {
      assert.match(report, /: 0 differences found/);
      return Number(/: (\d+) matching files/.exec(report)?.[1]);
    });
    assert.equal(
      matching.reduce((sum, number) => sum + number),
      count,
    );
  }

  async function assertTrash(length: number): Promise<void> {
    assert.equal((await rest.trash()).length, length);
  }

  it('copies a tree of Debian files, and reads all of it back the same', async () => {
    assert.ok(count >= files);
    await forEachPart((part) => ['copy', join(tree, part), `dms:doc/${part}`]);
    await assertSame('doc');
  });

  it('finds nothing to do a second time', async () => {
    const [report = ''] = await forEachPart((part) => ['copy', '-v', join(tree, part), `dms:doc/${part}`]);
    assert.match(report, /There was nothing to transfer/);
  });

  it('overwrites some files, whose two versions REST then hands out byte for byte', async () => {
    const all = await filesBeneath(tree);
    const step = Math.floor(all.length / overwritten);
    const chosen = all.filter((_, index) => index % step === 0).slice(0, overwritten);
    assert.equal(chosen.length, overwritten);
    for (const file of chosen) {
      const bytes = await readFile(join(tree, file));
      former.set(file, bytes);
      await writeFile(join(tree, file), Buffer.concat([Buffer.from(`${file}, overwritten\n`), bytes]));
    }
    const list = join(directory, 'overwritten');
    await writeFile(list, chosen.join('\n'));
    // Like ownCloud's client: with the time of the file, and a checksum that the service must verify.
    await rclone.as('owncloud').run('copy', '--files-from-raw', list, '--ignore-times', tree, 'dms:doc');

    const documents = await rest.documents((await rest.root('doc')).id);
    assert.equal(documents.size, count);
    for (const [file, bytes] of former) {
      const document = documents.get(file);
      assert.ok(document, file);
      assert.equal(document.version, 2, file);
      assert.ok((await rest.content(document.id, 1)).equals(bytes), `${file}, version 1`);
      const now = await readFile(join(tree, file));
      assert.ok((await rest.content(document.id, 2)).equals(now), `${file}, version 2`);
      assert.ok((await rest.content(document.id)).equals(now), `${file}, the head`);
    }
    const [first = ''] = chosen;
    const { mtime } = await stat(join(tree, first));
    const head = await fetch(
      `${service.url}/webdav/doc/${first.split('/').map(encodeURIComponent).join('/')}`,
      {
        method: 'HEAD',
        headers: { Authorization: `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}` },
      },
    );
    assert.equal(head.headers.get('last-modified'), mtime.toUTCString(), 'the time of the file was honoured');
  });

  it('copies the tree on the server, by one request', async () => {
    const response = await fetch(`${service.url}/webdav/doc`, {
      method: 'COPY',
      headers: {
        Authorization: `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}`,
        Destination: `${service.url}/webdav/copy`,
      },
    });
    assert.equal(response.status, 201, await response.text());
    await assertSame('copy');
    const [document] = (await rest.documents((await rest.root('copy')).id)).values();
    assert.equal(document?.version, 1, 'a copy is a new document');
  });

  it('copies a folder of it file by file, as rclone does', async () => {
    const [part = ''] = parts;
    const few = ['--include', '/a*/**'];
    await rclone.run('copy', `dms:doc/${part}`, 'dms:by-file', ...few);
    const report = await rclone.run('check', '--download', join(tree, part), 'dms:by-file', ...few);
    assert.match(report, /: 0 differences found/);
    assert.doesNotMatch(report, /: 0 matching files/);
  });

  it('moves the tree, which keeps every version', async () => {
    await rclone.run('moveto', 'dms:doc', 'dms:moved');
    const names = (await rest.contents(0)).map(({ name }) => name);
    assert.deepEqual(names, ['by-file', 'copy', 'moved']);
    await assertSame('moved');
  });

  it('deletes the tree into the trash, as one, and REST restores it whole with its versions', async () => {
    await assertTrash(0);
    await rclone.run('purge', 'dms:moved');
    const names = (await rest.contents(0)).map(({ name }) => name);
    assert.deepEqual(names, ['by-file', 'copy']);
    const [deleted, ...others] = await rest.trash();
    assert.deepEqual(others, []);
    assert.equal(deleted?.path, '/moved');
    await rest.restore(deleted.id);
    await assertTrash(0);
    await assertSame('moved');
    const documents = await rest.documents((await rest.root('moved')).id);
    for (const [file, bytes] of former) {
      const id = documents.get(file)?.id ?? 0;
      assert.ok((await rest.content(id, 1)).equals(bytes), `${file}, version 1`);
    }
  });

  it('has met no error of the service', () => {
    assert.doesNotMatch(service.log, /"level":"(?:error|fatal)"/);
  });
}
