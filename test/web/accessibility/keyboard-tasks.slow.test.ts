import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { renderAll } from '../../support/renditions/renditions.ts';
import { totpCode } from '../../support/second-factor.ts';
import type { Account } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { Keyboard } from '../support/keyboard.ts';
import { type Office, officeOf } from '../support/office.ts';

const GRID = '[role=grid]';

const until = waiter(() => 'what the keys should do');

inBrowsers('the tasks of an office without a mouse', (setting) => {
  let anna: Account;
  let office: Office;
  let home: number;

  before(async () => {
    anna = await setting().service.createUser('anna');
    await setting().service.createUser('berta');
    office = await officeOf(setting().service, anna);
    home = await office.folder('Contracts');
    await office.upload('tenancy 2026.txt', 'the tenant keeps a dromedary', await office.folder('Leases'));
    await renderAll(setting().service.dms);
  });

  async function start(shown: string): Promise<{ readonly page: Page; readonly keys: Keyboard }> {
    const page = await setting().open(anna, `/folders/${String(home)}`);
    await page.waitForSelector(`::-p-text(${shown})`);
    await page.waitForSelector('.upload-button');
    return { page, keys: new Keyboard(page) };
  }

  async function contents(folder: number): Promise<string> {
    return JSON.stringify(await office.call('GET', `/folders/${String(folder)}/contents`));
  }

  it('sign in', async () => {
    const page = await setting().open(null, '/sign-in');
    await page.waitForSelector('input[name=login]:focus');
    const keys = new Keyboard(page);
    await keys.type('anna');
    await keys.press('Tab');
    await keys.type(anna.password);
    await keys.leave('Enter');
    await page.waitForSelector('.shell');
    await keys.goTo(GRID);
  });

  it('open a known document, and find one by content', async () => {
    const { page, keys } = await start('Contracts');
    for (const words of ['tenan', 'dromedary']) {
      await keys.press('KeyK', 'Control');
      await page.waitForSelector('.search-box input:focus');
      await keys.type(words);
      await page.waitForSelector('[role=option] ::-p-text(tenancy 2026.txt)');
      if (words === 'dromedary') await keys.press('ArrowDown');
      await keys.leave('Enter');
      await page.waitForSelector('h1::-p-text(tenancy 2026.txt)');
      await page.goBack();
      await page.waitForSelector('.upload-button');
    }
  });

  it('upload: the window for files opens', async () => {
    const { page, keys } = await start('Contracts');
    await keys.goTo('.upload-button > button');
    await keys.press('Enter');
    await page.waitForSelector('[role=menuitem]:focus');
    await keys.press('Escape');
    await keys.isBackAt('.upload-button > button');
    // Firefox does not tell tests of its window for files.
    if (setting().browser === 'firefox') return;
    await keys.press('Enter');
    await Promise.all([page.waitForFileChooser(), keys.choose('Upload files')]);
    await Promise.all([page.waitForFileChooser(), keys.leave('KeyU', 'Alt')]);
  });

  it('download one, and a selection as ZIP', async () => {
    for (const name of ['zip a.txt', 'zip b.txt']) await office.upload(name, name, home);
    const { page, keys } = await start('zip b.txt');
    await keys.select('zip a.txt');
    await keys.press('F10', 'Shift');
    const log = (): string => JSON.stringify(setting().service.log());
    await keys.choose('Download');
    await until(() => /documents\/\d+\/download/.test(log()));
    await keys.isBackAt(GRID);
    await keys.press('ArrowDown', 'Shift');
    const request = page.waitForRequest((each) => each.url().includes('/archives'));
    await keys.goTo('.selection-bar button:nth-of-type(2)', 'Tab', 'Shift');
    await keys.press('Enter');
    await request;
  });

  it('share with a colleague', async () => {
    const id = await office.upload('shared.txt', 'shared', home);
    const { page, keys } = await start('shared.txt');
    await keys.select('shared.txt');
    await keys.press('KeyS', 'Alt');
    await page.waitForSelector('dialog [role=combobox]:focus');
    await keys.type('ber');
    await page.waitForSelector('dialog [role=option]');
    await keys.press('Enter');
    await page.waitForSelector('.person ::-p-text(berta)');
    await keys.leave('Enter');
    await page.waitForSelector('.toast ::-p-text(shared with berta)');
    const shares = JSON.stringify(await office.call('GET', `/shares?entry_id=${String(id)}`));
    assert.match(shares, /berta/);
    await keys.leave('Escape');
    await keys.isBackAt(GRID);
  });

  it('get an earlier version back, comment on one, compare two', async () => {
    const id = await office.upload('report.txt', 'first', home);
    await office.upload('report.txt', 'second', home);
    const { page, keys } = await start('report.txt');
    await keys.select('report.txt');
    await keys.press('F10', 'Shift');
    await keys.choose('Versions');
    await keys.goTo('a[aria-label="Compare version 1 with the newest"]');
    await keys.leave('Enter');
    await page.waitForSelector('del ::-p-text(first)');
    await page.goBack();
    await keys.goTo('button[aria-label="Add comment: Comment on version 1"]');
    await keys.press('Enter');
    await page.waitForSelector('textarea:focus');
    await keys.type('as signed');
    await keys.leave('Enter', 'Control');
    await until(async () =>
      JSON.stringify(await office.call('GET', `/documents/${String(id)}/versions`)).includes('as signed'),
    );
    await keys.isBackAt('button[aria-label*="Comment on version 1"]');
    await keys.goTo('button[aria-label="Restore version 1"]');
    await keys.leave('Enter');
    await until(async () => (await office.download(id)) === 'first');
  });

  it('take a deletion back, at once and later', async () => {
    await office.upload('regret.txt', 'regret', home);
    const { page, keys } = await start('regret.txt');
    const isGone = () => !document.querySelector('[role=grid]')?.textContent.includes('regret.txt');
    await keys.select('regret.txt');
    await keys.press('Delete');
    await page.waitForFunction(isGone);
    await keys.press('KeyZ', 'Control');
    await page.waitForSelector('[role=grid] ::-p-text(regret.txt)');
    await keys.select('regret.txt');
    await keys.press('Delete');
    await page.waitForFunction(isGone);
    await keys.goTo('.navigation a[href="/trash"]', 'Tab', 'Shift');
    await keys.leave('Enter');
    await page.waitForSelector('[role=grid] ::-p-text(regret.txt)');
    await keys.select('regret.txt');
    await keys.press('F10', 'Shift');
    await keys.choose('Restore');
    await until(async () => (await contents(home)).includes('regret.txt'));
  });

  it('rename, and move by cutting and pasting', async () => {
    await office.upload('wrong.txt', 'name', home);
    const target = await office.folder('Archive', home);
    const { page, keys } = await start('wrong.txt');
    await keys.select('wrong.txt');
    await keys.press('F2');
    await page.waitForSelector('.rename input:focus');
    await keys.type('right');
    await keys.press('Enter');
    await page.waitForSelector('[role=grid] ::-p-text(right.txt)');
    await keys.isBackAt(GRID);
    await keys.select('right.txt');
    await keys.press('KeyX', 'Control');
    await keys.select('Archive');
    await keys.leave('Enter');
    await page.waitForSelector('h1::-p-text(Archive), [aria-current=page]::-p-text(Archive)');
    await keys.leave('KeyV', 'Control');
    await until(async () => (await contents(target)).includes('right.txt'));
  });

  it('move by the picker of folders', async () => {
    await office.upload('stray.txt', 'stray', home);
    const target = await office.folder('Attic', home);
    const { page, keys } = await start('stray.txt');
    await keys.select('stray.txt');
    await keys.press('F10', 'Shift');
    await keys.choose('Move');
    await page.waitForSelector('dialog ::-p-text(Attic)');
    await keys.press('Escape');
    await keys.isBackAt(GRID);
    await keys.press('F10', 'Shift');
    await keys.choose('Move');
    await page.waitForSelector('dialog ::-p-text(Attic)');
    await keys.seesFocus('opening the picker');
    for (let stop = 0; stop < 20; stop++) {
      const text = await page.evaluate(() => document.activeElement?.textContent ?? '');
      if (text.startsWith('Attic')) break;
      await keys.press('Tab');
    }
    await keys.leave('Enter');
    await page.waitForSelector('dialog [role=group][aria-label=Attic]');
    await keys.seesFocus('going into a folder');
    await keys.goTo('dialog button.primary');
    await keys.leave('Enter');
    await until(async () => (await contents(target)).includes('stray.txt'));
    await keys.isBackAt(GRID);
  });

  it('connect a drive', async () => {
    const { page, keys } = await start('Contracts');
    await keys.goTo('.navigation a[href="/account/connect"]');
    await keys.leave('Enter');
    await page.waitForSelector('button::-p-text(Create token)');
    for (let stop = 0; stop < 60; stop++) {
      if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Create token') break;
      await keys.press('Tab');
    }
    await keys.leave('Enter');
    await page.waitForSelector('.copy-field input:focus');
    await keys.seesFocus('making a token');
  });

  it('sign in with a second factor', async () => {
    const clara = await setting().service.createUser('clara');
    const own = await officeOf(setting().service, clara);
    const answer = await own.call('POST', '/account/2fa', { method: 'totp', password: clara.password });
    assert.ok(typeof answer === 'object' && answer !== null && 'secret' in answer);
    const secret = String(answer.secret);
    await own.call('POST', '/account/2fa/confirm', { code: totpCode(secret, Date.now() - 30_000) });
    const page = await setting().open(null, '/sign-in');
    await page.waitForSelector('input[name=login]:focus');
    const keys = new Keyboard(page);
    await keys.type('clara');
    await keys.press('Tab');
    await keys.type(clara.password);
    await keys.leave('Enter');
    await page.waitForSelector('input[name=code]:focus');
    await keys.type(totpCode(secret, Date.now()));
    await keys.leave('Enter');
    await page.waitForSelector('.shell');
  });
});
