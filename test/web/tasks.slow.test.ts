import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { renderAll } from '../support/renditions/renditions.ts';
import type { Account } from '../support/service.ts';
import { waiter } from '../support/until.ts';
import { type Effort, Hand } from './support/hand.ts';
import { inBrowsers } from './support/in-browsers.ts';
import { type Office, officeOf } from './support/office.ts';

/** A request of the page with this in its address. */
function asked(page: Page, part: string): Promise<unknown> {
  return page.waitForRequest((request) => request.url().includes(part));
}

const until = waiter(() => 'what the clicks should do');

inBrowsers('the tasks of an office', (setting) => {
  let anna: Account;
  let office: Office;
  let home: number;
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-tasks-'));
    anna = await setting().service.createUser('anna');
    await setting().service.createUser('berta');
    office = await officeOf(setting().service, anna);
    home = await office.folder('Contracts');
    await office.upload('tenancy 2026.txt', 'the tenant keeps a dromedary', await office.folder('Leases'));
    await renderAll(setting().service.dms);
  });

  after(() => rm(directory, { recursive: true }));

  /** Opens a folder as a user who has been at work in it: the list has the focus. */
  async function start(shown = 'Contracts'): Promise<{ readonly page: Page; readonly hand: Hand }> {
    const page = await setting().open(anna, `/folders/${String(home)}`);
    await page.waitForSelector(`::-p-text(${shown})`);
    await page.waitForSelector('.upload-button');
    return { page, hand: new Hand(page) };
  }

  async function namesIn(folder: number): Promise<string> {
    return JSON.stringify(await office.call('GET', `/folders/${String(folder)}/contents`));
  }

  function atMost({ effort }: Hand, most: Partial<Effort>): void {
    assert.deepEqual(effort, { clicks: 0, drags: 0, keys: 0, ...most, letters: effort.letters });
  }

  it('open a known document: Ctrl+K, letters, Enter', async () => {
    const { page, hand } = await start();
    await hand.press('KeyK', 'Control');
    await page.waitForSelector('.search-box input:focus');
    await hand.type('tenan');
    await hand.press('Enter');
    await page.waitForSelector('h1::-p-text(tenancy 2026.txt)');
    atMost(hand, { keys: 2 });
  });

  it('find by content: Ctrl+K, words, one click', async () => {
    const { page, hand } = await start();
    await hand.press('KeyK', 'Control');
    await page.waitForSelector('.search-box input:focus');
    await hand.type('dromedary');
    await hand.click('[role=option] ::-p-text(tenancy 2026.txt)');
    await page.waitForSelector('h1::-p-text(tenancy 2026.txt)');
    atMost(hand, { keys: 1, clicks: 1 });
  });

  it('upload files: two clicks', async () => {
    const { page, hand } = await start();
    const path = join(directory, 'scan.txt');
    await writeFile(path, 'scanned');
    await hand.click('.upload-button');
    if (setting().browser === 'chromium') {
      const [chooser] = await Promise.all([
        page.waitForFileChooser(),
        hand.click('[role=menuitem] ::-p-text(Upload files)'),
      ]);
      await chooser.accept([path]);
    } else {
      // Firefox does not tell tests of its window for files.
      await page.waitForSelector('[role=menuitem] ::-p-text(Upload files)');
      const input = await page.$('input[type=file][multiple]');
      await (await input?.toElement('input'))?.uploadFile(path);
    }
    await page.waitForSelector('[role=grid] ::-p-text(scan.txt)');
    assert.match(await namesIn(home), /scan\.txt/);
    assert.ok(hand.effort.clicks <= 2);
  });

  it('download one document: one click', async () => {
    const id = await office.upload('single.txt', 'single', home);
    const { hand } = await start('single.txt');
    await hand.click('a[aria-label="Download single.txt"]');
    // The browser downloads by itself, and tells the page nothing: the service has the line.
    const isDownloaded = (): boolean =>
      JSON.stringify(setting().service.log()).includes(`/documents/${String(id)}/download`);
    await until(isDownloaded);
    atMost(hand, { clicks: 1 });
  });

  it('download a selection as ZIP: two clicks', async () => {
    for (const name of ['zip a.txt', 'zip b.txt']) await office.upload(name, name, home);
    const { page } = await start('zip b.txt');
    await page.focus('[role=grid]');
    await page.keyboard.type('zip');
    await page.waitForSelector('[role=row][aria-selected=true] ::-p-text(zip a.txt)');
    const hand = new Hand(page);
    await page.keyboard.down('Shift');
    await hand.click('[role=row] .cell-modified ::-p-text(:)');
    await page.keyboard.up('Shift');
    const request = asked(page, '/archives');
    await hand.click('.selection-bar ::-p-text(Download)');
    await request;
    atMost(hand, { clicks: 2 });
  });

  it('share with a colleague: two clicks, three letters, Enter twice', async () => {
    const { page, hand } = await start('single.txt');
    await hand.click('[aria-label="Actions for single.txt"]');
    await hand.click('[role=menuitem] ::-p-text(Share)');
    await page.waitForSelector('dialog [role=combobox]:focus');
    await hand.type('ber');
    await hand.press('Enter');
    await page.waitForSelector('.person ::-p-text(berta)');
    await hand.press('Enter');
    await page.waitForSelector('.toast ::-p-text(shared with berta)');
    atMost(hand, { clicks: 2, keys: 2 });
    assert.equal(hand.effort.letters, 3);
  });

  it('get an earlier version back: three clicks', async () => {
    const id = await office.upload('report.txt', 'first', home);
    await office.upload('report.txt', 'second', home);
    const { page, hand } = await start('report.txt');
    await hand.click('[aria-label="Actions for report.txt"]');
    await hand.click('[role=menuitem] ::-p-text(Versions)');
    await hand.click('button[aria-label="Restore version 1"]');
    await page.waitForSelector('.toast');
    await until(async () => (await office.download(id)) === 'first');
    atMost(hand, { clicks: 3 });
  });

  it('comment on a version: three clicks and the text', async () => {
    const id = await office.upload('noted.txt', 'first', home);
    const { page, hand } = await start('noted.txt');
    await hand.click('[aria-label="Actions for noted.txt"]');
    await hand.click('[role=menuitem] ::-p-text(Versions)');
    await hand.click('button[aria-label="Add comment: Comment on version 1"]');
    await page.waitForSelector('textarea:focus, input[name=comment]:focus');
    await hand.type('as signed');
    await hand.press('Enter', 'Control');
    await page.waitForFunction(() => document.querySelector('form textarea') === null);
    assert.match(JSON.stringify(await office.call('GET', `/documents/${String(id)}/versions`)), /as signed/);
    atMost(hand, { clicks: 3, keys: 1 });
  });

  it('take a deletion back: Ctrl+Z, or three clicks later', async () => {
    await office.upload('regret.txt', 'regret', home);
    const { page, hand } = await start('regret.txt');
    const isGone = () => !document.querySelector('[role=grid]')?.textContent.includes('regret.txt');
    const remove = async (): Promise<void> => {
      await page.focus('[role=grid]');
      await page.keyboard.type('regret');
      await page.waitForSelector('[role=row][aria-selected=true] ::-p-text(regret.txt)');
      await page.keyboard.press('Delete');
      await page.waitForFunction(isGone);
    };
    await remove();
    await hand.press('KeyZ', 'Control');
    await page.waitForSelector('[role=grid] ::-p-text(regret.txt)');
    atMost(hand, { keys: 1 });
    await remove();
    const later = new Hand(page);
    await later.click('.navigation a[href="/trash"]');
    await later.click('[aria-label="Actions for regret.txt"]');
    await later.click('[role=menuitem] ::-p-text(Restore)');
    await until(async () => (await namesIn(home)).includes('regret.txt'));
    atMost(later, { clicks: 3 });
  });

  it('rename: F2, the name, Enter', async () => {
    await office.upload('wrong.txt', 'name', home);
    const { page } = await start('wrong.txt');
    await page.focus('[role=grid]');
    await page.keyboard.type('wrong');
    await page.waitForSelector('[role=row][aria-selected=true] ::-p-text(wrong.txt)');
    const hand = new Hand(page);
    await hand.press('F2');
    await page.waitForSelector('.rename input:focus');
    await hand.type('right');
    await hand.press('Enter');
    await page.waitForSelector('[role=grid] ::-p-text(right.txt)');
    atMost(hand, { keys: 2 });
  });

  it('connect a drive, with its token: four clicks', async () => {
    const { page, hand } = await start();
    await hand.click('.navigation a[href="/account/connect"]');
    await hand.click('button ::-p-text(Create token)');
    await page.waitForSelector('.copy-field input:focus');
    atMost(hand, { clicks: 2 });
  });
});

// Firefox does not let tests drag.
inBrowsers(
  'a task of an office with the mouse alone',
  (setting) => {
    it('move: one drag', async () => {
      const anna = await setting().service.createUser('anna');
      const office = await officeOf(setting().service, anna);
      await office.upload('stray.txt', 'stray');
      const target = await office.folder('Archive');
      const page = await setting().open(anna);
      const hand = new Hand(page);
      await hand.drag('a::-p-text(stray.txt)', 'a::-p-text(Archive)');
      await page.waitForSelector('.toast ::-p-text(Archive)');
      const moved = await office.call('GET', `/folders/${String(target)}/contents`);
      assert.match(JSON.stringify(moved), /stray\.txt/);
      assert.deepEqual(hand.effort, { clicks: 0, drags: 1, keys: 0, letters: 0 });
    });
  },
  { browsers: ['chromium'] },
);
