import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { intercept } from '../support/intercept.ts';
import { choose, press } from '../support/keyboard.ts';
import { type Office, officeOf } from '../support/office.ts';
import { hold } from '../support/requests.ts';

const AT_ONCE = 30;

/** Goes to another page as a link of ours does. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

async function fill(office: Office, folder: number, count: number): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(AT_ONCE, count - start) },
      (_, index) => 1000 + start + index,
    );
    await Promise.all(numbers.map((number) => office.upload(`n${String(number)}.txt`, 'x', folder)));
  }
}

function selectedNames(page: Page): Promise<string[]> {
  return page.$$eval('.grid-row.selected .cell-name a', (links) => links.map((link) => link.textContent));
}

inBrowsers('a list', (setting) => {
  let anna: Account;
  let office: Office;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
  });

  async function folderOf(name: string, ...files: readonly string[]): Promise<number> {
    const folder = await office.folder(name);
    for (const file of files) await office.upload(file, file, folder);
    return folder;
  }

  async function open(folder: number, shown: string): Promise<Page> {
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    await page.waitForSelector(`.grid-row ::-p-text(${shown})`);
    return page;
  }

  const exists = (id: number): Promise<boolean> =>
    office.call('GET', `/documents/${String(id)}`).then(
      () => true,
      () => false,
    );

  it('lets go of what somebody else has taken away, so that Delete leaves it alone', async () => {
    const folder = await folderOf('Selected', 'a.txt', 'c.txt');
    const taken = await office.upload('b.txt', 'b', folder);
    const elsewhere = await office.folder('Elsewhere');
    const page = await open(folder, 'b.txt');
    await page.focus('[role=grid]');
    await press(page, 'Control', 'KeyA');
    await page.waitForSelector('.selection-bar');
    await office.call('POST', `/documents/${String(taken)}/move`, { folder_id: elsewhere });
    await page.waitForSelector('.selection-bar ::-p-text(2 selected)');
    await page.focus('[role=grid]');
    await page.keyboard.press('Delete');
    await page.waitForSelector('.toast ::-p-text(2 entries)');
    assert.equal(await exists(taken), true);
  });

  it('goes on with the next row where one was deleted, and keeps the focus', async () => {
    const folder = await office.folder('Rows');
    await fill(office, folder, 6);
    const page = await open(folder, 'n1003.txt');
    await choose(page, 'n1003.txt');
    await page.keyboard.press('Delete');
    await page.waitForSelector('.toast');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.grid-row.selected');
    assert.deepEqual(await selectedNames(page), ['n1004.txt']);
    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Shift');
    await page.waitForSelector('.selection-bar');
    await page.locator('.selection-bar ::-p-text(Delete)').click();
    await page.waitForSelector('.toast ::-p-text(2 entries)');
    await page.waitForSelector('[role=grid]:focus');
    await press(page, 'Control', 'KeyA');
    await page.keyboard.press('Delete');
    await page.waitForSelector('::-p-text(This folder is empty.)');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'content');
  });

  it('stays alive however many folders are looked into', async () => {
    const top = await office.folder('Many');
    const names = Array.from({ length: 56 }, (_, index) => `f${String(index + 10)}`);
    for (const name of names) await office.folder(name, top);
    const page = await open(top, 'f10');
    await page.focus('[role=grid]');
    for (const name of names.slice(0, 53)) {
      const loaded = page.waitForResponse((response) => response.url().includes('/contents'));
      await page.keyboard.press('ArrowDown');
      await page.waitForSelector(`.grid-row.selected ::-p-text(${name})`);
      await loaded;
    }
    await page.keyboard.press('Delete');
    await page.waitForSelector('.toast ::-p-text(“f62” is in the trash)');
    await page.waitForSelector('.grid-row ::-p-text(f62)', { hidden: true });
  });

  it('brings rows back that the service has not deleted for want of a connection', async () => {
    const folder = await folderOf('Cut off', 'a.txt', 'b.txt');
    const page = await open(folder, 'b.txt');
    await choose(page, 'b.txt');
    let connection: 'good' | 'cut' | 'mended' = 'good';
    await intercept(page, (request) => {
      // What the page asks before must come through: else it may be offline before it deletes, and the deletion be done.
      if (connection === 'good' && request.url().endsWith('/entries/batch')) connection = 'cut';
      const isLost = connection === 'cut' && /\/web\/api\/|healthz/.test(request.url());
      if (isLost) void request.abort('failed');
      return isLost;
    });
    await page.keyboard.press('Delete');
    await page.waitForSelector('.offline');
    connection = 'mended';
    await page.waitForSelector('.grid-row ::-p-text(b.txt)');
  });

  it('says again that the connection is lost after a late response of before', async () => {
    const folder = await folderOf('Late response', 'a.txt');
    const page = await open(folder, 'a.txt');
    await choose(page, 'a.txt');
    await intercept(page, (request) => {
      const isLost = /\/entries\/batch|healthz/.test(request.url());
      if (isLost) void request.abort('failed');
      return isLost;
    });
    await page.keyboard.press('Delete');
    await page.waitForSelector('.offline');
    // The event makes the page load the folder, and this request succeeds.
    const connected = page.waitForSelector('.offline', { hidden: true });
    await office.upload('b.txt', 'b', folder);
    await connected;
    await page.waitForSelector('.offline');
  });

  it('is replaced by a word when its folder is gone', async () => {
    const folder = await folderOf('Gone', 'x.txt');
    const page = await open(folder, 'x.txt');
    await office.call('DELETE', `/folders/${String(folder)}`);
    await page.waitForSelector('.notice ::-p-text(This page does not exist)');
    assert.equal(await page.$('.upload-button'), null);
  });

  it('never bears the name of the folder before', async () => {
    const outer = await office.folder('Outer');
    const inner = await office.folder('Inner', outer);
    await office.upload('x.txt', 'x', inner);
    const page = await open(outer, 'Inner');
    const held = await hold(page, (request) => request.url().endsWith(`/folders/${String(inner)}`));
    await page.locator('.grid-row a').click();
    await page.waitForSelector('.grid-row ::-p-text(x.txt)');
    assert.notEqual(await page.$eval('h1', (heading) => heading.textContent), 'Outer');
    await held.letGo();
    await page.waitForSelector('h1 ::-p-text(Inner)');
  });

  it('keeps what is typed as a new name when others put something above it', async () => {
    const folder = await folderOf('Names', 'b.txt', 'c.txt');
    const page = await open(folder, 'c.txt');
    await choose(page, 'c.txt');
    await page.keyboard.press('F2');
    await page.waitForSelector('.rename input:focus');
    await page.keyboard.type('half-ty');
    await office.upload('a.txt', 'a', folder);
    await page.waitForSelector('.grid-row ::-p-text(a.txt)');
    await page.keyboard.type('ped');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.grid-row ::-p-text(half-typed.txt)');
  });

  it('does what the last key says, however late its rows come', async () => {
    const folder = await office.folder('Late');
    await fill(office, folder, 450);
    const page = await open(folder, 'n1000.txt');
    await page.focus('[role=grid]');
    const held = await hold(page, (request) => request.url().includes('page=3'));
    await page.keyboard.press('End');
    await held.first;
    await page.waitForSelector('.grid-row.waiting');
    await page.keyboard.press('Home');
    await page.waitForSelector('.grid-row.selected ::-p-text(n1000.txt)');
    const loaded = page.waitForResponse((response) => response.url().includes('page=3'));
    await held.letGo();
    await loaded;
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.grid-row.selected ::-p-text(n1001.txt)');
  });

  it('is sorted by the keyboard, whatever row is active, and keeps the focus', async () => {
    const folder = await folderOf('Sorted', 'x.txt', 'y.txt');
    const page = await open(folder, 'x.txt');
    await choose(page, 'x.txt');
    await page.focus('.grid-head .cell-size button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.grid-head .cell-size[aria-sort=ascending] button:focus');
    assert.match(page.url(), new RegExp(`/folders/${String(folder)}$`));
  });

  it('has the focus when it is gone to by the keyboard', async () => {
    const outer = await office.folder('By keys');
    const inner = await office.folder('Below', outer);
    await office.upload('first.txt', 'x', inner);
    const page = await open(outer, 'Below');
    await choose(page, 'Below');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.grid-row ::-p-text(first.txt)');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.grid-row.selected ::-p-text(first.txt)');
  });

  it('takes a click on a name with Ctrl for a selection', async () => {
    const folder = await folderOf('Clicked', 'a.txt', 'b.txt');
    const page = await open(folder, 'b.txt');
    await page.keyboard.down('Control');
    for (const name of ['a.txt', 'b.txt']) await page.locator(`.grid-row a ::-p-text(${name})`).click();
    await page.keyboard.up('Control');
    await page.waitForSelector('.selection-bar ::-p-text(2 selected)');
    assert.equal((await page.browserContext().pages()).length, 1);
  });

  it('asks no question about the folder before', async () => {
    const outer = await office.folder('Asked');
    const inner = await office.folder('About', outer);
    await office.upload('doc.txt', 'x', inner);
    const page = await open(outer, 'About');
    await page.locator('.grid-row a').click();
    await page.waitForSelector('.grid-row ::-p-text(doc.txt)');
    await press(page, 'Alt', 'KeyN');
    await page.waitForSelector('dialog input[name=name]');
    await page.goBack();
    await page.waitForSelector('dialog', { hidden: true });
  });

  it('shows what others put into the trash', async () => {
    const [one, other] = [await office.upload('t1.txt', 'x'), await office.upload('t2.txt', 'x')];
    await office.call('DELETE', `/documents/${String(one)}`);
    const page = await setting().open(anna, '/trash');
    await page.waitForSelector('.grid-row ::-p-text(t1.txt)');
    await office.call('DELETE', `/documents/${String(other)}`);
    await page.waitForSelector('.grid-row ::-p-text(t2.txt)');
  });

  it('takes back one change after the other, and says which', async () => {
    const folder = await folderOf('Undone', 'a.txt', 'b.txt');
    const page = await open(folder, 'b.txt');
    for (const name of ['a.txt', 'b.txt']) {
      await choose(page, name);
      await page.keyboard.press('Delete');
      await page.waitForSelector(`.toast ::-p-text(“${name}” is in the trash)`);
    }
    await goTo(page, '/account');
    await page.waitForSelector('h1');
    await page.keyboard.down('Control');
    await page.keyboard.press('KeyZ');
    await page.keyboard.press('KeyZ');
    await page.keyboard.up('Control');
    await page.waitForSelector('.toast ::-p-text(Undone: “a.txt” is in the trash)');
    const until = waiter(() => 'a.txt is not back');
    await until(async () =>
      /a\.txt.*b\.txt/.test(JSON.stringify(await office.call('GET', `/folders/${String(folder)}/contents`))),
    );
  });
});
