// Would catch an office that cannot send a folder to a customer, or a customer who cannot open it.
import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { makeLink } from '../../links/visitor.ts';
import type { Account } from '../../support/service.ts';
import { visit } from '../support/browsers.ts';
import { Hand } from '../support/hand.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

inBrowsers('links without sign-in', (setting) => {
  let anna: Account;
  let office: Office;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
  });

  /** Value of a field to copy. */
  async function valueOf(page: Page, label: string): Promise<string> {
    const field = await page.waitForSelector(`::-p-aria([name="${label}"][role="textbox"])`);
    return String(await field?.evaluate((input) => (input instanceof HTMLInputElement ? input.value : '')));
  }

  it('a folder goes to a customer with password and end in six clicks, and opens without an account', async () => {
    const folder = await office.folder('Offer');
    await office.upload('offer.txt', 'our offer', folder);
    const page = await setting().open(anna);
    const hand = new Hand(page);
    await hand.click('[aria-label="Actions for Offer"]');
    await hand.click('[role=menuitem] ::-p-text(Share)');
    await hand.click('dialog button ::-p-text(Create link)');
    await hand.click('dialog button ::-p-text(Suggest)');
    await page.evaluate(() => {
      const end = [...document.querySelectorAll<HTMLInputElement>('input[name=end]')].at(-1);
      if (end) end.value = '2999-12-31';
    });
    await hand.click('dialog button[type=submit] ::-p-text(Create link)');
    const [address, password] = [await valueOf(page, 'Link'), await valueOf(page, 'Password')];
    assert.ok(hand.effort.clicks <= 6, JSON.stringify(hand.effort));
    await page.waitForSelector('dialog ::-p-text(until Dec 31, 2999)');

    const customer = await visit(page.browser(), {});
    await customer.page.goto(address);
    await customer.page.type('input[type=password]', password);
    await customer.page.keyboard.press('Enter');
    await customer.page.waitForSelector('h1 ::-p-text(Offer)');
    await customer.page.locator('a ::-p-text(offer.txt)').click();
    await customer.page.waitForSelector('a.bt ::-p-text(Download)');
    await customer.close();
  });

  it('is listed, and ended at once, by its creator and by an administrator', async () => {
    const { service } = setting();
    const id = await office.upload('plan.txt', 'plan');
    const mine = await makeLink(service, anna, id, { label: 'Smith Ltd' });
    const other = await makeLink(service, anna, id, { label: 'Miller Ltd' });
    const page = await setting().open(anna, '/shared?by=link');
    await page.waitForSelector('[role=grid] ::-p-text(Smith Ltd)');
    await page.locator('[role=grid] ::-p-text(Smith Ltd)').click();
    await page.keyboard.press('Delete');
    await page.locator('dialog button ::-p-text(End)').click();
    await page.waitForSelector('.toast ::-p-text(Smith Ltd)');
    assert.equal((await fetch(service.url + mine.path)).status, 404);
    assert.equal((await fetch(service.url + other.path)).status, 200);

    const admin = await setting().open(service.admin, '/admin/links');
    await admin.waitForSelector('[role=grid] ::-p-text(anna)');
    await admin.waitForSelector('[role=grid] ::-p-text(Not accessible to you)');
    await admin.locator('[role=grid] [role=row] button[aria-haspopup=menu]').click();
    await admin.locator('[role=menuitem] ::-p-text(End)').click();
    await admin.locator('dialog button ::-p-text(End)').click();
    await admin.waitForSelector('.toast');
    assert.equal((await fetch(service.url + other.path)).status, 404);
  });

  it('is shown and ended in the dialog', async () => {
    const { service } = setting();
    const id = await office.folder('Drafts');
    await makeLink(service, anna, id, { label: 'Jones Ltd', password: 'a word between us' });
    const page = await setting().open(anna);
    await page.locator('[aria-label="Actions for Drafts"]').click();
    await page.locator('[role=menuitem] ::-p-text(Share)').click();
    await page.waitForSelector('dialog ::-p-text(Jones Ltd)');
    await page.locator('dialog button[aria-label="End the link “Jones Ltd”"]').click();
    await page.waitForFunction(() => !document.querySelector('dialog')?.textContent.includes('Jones Ltd'));
  });
});

const MAIL = {
  config: {
    smtp: { url: 'smtp://127.0.0.1:9', from: 'dms@example.org' },
    server: { base_url: 'https://dms.example.org' },
  },
  keepsMail: true,
};

inBrowsers(
  'links by e-mail',
  (setting) => {
    it('go to two customers with a message, by the keyboard, and the password does not', async () => {
      const { service } = setting();
      const bert = await service.createUser('bert');
      await (await officeOf(service, bert)).folder('Offer');
      const page = await setting().open(bert);
      await page.locator('[aria-label="Actions for Offer"]').click();
      await page.locator('[role=menuitem] ::-p-text(Share)').click();
      await page.locator('dialog button ::-p-text(Create link)').click();
      await page.locator('dialog button ::-p-text(Suggest)').click();
      await page.locator('dialog button[type=submit] ::-p-text(Create link)').click();
      const to = await page.waitForSelector('::-p-aria([name="Send by e-mail to"][role="textbox"])');
      await to?.focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('dialog .fault ::-p-text(Enter at least one address.)');
      await page.keyboard.type('miller@example.com, smith');
      await page.keyboard.press('Enter');
      await page.waitForSelector('dialog .fault ::-p-text(smith: is not an e-mail address)');
      await page.keyboard.type('@example.net');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Dear both,');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForSelector(
        'dialog [role=status] ::-p-text(Sent to miller@example.com, smith@example.net.)',
      );
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Send');
      const mails = service.dms.mailQueue.due(9, new Set()).filter(({ kind }) => kind === 'link');
      assert.deepEqual(
        mails.map(({ address }) => address),
        ['miller@example.com', 'smith@example.net'],
      );
      assert.match(
        mails[0]?.text ?? '',
        /> Dear both,\n\n.*https:\/\/dms\.example\.org\/s\/[\w-]{22}\n\nYou need a password/s,
      );
    });
  },
  MAIL,
);
