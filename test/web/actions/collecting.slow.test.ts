// Would catch an office that cannot collect files from a customer, or a customer who cannot send them.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { makeLink } from '../../links/visitor.ts';
import type { Account } from '../../support/service.ts';
import { visit } from '../support/browsers.ts';
import { Hand } from '../support/hand.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { intercept } from '../support/intercept.ts';
import { type Office, officeOf } from '../support/office.ts';

inBrowsers('collecting files with a link', (setting) => {
  let anna: Account;
  let office: Office;
  let directory: string;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    directory = await mkdtemp(join(tmpdir(), 'dms-customer-'));
  });
  after(() => rm(directory, { recursive: true }));

  async function files(count: number, bytes = 1000): Promise<string[]> {
    const paths = Array.from({ length: count }, (_, index) =>
      join(directory, `paper ${String(index + 1)}.pdf`),
    );
    for (const path of paths) await writeFile(path, randomBytes(bytes));
    return paths;
  }

  async function choose(page: Page, paths: readonly string[]): Promise<void> {
    const field = await page.waitForSelector('input[type=file]');
    if (field === null) assert.fail();
    await (await field.toElement('input')).uploadFile(...paths);
  }

  /** From the next load of the page on. Firefox cannot switch scripts off here, so the script does not arrive there. */
  async function withoutScript(page: Page): Promise<void> {
    if (setting().browser === 'chromium') return page.setJavaScriptEnabled(false);
    await intercept(page, (request) => {
      if (!new URL(request.url()).pathname.endsWith('.js')) return false;
      void request.abort();
      return true;
    });
  }

  async function countIn(folder: number): Promise<number> {
    const data: unknown = await office.call('GET', `/folders/${String(folder)}/contents?per_page=100`);
    return Array.isArray(data) ? data.length : 0;
  }

  it('takes five clicks in the office, and one of the customer for twenty files', async () => {
    const folder = await office.folder('Papers');
    const page = await setting().open(anna);
    const hand = new Hand(page);
    await hand.click('[aria-label="Actions for Papers"]');
    await hand.click('[role=menuitem] ::-p-text(Share)');
    await hand.click('dialog button ::-p-text(Create link)');
    await hand.click('dialog label ::-p-text(only send files)');
    await hand.click('dialog button[type=submit] ::-p-text(Create link)');
    const field = await page.waitForSelector('::-p-aria([name="Link"][role="textbox"])');
    const address = String(
      await field?.evaluate((input) => (input instanceof HTMLInputElement ? input.value : '')),
    );
    assert.ok(hand.effort.clicks <= 5, JSON.stringify(hand.effort));

    const customer = await visit(page.browser(), {});
    await customer.page.goto(address);
    await customer.page.waitForSelector('label ::-p-text(drop them here)');
    await customer.page.type('#n', 'Ben Customer');
    await choose(customer.page, await files(20));
    await customer.page.waitForSelector('[role=status] ::-p-text(Sent: 20 of 20)');
    assert.equal(await countIn(folder), 20);
    await customer.page.reload();
    await customer.page.waitForSelector('::-p-text(20 files)');
    assert.equal(
      await customer.page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
      false,
    );
    await customer.close();
  });

  it('continues after the page was loaded again in the middle of a file', async () => {
    const { service } = setting();
    const folder = await office.folder('Resumed');
    const { path } = await makeLink(service, anna, folder, { kind: 'upload' });
    const page = await setting().open(null, path);
    const [file = ''] = await files(1, 8_000_000);
    const begun = Promise.withResolvers<undefined>();
    let offsets: string[] = [];
    await intercept(page, (request) => {
      const offset = request.headers()['upload-offset'];
      if (request.method() === 'PATCH' && offset !== undefined) offsets = [...offsets, offset];
      if (request.method() !== 'PATCH' || offsets.length !== 1) return false;
      begun.resolve(undefined);
      void request.abort();
      return true;
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await choose(page, [file]);
    await begun.promise;
    await page.reload();
    await choose(page, [file]);
    await page.waitForSelector('[role=status] ::-p-text(Sent: 1 of 1)');
    assert.equal(await countIn(folder), 1);
    assert.equal((await service.dms.resumableUploads.list(anna.actor)).length, 0);
  });

  it('adds files to a folder, and versions to a document, of a link to edit', async () => {
    const { service } = setting();
    const folder = await office.folder('Shared work');
    const lease = await office.upload('lease.txt', 'the lease', folder);
    const { path } = await makeLink(service, anna, folder, { kind: 'edit' });
    const page = await setting().open(null, path);
    await page.click('summary ::-p-text(Add files)');
    await choose(page, await files(2));
    await page.waitForSelector('[role=status] ::-p-text(Sent: 2 of 2)');
    assert.equal(await countIn(folder), 3);
    await page.goto(`${service.url}${path}/${String(lease)}`);
    await page.click('summary ::-p-text(Upload a new version)');
    await choose(page, (await files(1)).slice(0, 1));
    await Promise.all([page.waitForNavigation(), page.click('button ::-p-text(Send)')]);
    await page.waitForSelector('h1 ::-p-text(lease.txt)');
    const versions: unknown = await office.call('GET', `/documents/${String(lease)}/versions`);
    assert.equal(Array.isArray(versions) && versions.length, 2);
  });

  it('says why a file is not taken, and works without a script', async () => {
    const { service } = setting();
    const folder = await office.folder('Small');
    const { path } = await makeLink(service, anna, folder, { kind: 'upload', maxBytes: 500 });
    const page = await setting().open(null, path);
    await choose(page, await files(1, 501));
    await page.waitForSelector('li .er ::-p-text(too large)');
    await withoutScript(page);
    await page.reload();
    await choose(page, await files(2, 400));
    await Promise.all([page.waitForNavigation(), page.click('button ::-p-text(Send)')]);
    await page.waitForSelector('::-p-text(2 files)');
    assert.equal(await countIn(folder), 2);
  });
});
