import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { inBrowsers } from './support/in-browsers.ts';
import { officeOf } from './support/office.ts';

const FOLDERS = 30;
const FILES_EACH = 100;

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
  'a folder of thousands of files',
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

    it('is there, whole, after it was dropped onto the page', async function dropping() {
      this.timeout(280_000);
      const { service } = setting();
      const anna = await service.createUser('anna');
      const office = await officeOf(service, anna);
      const page = await setting().open(anna);
      await page.waitForSelector('.upload-button');
      await dropFromDisk(page, join(directory, 'Archive'));
      const total = FOLDERS * FILES_EACH;
      await page.waitForSelector(`.uploads ::-p-text(${String(total)} files uploaded)`, { timeout: 240_000 });
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
