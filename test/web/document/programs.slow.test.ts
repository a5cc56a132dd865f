// Would catch a menu that does not open a document in its program, or offers a program that cannot open it.
import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { DavClient } from '../../webdav/client.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

const PROGRAM = /^(ms-word|ms-excel|ms-powerpoint|vnd\.libreoffice\.command):ofe\|u\|(http:\/\/[^|]+)$/;

inBrowsers('editing in a program', (setting) => {
  let office: Office;
  let anna: Account;
  let folder: number;
  let letter: number;

  before(async () => {
    const { service } = setting();
    anna = await service.createUser('anna');
    office = await officeOf(service, anna);
    folder = await office.folder('Plans');
    letter = await office.upload('Größe | Preis.docx', 'first', folder);
    for (const name of ['sums.xlsx', 'talk.pptx', 'drawing.odg', 'notes.txt', 'scan.pdf'])
      await office.upload(name, name, folder);
  });

  /** Keeps what a link to a program is, in place of opening it. */
  async function catchLinks(page: Page): Promise<void> {
    await page.evaluate(() => {
      HTMLAnchorElement.prototype.click = function caught(this: HTMLAnchorElement) {
        document.documentElement.dataset['opened'] = this.href;
      };
    });
  }

  async function opened(page: Page): Promise<{ scheme: string; url: string }> {
    await page.waitForSelector('[data-opened]');
    const href = await page.evaluate(() => document.documentElement.dataset['opened'] ?? '');
    const [, scheme = '', url = ''] = PROGRAM.exec(href) ?? [];
    assert.notEqual(url, '', href);
    return { scheme, url };
  }

  async function menuOf(page: Page, name: string): Promise<string[]> {
    await page.locator(`[aria-label="Actions for ${name}"]`).click();
    await page.waitForSelector('[role=menuitem]');
    const items = await page.$$eval('[role=menuitem]', (all) => all.map((each) => each.textContent));
    return items.filter((item) => item.startsWith('Edit in '));
  }

  it('opens a document of a list with three clicks, and says what to do if nothing happens', async () => {
    const { service } = setting();
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    await catchLinks(page);
    const items = await menuOf(page, 'Größe | Preis.docx');
    assert.deepEqual(items, ['Edit in Word', 'Edit in LibreOffice']);
    await page.locator('[role=menuitem] ::-p-text(Edit in Word)').click();
    const { scheme, url } = await opened(page);
    assert.equal(scheme, 'ms-word');
    await page.waitForSelector('.toast ::-p-text(Word is not installed)');
    const dav = new DavClient(service.port);
    const { pathname } = new URL(url);
    assert.equal((await dav.raw('PUT', pathname, { body: 'second' })).status, 204);
    assert.equal(await office.download(letter), 'second');
  });

  it('opens a document from its page, with the keyboard', async () => {
    const page = await setting().open(anna, `/documents/${String(letter)}`);
    await catchLinks(page);
    await page.waitForSelector('.document-actions [aria-label="Actions for Größe | Preis.docx"]');
    await page.focus('.document-actions [aria-label="Actions for Größe | Preis.docx"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=menuitem]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal((await opened(page)).scheme, 'vnd.libreoffice.command');
  });

  it('offers the programs that open a document, and none for others', async () => {
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    const offered: Record<string, readonly string[]> = {
      'sums.xlsx': ['Edit in Excel', 'Edit in LibreOffice'],
      'talk.pptx': ['Edit in PowerPoint', 'Edit in LibreOffice'],
      'drawing.odg': ['Edit in LibreOffice'],
      'notes.txt': [],
      'scan.pdf': [],
    };
    for (const [name, programs] of Object.entries(offered)) {
      assert.deepEqual(await menuOf(page, name), programs, name);
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => document.querySelector('[role=menuitem]') === null);
    }
  });

  it('is not offered to those who may only read, and is refused while another user has a lock', async () => {
    const { service } = setting();
    const ben = await service.createUser('ben');
    const share = { entryId: letter, users: ['ben'], permissions: 1 };
    const { id } = await service.dms.shares.create(anna.actor, share);
    const page = await setting().open(ben, `/documents/${String(letter)}`);
    await page.waitForSelector('.document-actions');
    assert.deepEqual(await menuOf(page, 'Größe | Preis.docx'), []);
    await service.dms.shares.update(anna.actor, id, { permissions: 3 });
    const lock = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 600 } as const;
    const held = await service.dms.lockCreation.create(anna.actor, letter, lock);
    await page.reload();
    await page.waitForSelector('.lock-line, .document-actions');
    assert.equal((await menuOf(page, 'Größe | Preis.docx')).length, 2);
    await page.waitForSelector('[role=menuitem][aria-disabled=true] ::-p-text(Edit in Word)');
    await service.dms.locks.release(anna.actor, letter, held.lock.token);
  });
});

// Firefox cannot be made to believe that it has a touch screen.
inBrowsers(
  'editing in a program, on a phone,',
  (setting) => {
    it('is not offered', async () => {
      const { service } = setting();
      await (await officeOf(service, service.admin)).upload('sums.xlsx', 'sums');
      const page = await setting().open(service.admin, '/account');
      await page.setViewport({ width: 360, height: 800, hasTouch: true, isMobile: true });
      await page.goto(`${service.url}/`);
      await page.locator('[aria-label="Actions for sums.xlsx"]').click();
      await page.waitForSelector('[role=menuitem] ::-p-text(Rename)');
      const items = await page.$$eval('[role=menuitem]', (all) => all.map((each) => each.textContent));
      assert.ok(!items.some((item) => item.startsWith('Edit in ')), items.join());
    });
  },
  { browsers: ['chromium'] },
);
