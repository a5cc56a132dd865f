import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { after, before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { pageBeside } from '../support/browsers.ts';
import { Cutter } from '../support/cutter.ts';
import { inBrowsers, isTrial } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';

const FOLDERS = isTrial ? 30 : 3;
const FILES_EACH = isTrial ? 100 : 40;

/** Drops a file or a folder of this machine in the middle of the page, as from a window of files. */
async function dropFromDisk(page: Page, path: string): Promise<void> {
  const session = await page.createCDPSession();
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data });
  await session.detach();
}

// Firefox does not let tests drop folders.
inBrowsers(
  `a folder of ${String(FOLDERS * FILES_EACH)} files`,
  (setting) => {
    let directory: string;
    const hashes = new Map<string, string>();

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'dms-many-'));
      for (let folder = 0; folder < FOLDERS; folder++) {
        const name = `Bills ${String(folder)}`;
        await mkdir(join(directory, 'Archive', name), { recursive: true });
        for (let file = 0; file < FILES_EACH; file++) {
          const content = `bill ${String(file)} of ${name}\n`.repeat(1 + (file % 50));
          await writeFile(join(directory, 'Archive', name, `bill ${String(file)}.txt`), content);
          hashes.set(
            `/Archive/${name}/bill ${String(file)}.txt`,
            createHash('sha256').update(content).digest('hex'),
          );
        }
      }
      await mkdir(join(directory, 'Archive', 'Empty', 'Deeper'), { recursive: true });
    });

    after(() => rm(directory, { recursive: true }));

    it('is there, whole, after it was dropped onto the page', async () => {
      const { service } = setting();
      const anna = await service.createUser('anna');
      const office = await officeOf(service, anna);
      const page = await setting().open(anna);
      await page.waitForSelector('.upload-button');
      await dropFromDisk(page, join(directory, 'Archive'));
      const total = FOLDERS * FILES_EACH;
      await page.waitForSelector(`.uploads ::-p-text(${total.toLocaleString('en')} files uploaded)`);
      for (const [path, hash] of hashes) {
        const found = await office.call('GET', `/entries?path=${encodeURIComponent(path)}`);
        assert.ok(typeof found === 'object' && found !== null && 'sha256' in found, path);
        assert.equal(found.sha256, hash, path);
      }
      await office.call('GET', `/entries?path=${encodeURIComponent('/Archive/Empty/Deeper')}`);
    });
  },
  { browsers: ['chromium'] },
);

const BLOCK = 8 * 1024 * 1024;
const BLOCKS = isTrial ? 256 : 16;

/** Writes a large file without a block twice. @returns its SHA-256 */
async function writeLargeFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const block = randomBytes(BLOCK);
  const file = await open(path, 'w');
  for (let number = 0; number < BLOCKS; number++) {
    block.writeUInt32LE(number);
    hash.update(block);
    await file.write(block);
  }
  await file.close();
  return hash.digest('hex');
}

inBrowsers(
  `a file of ${String((BLOCK * BLOCKS) / 2 ** 20)} MiB`,
  (setting) => {
    let directory: string;
    let network: Cutter;

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'dms-large-'));
      network = await Cutter.open(setting().service.port);
    });

    after(async () => {
      network.close();
      await rm(directory, { recursive: true });
    });

    it('arrives whole over a network that is cut three times and a service that starts anew', async () => {
      const { service } = setting();
      const path = join(directory, 'film.bin');
      const sha256 = await writeLargeFile(path);
      const anna = await service.createUser('anna');
      const office = await officeOf(service, anna);
      const first = await setting().open(anna);
      const page = await pageBeside(first);
      await first.close(); // Its console would show each cut as an error.
      await page.goto(network.url);
      await page.waitForSelector('.upload-button');
      const input = await page.$('input[type=file][multiple]');
      await (await input?.toElement('input'))?.uploadFile(path);
      const size = BLOCK * BLOCKS;
      for (const part of [0.2, 0.4, 0.6]) {
        while (network.bytes < size * part) await setTimeout(20);
        network.cut();
        await setTimeout(1500);
        network.mend();
      }
      while (network.bytes < size * 0.8) await setTimeout(20);
      await service.restart();
      await page.waitForSelector('.uploads ::-p-text(1 file uploaded)');
      const found = await office.call('GET', '/entries?path=/film.bin');
      assert.ok(typeof found === 'object' && found !== null && 'sha256' in found);
      assert.equal(found.sha256, sha256);
      // What had arrived was not sent again, but for what was on its way.
      assert.ok(network.bytes < size * 1.3, `${String(network.bytes)} bytes were sent`);
    });
  },
  { browsers: ['chromium'] },
);
