import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { carry, takeUp } from '../support/hand.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { intercept } from '../support/intercept.ts';
import { type Office, officeOf } from '../support/office.ts';

/** The line of a folder. */
function line(name: string): string {
  return `[role=treeitem][data-name="${name}"]`;
}

/** The names of the lines that are to be seen, each with the number of its level. */
async function linesOf(page: Page): Promise<string[]> {
  return page.$$eval('[role=treeitem]', (items) =>
    items.map((item) => `${item.ariaLevel ?? ''} ${item.textContent}`),
  );
}

/** Waits until a line is the one with the focus. */
async function untilAt(page: Page, name: string): Promise<void> {
  await page.waitForSelector(`${line(name)}:focus`);
}

/** True if the page asked for the tree when it had its list. Runs in the page. */
function wasAfterList(): boolean {
  const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/contents'));
  const [list] = asked;
  const tree = asked.find(({ name }) => name.includes('type=folder'));
  const end = list instanceof PerformanceResourceTiming ? list.responseEnd : Infinity;
  return tree !== undefined && tree !== list && tree.startTime >= end;
}

async function untilGone(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector, { hidden: true });
}

inBrowsers('the tree of folders', (setting) => {
  let anna: Account;
  let office: Office;
  let contracts: number;
  let year: number;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    contracts = await office.folder('Contracts');
    year = await office.folder('2026', contracts);
    await office.folder('March', year);
    await office.upload('a document.txt', 'text', contracts);
    await office.folder('Letters');
  });

  it('is loaded after the list, and opens folders by a click beside them', async () => {
    const page = await setting().open(anna);
    await page.waitForSelector(line('Contracts'));
    assert.ok(await page.evaluate(wasAfterList));
    assert.deepEqual(await linesOf(page), ['1 Contracts', '1 Letters']);
    await page.locator(`${line('Contracts')} .tree-toggle`).click();
    await page.waitForSelector(line('2026'));
    assert.deepEqual(await linesOf(page), ['1 Contracts', '2 2026', '1 Letters']);
    assert.equal(new URL(page.url()).pathname, '/');
    await page.locator(`${line('Contracts')} .tree-toggle`).click();
    await untilGone(page, line('2026'));
  });

  it('goes by the keys of a tree', async () => {
    const page = await setting().open(anna);
    await page.waitForSelector(line('Contracts'));
    await page.focus('[role=treeitem][tabindex="0"]');
    await untilAt(page, 'Contracts');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector(line('2026'));
    await untilAt(page, 'Contracts');
    await page.keyboard.press('ArrowRight');
    await untilAt(page, '2026');
    await page.keyboard.press('End');
    await untilAt(page, 'Letters');
    await page.keyboard.press('ArrowUp');
    await untilAt(page, '2026');
    await page.keyboard.press('ArrowLeft');
    await untilAt(page, 'Contracts');
    await page.keyboard.press('ArrowLeft');
    await untilGone(page, line('2026'));
    await page.keyboard.type('l');
    await untilAt(page, 'Letters');
    await page.keyboard.press('Home');
    await untilAt(page, 'Contracts');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid] ::-p-text(a document.txt)');
    await page.waitForSelector(`${line('Contracts')}[aria-current=page]`);
  });

  it('shows the folder of the page, and those above it', async () => {
    const page = await setting().open(anna, `/folders/${String(year)}`);
    await page.waitForSelector(`${line('2026')}[aria-current=page]`);
    assert.deepEqual(await linesOf(page), ['1 Contracts', '2 2026', '1 Letters']);
    await page.locator('[role=row] a::-p-text(March)').click();
    await page.waitForSelector(`${line('March')}[aria-current=page]`);
    // Nothing is in it, so there is nothing to open once that is known.
    await page.locator(`${line('March')} .tree-toggle`).click();
    await page.waitForSelector(`${line('March')}:not([aria-expanded])`);
  });

  it('shows what others change, and the page itself', async () => {
    const page = await setting().open(anna, `/folders/${String(contracts)}`);
    await page.waitForSelector(line('Contracts'));
    await page.locator(`${line('Contracts')} .tree-toggle`).click();
    await page.waitForSelector(line('2026'));
    const made = await office.folder('2027', contracts);
    await page.waitForSelector(line('2027'));
    await office.call('PATCH', `/folders/${String(made)}`, { name: '2028' });
    await page.waitForSelector(line('2028'));
    await office.call('DELETE', `/folders/${String(made)}`);
    await untilGone(page, line('2028'));
    const atTop = await office.folder('Minutes');
    await page.waitForSelector(line('Minutes'));
    await office.call('DELETE', `/folders/${String(atTop)}`);
    await untilGone(page, line('Minutes'));
    await page.locator('button::-p-text(New folder)').click();
    await page.waitForSelector('dialog input[name=name]');
    await page.keyboard.type('Of this page');
    await page.keyboard.press('Enter');
    await page.waitForSelector(line('Of this page'));
    await page.locator('.toast button.link').click();
    await untilGone(page, line('Of this page'));
  });

  it('shows where the document of a page is', async () => {
    const id = await office.upload('in March.txt', 'text', await office.folder('April', year));
    const page = await setting().open(anna, `/documents/${String(id)}`);
    await page.waitForSelector(`${line('April')}[aria-current=page]`);
  });

  it('leads to the page of a folder that has too many', async () => {
    const many = await office.folder('Many');
    await Promise.all(Array.from({ length: 202 }, (_, index) => office.folder(`n${String(index)}`, many)));
    const page = await setting().open(anna);
    await page.waitForSelector(line('Many'));
    await page.locator(`${line('Many')} .tree-toggle`).click();
    await page.locator('[role=treeitem]::-p-text(2 more …)').click();
    await page.waitForSelector(`${line('Many')}[aria-current=page]`);
  });

  it('says why a folder cannot be opened, and can open it later', async () => {
    const page = await setting().open(anna);
    await page.waitForSelector(line('Contracts'));
    let isRefused = true;
    await intercept(page, (request) => {
      const isOurs = request.url().includes(`/folders/${String(contracts)}/contents?type=folder`);
      if (!isRefused || !isOurs) return false;
      const body = JSON.stringify({ error: { message: 'Not today.' } });
      void request.respond({ status: 404, contentType: 'application/json', body });
      return true;
    });
    await page.locator(`${line('Contracts')} .tree-toggle`).click();
    await page.waitForSelector('.toast');
    await page.waitForSelector(`${line('Contracts')}[aria-expanded=false]`);
    isRefused = false;
    await page.locator(`${line('Contracts')} .tree-toggle`).click();
    await page.waitForSelector(line('2026'));
  });

  it('is not there on phones', async () => {
    const page = await setting().open(anna, '/', { width: 360 });
    await page.waitForSelector('[role=row] ::-p-text(Letters)');
    await page.waitForNetworkIdle({ idleTime: 500 });
    assert.equal(await page.$('[role=tree]'), null);
  });
});

// Firefox does not let tests drag.
inBrowsers(
  'dragging onto the tree of folders',
  (setting) => {
    let anna: Account;
    let office: Office;
    let archive: number;
    let old: number;

    before(async () => {
      anna = await setting().service.createUser('anna');
      office = await officeOf(setting().service, anna);
      archive = await office.folder('Archive');
      old = await office.folder('Old', archive);
    });

    /** Takes a row, and holds it over a line. */
    async function hold(page: Page, name: string, over: string): Promise<void> {
      await takeUp(page, `[role=row] a::-p-text(${name})`);
      await carry(page, line(over));
    }

    async function namesIn(id: number): Promise<string> {
      return JSON.stringify(await office.call('GET', `/folders/${String(id)}/contents`));
    }

    it('moves, and copies with Ctrl', async () => {
      for (const name of ['moved.txt', 'copied.txt']) await office.upload(name, name);
      const page = await setting().open(anna);
      await hold(page, 'moved.txt', 'Archive');
      await page.mouse.up();
      await page.waitForSelector('.toast ::-p-text(Moved to “Archive”)');
      await hold(page, 'copied.txt', 'Archive');
      await page.keyboard.down('Control');
      await carry(page, line('Archive'));
      await page.mouse.up();
      await page.keyboard.up('Control');
      await page.waitForSelector('.toast ::-p-text(Copied to “Archive”)');
      const [archived, atTop] = [await namesIn(archive), await namesIn(0)];
      assert.match(archived, /moved\.txt/);
      assert.match(archived, /copied\.txt/);
      assert.match(atTop, /copied\.txt/);
      assert.doesNotMatch(atTop, /moved\.txt/);
    });

    it('opens a folder after a rest on it, to be dropped into one of its folders', async () => {
      await office.upload('deep.txt', 'deep');
      const page = await setting().open(anna);
      await hold(page, 'deep.txt', 'Archive');
      await page.waitForSelector(line('Old'));
      await carry(page, line('Old'));
      await page.mouse.up();
      await page.waitForSelector('.toast ::-p-text(Moved to “Old”)');
      assert.match(await namesIn(old), /deep\.txt/);
    });

    it('moves a folder to the top, and shows it there', async () => {
      await office.folder('Rising', archive);
      const page = await setting().open(anna, `/folders/${String(archive)}`);
      await page.waitForSelector(line('Archive'));
      await takeUp(page, '[role=row] a::-p-text(Rising)');
      await carry(page, '.navigation > a[href="/"]');
      await page.mouse.up();
      await page.waitForSelector(`${line('Rising')}[aria-level="1"]`);
    });
  },
  { browsers: ['chromium'] },
);
