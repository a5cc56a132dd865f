// Would catch an administrator who cannot see, lift or take back what the alarm noticed, and a paused user whose page does
// not say why nothing can be changed.
import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { encrypted, ringFor, soundContent } from '../../support/alarm.ts';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { Keyboard } from '../support/keyboard.ts';
import { type Office, officeOf } from '../support/office.ts';

const DOCUMENTS = 10;

/** The clock of the service is behind, so that a test can move it on. */
let behind = 60 * 60_000;

/** The text of the part of the page about a user. */
function partOf(page: Page, name: string): Promise<string> {
  return page.$$eval(
    '.incident',
    (parts, wanted) =>
      parts.map(({ textContent }) => textContent).find((text) => text.includes(wanted)) ?? '',
    name,
  );
}

inBrowsers(
  'incidents of the alarm',
  (setting) => {
    let anna: Account;
    let office: Office;
    let first: number;

    async function german({ actor }: Account): Promise<void> {
      await setting().service.dms.account.update(actor, { language: 'de' });
    }

    /** During a pause, the language cannot be changed either. */
    async function pausedGerman(): Promise<Account> {
      const { service } = setting();
      const berta = await service.createUser('berta');
      await german(berta);
      await (await officeOf(service, berta)).upload('d0.pdf', 'x');
      await ringFor(service.dms, berta.id, 'pause');
      return berta;
    }

    before(async () => {
      const { service } = setting();
      anna = await service.createUser('anna');
      office = await officeOf(service, anna);
      const content = (index: number): Uint8Array<ArrayBuffer> => new Uint8Array(soundContent('pdf', index));
      first = await office.upload('d0.pdf', content(0));
      for (let index = 1; index < DOCUMENTS; index += 1)
        await office.upload(`d${String(index)}.pdf`, content(index));
      behind -= 5 * 60_000;
      for (let index = 0; index < DOCUMENTS; index += 1) {
        const spoilt = new Uint8Array(encrypted(soundContent('pdf', index)));
        await office.upload(`d${String(index)}.pdf`, spoilt);
      }
      await service.dms.alarm.settled();
    });

    it('are a warning of the service that leads to them', async () => {
      const page = await setting().open(setting().service.admin, '/admin/status');
      await page.locator('.warning a ::-p-text(Go to Incidents)').click();
      await page.waitForSelector('.incident h2 ::-p-text(anna)');
      await page.waitForSelector('.account-parts [aria-current=page] ::-p-text(Incidents)');
      const text = await partOf(page, 'anna');
      assert.match(text, /Changes paused/);
      assert.match(text, /10 documents overwritten with contents that are not what their names say/);
      assert.match(text, /None: password or browser/);
      assert.match(text, /127\.0\.0\.1/);
      assert.match(text, /d0\.pdf, d1\.pdf/);
    });

    it('say to a paused user why nothing can be changed', async () => {
      for (const [language, said] of [
        ['en', 'Changes by this account are paused'],
        ['de', 'Änderungen dieses Kontos sind angehalten'],
      ] as const) {
        const user = language === 'en' ? anna : await pausedGerman();
        const page = await setting().open(user, '/');
        await page.waitForSelector('[role=grid] ::-p-text(d0.pdf)');
        await page.focus('[role=grid]');
        await page.keyboard.type('d0');
        await page.waitForSelector('.grid-row.selected ::-p-text(d0.pdf)');
        await page.keyboard.press('Delete');
        await page.waitForSelector(`.toast.failed ::-p-text(${said})`);
      }
    });

    it('lead to an undo of the changes, with user, time and address', async () => {
      const page = await setting().open(setting().service.admin, '/admin/incidents');
      await page.locator('[aria-label="Take back these changes of anna…"]').click();
      await page.waitForSelector('dialog .person ::-p-text(anna)');
      assert.equal(await page.$eval('dialog input[name=ip]', ({ value }) => value), '127.0.0.1');
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector('dialog .undo-summary ::-p-text(10 entries would be put back.)');
      await page.locator('dialog .button.primary').click();
      await page.waitForSelector('dialog .undo-summary ::-p-text(Done: 10 entries put back.)');
      assert.match(await office.download(first), /^%PDF/);
    });

    it('are lifted after a question, with the keyboard alone, and stay in the list', async () => {
      const page = await setting().open(setting().service.admin, '/admin/incidents');
      const keys = new Keyboard(page);
      await page.waitForSelector('.incident');
      await keys.goTo('[aria-label="Lift the incident of anna"]');
      await keys.leave('Enter');
      await page.waitForSelector('dialog h2 ::-p-text(Lift the incident of anna?)');
      await keys.goTo('dialog .button.danger');
      await keys.leave('Enter');
      await page.waitForSelector('.toast ::-p-text(The incident of anna is lifted)');
      await page.waitForSelector('.incident .mark ::-p-text(Lifted)');
      assert.match(await partOf(page, 'anna'), /by admin/);
      assert.equal(await page.$('[aria-label="Lift the incident of anna"]'), null);
      await office.folder('again');
    });

    it('offer no lifting of the own one, and are not there for others', async () => {
      const { service } = setting();
      const boss = await service.createUser('boss', { isAdmin: true });
      await ringFor(service.dms, boss.id);
      const page = await setting().open(boss, '/admin/incidents');
      await page.waitForSelector('.incident ::-p-text(Another administrator must lift the incident)');
      assert.equal(await page.$('[aria-label="Lift the incident of boss"]'), null);
      const other = await setting().open(anna, '/admin/incidents');
      await other.waitForSelector('.notice ::-p-text(This page does not exist, or you do not have access.)');
    });

    it('are German, and fit a phone', async () => {
      const { service } = setting();
      await german(service.admin);
      const page = await setting().open(service.admin, '/admin/incidents', { width: 360 });
      await page.waitForSelector('.incident ::-p-text(10 Dokumente mit Inhalten überschrieben)');
      await page.waitForSelector('.incident .button ::-p-text(Diese Änderungen zurücknehmen …)');
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    });
  },
  { config: { alarm: { action: 'pause', documents: DOCUMENTS } }, now: () => Date.now() - behind },
);
