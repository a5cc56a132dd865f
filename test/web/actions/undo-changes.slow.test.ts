// Would catch an undo of many changes that takes back others than its preview says, or that a user cannot begin, follow,
// continue or take back on the page.
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { intercept } from '../support/intercept.ts';
import { Keyboard } from '../support/keyboard.ts';
import { type Office, officeOf } from '../support/office.ts';

const MINUTE = 60_000;
const SUMMARY = 'dialog .undo-summary';

/** The clock of the service is behind, so that a test can move it on. */
let behind = 24 * 60 * MINUTE;
const now = (): number => Date.now() - behind;

const until = waiter(() => 'what the undo should do');

/** Fills a field for date and time, whose parts each browser arranges in its own way. */
async function setTime(page: Page, name: string, at: number): Promise<void> {
  const local = new Date(at - new Date(at).getTimezoneOffset() * MINUTE).toISOString().slice(0, 19);
  await page.waitForSelector(`dialog [name=${name}]`);
  await page.$eval(
    `dialog [name=${name}]`,
    (field, value) => {
      if (field instanceof HTMLInputElement) field.value = value;
    },
    local,
  );
}

async function openDialog(page: Page, name = 'Undo changes…'): Promise<void> {
  await page.locator(`.activity-bar .button ::-p-text(${name})`).click();
  await page.waitForSelector('dialog [name=since]');
}

/** The entries of a list in the dialog, each with its reason. */
function notesIn(page: Page): Promise<string[]> {
  return page.$$eval('dialog .undo-notes li', (lines) =>
    lines.map((line) => [...line.children].map(({ textContent }) => textContent).join(': ')),
  );
}

inBrowsers(
  'undoing many changes',
  (setting) => {
    let number = 0;
    let anna: Account;
    let office: Office;
    let bens: Office;
    let folder: number;
    let plan: number;
    let bad: number;

    before(async () => {
      const ben = await setting().service.createUser('ben');
      bens = await officeOf(setting().service, ben);
    });

    /** Two good documents in a shared folder; then a program of Anna's spoils both, and Ben repairs one. */
    beforeEach(async () => {
      number += 1;
      anna = await setting().service.createUser(`anna${String(number)}`);
      office = await officeOf(setting().service, anna);
      folder = await office.folder(`Plans ${String(number)}`);
      plan = await office.upload('plan.txt', 'good', folder);
      await office.upload('list.txt', 'good', folder);
      await office.call('POST', '/shares', { folder_id: folder, users: ['ben'], permissions: 15 });
      behind -= MINUTE;
      bad = now();
      await office.upload('plan.txt', 'encrypted', folder);
      await office.upload('list.txt', 'encrypted', folder);
      await office.upload('note.txt', 'ransom', folder);
      await bens.upload('list.txt', 'repaired', folder);
      behind -= MINUTE;
    });

    it('takes back the own changes, leaves what a colleague has changed since, and can be taken back', async () => {
      const page = await setting().open(anna, '/activity');
      await openDialog(page);
      assert.equal(await page.$('dialog .people-field'), null);
      await setTime(page, 'since', bad - 1000);
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(2 entries would be put back. 1 stays as it is.)`);
      const [left = ''] = await notesIn(page);
      assert.match(left, /^list\.txt: .*ben/);
      await page.locator('dialog .button ::-p-text(Undo these changes)').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(Done: 2 entries put back. 1 stays as it is.)`);
      await page.waitForSelector('dialog .undo-notes');
      assert.deepEqual(await notesIn(page), [left]);
      assert.equal(await office.download(plan), 'good');
      await page.waitForSelector('.feed li p ::-p-text(takes back)');

      await page.locator('dialog .button ::-p-text(Take this undo back…)').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(2 entries would be put back.)`);
      await page.locator('dialog .button ::-p-text(Undo these changes)').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(Done: 2 entries put back.)`);
      assert.equal(await office.download(plan), 'encrypted');
      await page.locator('dialog .dialog-buttons .primary').click();
      await page.waitForFunction(() => document.querySelector('dialog') === null);
    });

    it('takes back what others have changed since, if the user wants that', async () => {
      const page = await setting().open(anna, '/activity');
      await openDialog(page);
      await setTime(page, 'since', bad - 1000);
      await page.locator('dialog [name=force]').click();
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(3 entries would be put back.)`);
      await page.locator('dialog .button ::-p-text(Back)').click();
      await page.waitForSelector('dialog [name=force]');
      assert.equal(await page.$eval('dialog input[name=force]', ({ checked }) => checked), true);
    });

    it('takes back only what a program, an address or a folder has to do with', async () => {
      const { service } = setting();
      await service.dms.tokens.create(anna.actor, { name: 'sync', scopes: ['read', 'write'] });
      const page = await setting().open(anna, '/activity');
      await openDialog(page);
      await setTime(page, 'since', bad - 1000);
      await page.waitForSelector('dialog [name=token_id]');
      const sync = await page.$eval('dialog [name=token_id] option:last-child', (option) =>
        option instanceof HTMLOptionElement ? option.value : '',
      );
      await page.select('dialog [name=token_id]', sync);
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(There is nothing to undo here.)`);
      await page.locator('dialog .button ::-p-text(Back)').click();
      await page.waitForSelector('dialog [name=token_id]');
      assert.equal(await page.$eval('dialog select', ({ value }) => value), sync);
      await page.select('dialog [name=token_id]', '');
      await page.locator('dialog [name=ip]').fill('192.0.2.9');
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(There is nothing to undo here.)`);
      await page.locator('dialog .button ::-p-text(Back)').click();
      await page.locator('dialog [name=ip]').fill('127.0.0.1');
      await page.locator('dialog .button ::-p-text(Choose folder…)').click();
      await page.locator(`.picker-line ::-p-text(Plans ${String(number)})`).click();
      await page.waitForSelector(`.dialog-actions p ::-p-text(Plans ${String(number)})`);
      await page.locator('.dialog-actions .button.primary').click();
      await page.waitForSelector(`.undo-folder ::-p-text(Plans ${String(number)})`);
      await page.locator('dialog .dialog-buttons .primary').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(2 entries would be put back.)`);
    });

    it('says which condition is wrong', async () => {
      const page = await setting().open(anna, '/activity');
      await openDialog(page);
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector('dialog [name=since][aria-invalid=true]:focus');
      await setTime(page, 'since', bad);
      await page.focus('dialog [name=until]');
      await page.keyboard.type('01');
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector(
        'dialog [name=until] ~ .fault ::-p-text(Enter the date and the time in full.)',
      );
      await setTime(page, 'until', bad - MINUTE);
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector('dialog [name=until][aria-invalid=true]');
    });

    it('begins with a record of the activity, for administrators with its user', async () => {
      const { admin } = setting().service;
      const page = await setting().open(admin, `/activity?user=${anna.login}&action=new_version`);
      await page.waitForFunction(() => document.querySelectorAll('.feed li').length === 2);
      const buttons = await page.$$('[aria-label="Undo everything since this"]');
      await buttons.at(-1)?.click();
      await page.waitForSelector(`dialog .person ::-p-text(${anna.login})`);
      assert.equal(await page.$('dialog [name=token_id]'), null);
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(2 entries would be put back. 1 stays as it is.)`);
      await page.locator('dialog .button ::-p-text(Undo these changes)').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(Done: 2 entries put back.)`);
      await page.waitForSelector(`dialog .undo-what ::-p-text(Changes of ${anna.login})`);
      assert.equal(await office.download(plan), 'good');
      await page.locator('dialog .dialog-buttons .primary').click();

      await page.goto(`${setting().service.url}/activity?action=undo`);
      await page.locator('.feed .link ::-p-text(Take this undo back)').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(2 entries would be put back.)`);
      await page.locator('dialog .button ::-p-text(Back)').click();
      await page.waitForFunction(() => document.querySelector('dialog') === null);
    });

    it('refuses a user who does not exist, beneath the field', async () => {
      const page = await setting().open(setting().service.admin, '/activity');
      await openDialog(page);
      await setTime(page, 'since', bad);
      await (await page.waitForSelector('dialog [role=combobox]'))?.type('zz9');
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector('dialog [role=combobox][aria-invalid=true]');
      await page.waitForSelector('dialog .people-field .fault ::-p-text(zz9)');
    });

    it('goes on when the dialog is closed, and is listed with its state', async () => {
      await office.call('POST', '/undo', { since: new Date(bad).toISOString() });
      const page = await setting().open(anna, '/activity');
      await openDialog(page);
      await page.locator('dialog ::-p-text(Earlier undos)').click();
      await page.waitForSelector('dialog h2 ::-p-text(Earlier undos)');
      await page.waitForSelector('dialog .undo-line ::-p-text(Your changes)');
      await page.locator('dialog .undo-line').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(Done: 2 entries put back.)`);
    });

    it('says why it has stopped, and continues', async () => {
      await office.call('POST', '/undo', { since: new Date(bad).toISOString() });
      const page = await setting().open(anna, '/activity');
      let isStopped = true;
      let resumed = 0;
      await intercept(page, (request) => {
        const found = /\/web\/api\/undo\/(\d+)(\/resume)?$/.exec(request.url());
        if (found === null || !isStopped) return false;
        if (found[2] !== undefined) {
          isStopped = false;
          resumed += 1;
          return false;
        }
        const data = {
          ...{ id: Number(found[1]), kind: 'changes', since: new Date(bad).toISOString() },
          ...{ until: new Date(bad).toISOString(), user_id: anna.id, token_id: null, ip: null },
          ...{ folder_id: null, undo_id: null, force: false, state: 'stopped' },
          ...{ stop: { code: 'disk_full', facts: {} }, began_at: new Date(bad).toISOString() },
          ...{ ended_at: null, total: 3, reverted: 1, skipped: 0 },
        };
        void request.respond({
          status: 200,
          contentType: 'application/json',
          body: JSON.stringify({ data }),
        });
        return true;
      });
      await openDialog(page);
      await page.locator('dialog ::-p-text(Earlier undos)').click();
      await page.locator('dialog .undo-line').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(Stopped: The disk of the server is full.)`);
      await page.waitForSelector('dialog ::-p-text(1 of 3 entries)');
      await page.locator('dialog .button ::-p-text(Continue)').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(Done: 2 entries put back.)`);
      assert.equal(resumed, 1);
    });

    it('works with the keyboard alone', async () => {
      const page = await setting().open(anna, '/activity?action=new_version');
      await page.waitForFunction(() => document.querySelectorAll('.feed li').length === 3);
      // Not for Ben's change.
      assert.equal((await page.$$('[aria-label="Undo everything since this"]')).length, 2);
      const keys = new Keyboard(page);
      // Not before the fields for dates: the browser itself shows the focus on their buttons.
      await page.focus('.activity-bar > .button');
      await keys.goTo('.feed li:last-child .icon-button');
      await keys.leave('Enter');
      await page.waitForSelector('dialog [name=since]:focus');
      await page.focus('dialog [name=ip]');
      await keys.goTo('dialog .button.primary');
      await keys.leave('Enter');
      await page.waitForSelector(`${SUMMARY}:focus`);
      await keys.seesFocus('the preview');
      await keys.goTo('dialog .button.primary');
      await keys.leave('Enter');
      await page.waitForSelector(`${SUMMARY}:focus ::-p-text(Done: 2 entries put back.)`);
      await keys.leave('Escape');
      await until(async () => (await office.download(plan)) === 'good');
      await page.waitForFunction(() => document.querySelector('dialog') === null);
    });

    it('is German, and fits a phone', async () => {
      await setting().service.dms.account.update(anna.actor, { language: 'de' });
      const page = await setting().open(anna, '/activity', { width: 360 });
      await openDialog(page, 'Änderungen zurücknehmen …');
      await page.waitForSelector('dialog h2 ::-p-text(Änderungen zurücknehmen)');
      await setTime(page, 'since', bad - 1000);
      await page.locator('dialog .button ::-p-text(Vorschau)').click();
      await page.waitForSelector(
        `${SUMMARY} ::-p-text(2 Elemente würden zurückgesetzt. 1 bleibt unverändert.)`,
      );
      const [left = ''] = await notesIn(page);
      assert.match(left, /^list\.txt: .*inzwischen von ben/);
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector(`${SUMMARY} ::-p-text(Fertig: 2 Elemente zurückgesetzt.)`);
      const isTooWide = await page.$eval(
        'dialog',
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      );
      assert.equal(isTooWide, false);
      await page.locator('dialog .dialog-buttons .primary').click();
      await page.waitForSelector('.feed ::-p-text(Diese Rücknahme zurücknehmen)');
      const lines = await page.$$eval('.feed li p', (all) => all.map(({ textContent }) => textContent));
      assert.ok(
        lines.some((line) => /Änderungen von anna\d+ seit \d+\.\d+\.\d+, \d+:\d+/.test(line)),
        lines.join('\n'),
      );
    });
  },
  { now },
);
