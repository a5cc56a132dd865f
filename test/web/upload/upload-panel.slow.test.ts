import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { after, before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

let directory: string;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dms-files-'));
});

after(() => rm(directory, { recursive: true }));

async function pick(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page.waitForSelector('.upload-button');
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
  const input = await page.$('input[type=file][multiple]');
  const paths = Object.keys(files).map((name) => join(directory, name));
  await (await input?.toElement('input'))?.uploadFile(...paths);
}

inBrowsers('a comment after an upload', (setting) => {
  /** More than is sent with one request. */
  const LARGE = 'large '.repeat(1_500_000);
  let anna: Account;
  let office: Office;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
  });

  async function commentsOf(id: number): Promise<unknown[]> {
    const versions = await office.call('GET', `/documents/${String(id)}/versions`);
    assert.ok(Array.isArray(versions));
    return versions.map(({ number, comment }) => [number, comment]);
  }

  it('is that of all new versions, and of no others', async () => {
    const plan = await office.upload('plan.txt', 'before');
    const film = await office.upload('film.txt', 'before');
    const same = await office.upload('same.txt', 'same');
    const page = await setting().open(anna);
    await pick(page, { 'plan.txt': 'after', 'film.txt': LARGE, 'same.txt': 'same', 'fresh.txt': 'fresh' });
    await page.locator('dialog ::-p-text(New version)').click();
    await page.waitForSelector('.uploads ::-p-text(3 files uploaded, 1 unchanged)');
    await page.locator('.uploads button ::-p-text(Add comment)').click();
    await page.waitForSelector('.uploads label ::-p-text(Comment on the 2 new versions)');
    await page.keyboard.type('As agreed on Monday');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.uploads ::-p-text(Comment saved)');
    const commented = [
      [2, 'As agreed on Monday'],
      [1, ''],
    ];
    assert.deepEqual(await commentsOf(plan), commented);
    assert.deepEqual(await commentsOf(film), commented);
    assert.deepEqual(await commentsOf(same), [[1, '']]);
  });

  it('is not offered if there is no new version', async () => {
    const page = await setting().open(anna);
    await pick(page, { 'another.txt': 'another' });
    await page.waitForSelector('.uploads ::-p-text(1 file uploaded)');
    assert.equal(await page.$('.version-comment'), null);
  });
});

inBrowsers('the panel of uploads', (setting) => {
  it('closes by itself a while after all is through', async () => {
    const anna = await setting().service.createUser('anna');
    const page = await setting().open(anna);
    await pick(page, { 'one.txt': '1' });
    await page.waitForSelector('.uploads ::-p-text(1 file uploaded)');
    await page.waitForSelector('.uploads', { hidden: true });
  });

  it('stays under the pointer', async () => {
    const berta = await setting().service.createUser('berta');
    const page = await setting().open(berta);
    await pick(page, { 'one.txt': '1' });
    await (await page.waitForSelector('.uploads ul'))?.hover();
    await setTimeout(18_000);
    await page.waitForSelector('.uploads ::-p-text(1 file uploaded)');
  });
});

inBrowsers(
  'uploads that the service asks to wait with',
  (setting) => {
    it('say so, and go on by themselves', async () => {
      const anna = await setting().service.createUser('anna');
      const page = await setting().open(anna);
      await pick(page, { 'one.txt': '1', 'two.txt': '2', 'three.txt': '3' });
      await page.waitForSelector('.uploads ::-p-text(The service is busy)');
      await page.waitForSelector('.uploads ::-p-text(3 files uploaded)');
    });
  },
  // The wait is a minute: one browser has to do.
  { browsers: ['chromium'], config: { rate_limit: { page_uploads_per_minute: 2 } } },
);
