import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '../../support/process.ts';
import { numbered, ODD_NAMES } from '../names.ts';
import { type Listed, Rest } from '../rest.ts';
import { filesBeneath, namesIn } from '../tree.ts';
import { Rclone } from './rclone.ts';

const PASSWORD = 'a long enough password';
/** rclone sends at most 100 requests a second, so several run in parallel, each on its part of the tree. */
const PARTS = ['part 1', 'part 2', 'part 3', 'part 4', 'part 5'];
/** Number of files for which another rclone is worth its start. */
const FILES_OF_A_PART = 200;
const LONG_AGO = new Date('2020-02-29T12:34:56Z');

/**
 * Defines the tests of rclone that syncs a tree of files with odd names.
 * @param count minimum number of files
 * @param numberChanged number of files that are changed, and of other files that are deleted
 */
export function testRcloneSync(count: number, numberChanged: number): void {
  const parts = PARTS.slice(0, Math.ceil(count / FILES_OF_A_PART));
  let service: ServiceProcess;
  let rest: Rest;
  let rclone: Rclone;
  let directory: string;
  let tree: string;
  let files: string[];

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-rclone-sync-'));
    tree = join(directory, 'tree');
    await plant(tree, parts, Math.ceil(count / (parts.length * ODD_NAMES.length)));
    files = await filesBeneath(tree);
    service = await ServiceProcess.start({ isReading: false });
    const { login, token } = await service.createAdmin('anna', PASSWORD);
    rest = new Rest(service, token);
    const remote = await Rclone.of({ url: service.url, login, token }, directory);
    // This vendor transfers times and checksums with the files.
    rclone = remote.as('nextcloud');
  });

  after(async () => {
    await service.dispose();
    await rm(directory, { recursive: true });
  });

  /** Runs one rclone for each part of the tree. @returns their reports */
  function forEachPart(args: (part: string) => readonly string[]): Promise<string[]> {
    return Promise.all(parts.map((part) => rclone.run(...args(part))));
  }

  async function documents(): Promise<Map<string, Listed>> {
    return rest.documents((await rest.root('tree')).id);
  }

  it('makes a copy of files with odd names, and reads all of them back the same', async () => {
    assert.ok(files.length >= count);
    await forEachPart((part) => ['sync', join(tree, part), `dms:tree/${part}`]);
    assert.deepEqual([...(await documents()).keys()].sort(), files);
    const reports = await forEachPart((part) => [
      'check',
      '--download',
      join(tree, part),
      `dms:tree/${part}`,
    ]);
    for (const report of reports) assert.match(report, /: 0 differences found/);
  });

  it('finds nothing to do a second time, since the times of the files were kept', async () => {
    for (const report of await forEachPart((part) => ['sync', '-v', join(tree, part), `dms:tree/${part}`]))
      assert.match(report, /There was nothing to transfer/);
  });

  it('sends what has changed: new versions, new documents, and the rest into the trash', async () => {
    const before = await documents();
    const step = Math.floor(files.length / (2 * numberChanged));
    const chosen = files.filter((_, index) => index % step === 0).slice(0, 2 * numberChanged);
    const changed = chosen.slice(0, numberChanged);
    const deleted = chosen.slice(numberChanged);
    for (const file of changed) await writeFile(join(tree, file), `${file} has changed`);
    for (const file of deleted) await rm(join(tree, file));
    await writeFile(join(tree, 'part 1', 'new'), 'new');
    files = await filesBeneath(tree);
    await forEachPart((part) => ['sync', join(tree, part), `dms:tree/${part}`]);
    const after = await documents();
    assert.deepEqual([...after.keys()].sort(), files);
    for (const [file, { id, version }] of after) {
      assert.equal(version, changed.includes(file) ? 2 : 1, file);
      if (file !== 'part 1/new') assert.equal(id, before.get(file)?.id, file);
    }
    for (const file of changed) {
      const { id = 0 } = after.get(file) ?? {};
      assert.equal((await rest.content(id)).toString(), `${file} has changed`);
    }
    const trash = (await rest.trash()).map(({ path }) => path);
    assert.deepEqual(trash.sort(), deleted.map((file) => `/tree/${file}`).sort());
  });

  it('fetches what has changed there, and all else with its time, into another directory', async () => {
    const [first = ''] = files;
    const { id, folder_id: folderId, name } = await rest.metadata((await documents()).get(first)?.id ?? 0);
    assert.equal(await rest.upload(folderId, name, Buffer.from('changed over REST')), id);
    const other = join(directory, 'other');
    await forEachPart((part) => ['sync', `dms:tree/${part}`, join(other, part)]);
    assert.deepEqual(await filesBeneath(other), files);
    assert.equal(await readFile(join(other, first), 'utf8'), 'changed over REST');
    for (const file of files.slice(1)) {
      assert.ok((await readFile(join(other, file))).equals(await readFile(join(tree, file))), file);
      const [there, here] = await Promise.all([stat(join(other, file)), stat(join(tree, file))]);
      assert.equal(Math.floor(there.mtimeMs / 1000), Math.floor(here.mtimeMs / 1000), file);
    }
  });

  it('keeps two sides the same, whichever of them has changed (bisync)', async () => {
    const [changedHere = '', changedThere = '', deletedHere = '', deletedThere = ''] = ODD_NAMES;
    const here = join(directory, 'both');
    await mkdir(here);
    for (const name of ODD_NAMES) {
      await writeFile(join(here, name), name);
      await utimes(join(here, name), LONG_AGO, LONG_AGO);
    }
    const folderId = await rest.mkcol('both');
    const bisync = ['bisync', here, 'dms:both', '--workdir', join(directory, 'bisync')];
    await rclone.run(...bisync, '--resync');
    const there = async (): Promise<Map<string, Listed>> => rest.documents(folderId);
    await writeFile(join(here, changedHere), 'changed here');
    await rest.upload(folderId, changedThere, Buffer.from('changed there'));
    await rm(join(here, deletedHere));
    await rest.remove((await there()).get(deletedThere)?.id ?? 0);
    await writeFile(join(here, 'new here'), 'new here');
    await rest.upload(folderId, 'new there', Buffer.from('new there'));
    await rclone.run(...bisync);
    const names = [...ODD_NAMES, 'new here', 'new there'].filter(
      (name) => name !== deletedHere && name !== deletedThere,
    );
    assert.deepEqual(await namesIn(here), names.sort());
    const found = await there();
    assert.deepEqual([...found.keys()].sort(), names);
    for (const [name, { id, version }] of found) {
      assert.ok((await rest.content(id)).equals(await readFile(join(here, name))), name);
      assert.equal(version, name === changedHere || name === changedThere ? 2 : 1, name);
    }
    assert.equal(await readFile(join(here, changedThere), 'utf8'), 'changed there');
  });

  it('has met no error of the service', () => {
    assert.doesNotMatch(service.log, /"level":"(?:error|fatal)"/);
  });
}

/** Creates in each part a folder for each odd name, and in each folder files with odd and other names. */
async function plant(tree: string, parts: readonly string[], perFolder: number): Promise<void> {
  for (const part of parts) {
    for (const folder of ODD_NAMES) {
      await mkdir(join(tree, part, folder), { recursive: true });
      for (let number = 0; number < perFolder; number += 1) {
        const path = join(tree, part, folder, numbered(number));
        await writeFile(path, `${part}, ${folder}, ${number}`);
        await utimes(path, LONG_AGO, new Date(LONG_AGO.getTime() + number * 60_000));
      }
    }
  }
}
