import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { after, before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { pageBeside } from '../support/browsers.ts';
import { Cutter } from '../support/cutter.ts';
import { inBrowsers, inEveryBrowser } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

inEveryBrowser('uploading', (setting) => {
  let anna: Account;
  let office: Office;
  let folder: number;
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-files-'));
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    folder = await office.folder('Inbox');
  });

  after(() => rm(directory, { recursive: true }));

  async function pick(
    page: Page,
    ...files: readonly (readonly [name: string, content: string])[]
  ): Promise<void> {
    const paths = files.map(([name]) => join(directory, name));
    for (const [index, [, content]] of files.entries()) await writeFile(paths[index] ?? '', content);
    const input = await page.$('input[type=file][multiple]');
    await (await input?.toElement('input'))?.uploadFile(...paths);
  }

  async function open(): Promise<Page> {
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    await page.waitForSelector('.upload-button');
    return page;
  }

  async function contentOf(name: string): Promise<string> {
    const found = await office.call('GET', `/entries?path=${encodeURIComponent(`/Inbox/${name}`)}`);
    assert.ok(typeof found === 'object' && found !== null && 'id' in found);
    return office.download(Number(found.id));
  }

  it('takes files that were picked, and shows them in the list', async () => {
    const page = await open();
    await pick(page, ['one.txt', 'first'], ['two.txt', 'second']);
    await page.waitForSelector('.uploads ::-p-text(2 files uploaded)');
    await page.waitForSelector('[role=grid] ::-p-text(two.txt)');
    assert.equal(await contentOf('one.txt'), 'first');
  });

  it('asks once about names that are taken, and keeps the earlier version', async () => {
    await office.upload('plan.txt', 'before', folder);
    const page = await open();
    await pick(page, ['plan.txt', 'after'], ['fresh.txt', 'fresh']);
    await page.locator('dialog ::-p-text(New version)').click();
    await page.waitForSelector('.uploads ::-p-text(2 files uploaded)');
    assert.equal(await contentOf('plan.txt'), 'after');
  });

  it('keeps both if the user wants it so', async () => {
    await office.upload('memo.txt', 'before', folder);
    const page = await open();
    await pick(page, ['memo.txt', 'after']);
    await page.locator('dialog ::-p-text(Keep both)').click();
    await page.waitForSelector('[role=grid] ::-p-text(memo \\(2\\).txt)');
    assert.equal(await contentOf('memo.txt'), 'before');
    assert.equal(await contentOf('memo (2).txt'), 'after');
  });

  it('sends large files in parts', async () => {
    const page = await open();
    const content = 'large '.repeat(2_000_000);
    await pick(page, ['large.bin', content]);
    await page.waitForSelector('.uploads ::-p-text(1 file uploaded)');
    assert.ok((await contentOf('large.bin')) === content);
  });

  it('takes what is dropped onto the page', async () => {
    const page = await open();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['dropped'], 'dropped.txt'));
      const main = document.querySelector('main');
      main?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.waitForSelector('[role=grid] ::-p-text(dropped.txt)');
    assert.equal(await contentOf('dropped.txt'), 'dropped');
  });
});

inBrowsers('an upload whose page was closed', (setting) => {
  const SIZE = 60_000_000;
  let directory: string;
  let path: string;
  let anna: Account;
  let network: Cutter;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-unfinished-'));
    path = join(directory, 'film.bin');
    await writeFile(path, randomBytes(SIZE));
    anna = await setting().service.createUser('anna');
    network = await Cutter.open(setting().service.port);
  });

  after(async () => {
    network.close();
    await rm(directory, { recursive: true });
  });

  /** Begins the upload, and closes the page in the middle of it. @returns another page of the same browser */
  async function leaveUnfinished(): Promise<Page> {
    const first = await setting().open(anna);
    const page = await pageBeside(first);
    await page.goto(network.url);
    await page.waitForSelector('.upload-button');
    const before = network.bytes;
    const input = await page.$('input[type=file][multiple]');
    await (await input?.toElement('input'))?.uploadFile(path);
    while (network.bytes < before + SIZE / 6) await setTimeout(5);
    network.cut();
    await page.close({ runBeforeUnload: false });
    network.mend();
    const next = await pageBeside(first);
    await next.goto(network.url);
    await next.waitForSelector('.uploads ::-p-text(1 upload is unfinished)');
    return next;
  }

  it('goes on when the file is chosen again', async () => {
    const page = await leaveUnfinished();
    const before = network.bytes;
    const input = await page.$('.uploads input[type=file]');
    await (await input?.toElement('input'))?.uploadFile(path);
    await page.waitForSelector('.uploads ::-p-text(1 file uploaded)');
    assert.ok(network.bytes - before < SIZE, 'what had arrived is not sent again');
    const office = await officeOf(setting().service, anna);
    const found = await office.call('GET', '/entries?path=/film.bin');
    assert.ok(typeof found === 'object' && found !== null && 'sha256' in found);
    assert.equal(
      found.sha256,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    );
    await page.reload();
    await page.waitForSelector('[role=grid] ::-p-text(film.bin)');
    assert.equal(await page.$('.uploads'), null);
  });

  it('refuses another file, can be put off until the next page, and can be discarded', async () => {
    path = join(directory, 'another film.bin');
    await writeFile(path, randomBytes(SIZE));
    const page = await leaveUnfinished();
    await page.locator('.uploads [aria-label=Close]').click();
    await page.waitForFunction(() => document.querySelector('.uploads') === null);
    await page.reload();
    await page.waitForSelector('.uploads ::-p-text(another film.bin)');
    // All that can be done is inside the panel, also in German.
    const isInside = await page.$eval('.uploads', (panel) => {
      const first = panel.querySelector('footer .button span');
      if (first) first.textContent = 'Dateien noch einmal wählen und fortsetzen';
      const { right } = panel.getBoundingClientRect();
      return [...panel.querySelectorAll('button')].every(
        (each) => each.getBoundingClientRect().right < right,
      );
    });
    assert.ok(isInside);
    const other = join(directory, 'other.bin');
    await writeFile(other, 'other');
    const input = await page.$('.uploads input[type=file]');
    await (await input?.toElement('input'))?.uploadFile(other);
    await page.waitForSelector('.uploads ::-p-text(One chosen file is not in this list)');
    await page.locator('.uploads button ::-p-text(Discard)').click();
    await page.waitForFunction(() => document.querySelector('.uploads') === null);
    const office = await officeOf(setting().service, anna);
    await waiter(() => 'the upload is not discarded')(async () =>
      isEmpty(await office.call('GET', '/uploads')),
    );
  });
});

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

inBrowsers('two users in one folder', (setting) => {
  it('see at once what the other one does', async () => {
    const { service } = setting();
    const anna = await service.createUser('anna');
    const ben = await service.createUser('ben');
    const office = await officeOf(service, anna);
    const folder = await office.folder('Common');
    await office.upload('kept.txt', 'kept', folder);
    await office.call('POST', '/shares', { folder_id: folder, users: ['ben'], permissions: 15 });
    const page = await setting().open(ben, `/folders/${String(folder)}`);
    await page.waitForSelector('[role=grid] ::-p-text(kept.txt)');
    await office.upload('new.txt', 'new', folder);
    await page.waitForSelector('[role=grid] ::-p-text(new.txt)');
  });
});
