// Would catch: an initial sync of real files that loses some, changes their bytes, names or times, or does not end.
import assert from 'node:assert/strict';
import { copyFile, mkdir, stat, utimes } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { filesBeneath } from '../tree.ts';
import { CLIENTS } from './device.ts';
import { difference, SyncedOffice, TEAM } from './office.ts';
import { type Choose, chooser } from './random-changes.ts';
import { conflictCopies, localTree } from './trees.ts';

const ROOT = '/usr/share';
const LARGEST_BYTES = 30_000_000;
/** Files that clients leave out by their names: hidden ones, copies of editors, and parts of transfers. */
const LEFT_OUT = /(?:^|\/)\.|~|\\|[ .](?:\/|$)|\.(?:tmp|part|filepart|crdownload|lnk)$/i;
/** Names with other characters than most: spaces, umlauts, brackets and so on. */
const ODD = /[^\w./+-]/;
/** Every so many copies get a name with spaces and umlauts: few real files have one. */
const RENAMED = 10;
const PICTURES = new Set(['.png', '.svg', '.jpg', '.jpeg', '.gif', '.ico', '.xpm']);

trial('initial sync of real files', { small: 10, full: 90 }, function ({ seed, bySize }) {
  needs(this, ...CLIENTS);
  const most = bySize(200, 2000);
  let office: SyncedOffice;

  before(async () => {
    office = await SyncedOffice.open();
  });
  after(() => office.close());

  it('is equal at all devices of both users, with the times of the files', async () => {
    const [first, ...others] = office.devices;
    assert.ok(first);
    const bytes = await copyTo(join(first.folder, TEAM), await realFiles(chooser(seed), most));
    const wanted = await localTree(first.folder);
    const figures = [`${String(most)} files with ${String(bytes)} bytes`];
    for (const device of [first, ...others]) {
      office.front.seen.length = 0;
      const began = Date.now();
      await device.sync();
      const seconds = Math.round((Date.now() - began) / 1000);
      const requests = String(office.front.seen.length);
      figures.push(`${device.login}'s ${device.client} in ${String(seconds)} s, ${requests} requests`);
      assert.deepEqual(difference(wanted, await localTree(device.folder)), [], device.folder);
    }
    process.stdout.write(`${figures.join('; ')}\n`);
    for (const device of office.devices) await office.settle(device);
    for (const { folder } of office.devices) {
      assert.deepEqual(difference(wanted, await localTree(folder)), [], folder);
      assert.deepEqual([...(await conflictCopies(folder)).keys()], []);
    }
  });
});

/** Relative paths, a quarter of each kind; further ones of the other kinds if one has too few. */
async function realFiles(choose: Choose, most: number): Promise<string[]> {
  const kinds: Record<'odd' | 'compressed' | 'pictures' | 'others', string[]> = {
    odd: [],
    compressed: [],
    pictures: [],
    others: [],
  };
  const kindOf = (path: string): keyof typeof kinds => {
    if (ODD.test(path)) return 'odd';
    if (extname(path) === '.gz') return 'compressed';
    return PICTURES.has(extname(path)) ? 'pictures' : 'others';
  };
  for (const path of await filesBeneath(ROOT)) if (!LEFT_OUT.test(path)) kinds[kindOf(path)].push(path);
  const chosen: string[] = [];
  const taken = (from: string[]): string[] => from.splice(choose(from.length), 1);
  while (chosen.length < most) {
    const before = chosen.length;
    for (const from of Object.values(kinds))
      for (const path of taken(from)) if (await isUsable(path)) chosen.push(path);
    assert.ok(chosen.length > before || Object.values(kinds).some((left) => left.length > 0), 'enough files');
  }
  return chosen.slice(0, most);
}

/** Neither too large nor with a time that clients refuse. */
async function isUsable(path: string): Promise<boolean> {
  const { size, mtimeMs } = await stat(join(ROOT, path));
  return size <= LARGEST_BYTES && mtimeMs >= 1000;
}

/** @returns the number of bytes */
async function copyTo(folder: string, files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const [index, file] of files.entries()) {
    const name = index % RENAMED === 0 ? `für Größe & Maß ${basename(file)}` : basename(file);
    const copy = join(folder, dirname(file), name);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(ROOT, file), copy);
    const { size, atime, mtime } = await stat(join(ROOT, file));
    await utimes(copy, atime, mtime);
    bytes += size;
  }
  return bytes;
}
