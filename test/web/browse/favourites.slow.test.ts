// Would catch a star that is not stored, is not shown, or does not follow another tab, a rename or a deletion.
import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';

inBrowsers('favourites', (setting) => {
  let report: number;
  let folder: number;

  before(async () => {
    const { service } = setting();
    const office = await officeOf(service, service.admin);
    folder = await office.folder('Plans');
    report = await office.upload('report.txt', 'text', folder);
  });

  it('are marked with one click, listed in a place of their own, and unmarked there', async () => {
    const { open, service } = setting();
    const page = await open(service.admin, `/folders/${String(folder)}`);
    await page.locator('[aria-label="Favourite: report.txt"]').click();
    await page.waitForSelector('[aria-label="Favourite: report.txt"][aria-pressed=true]');
    await page.locator('nav a[href="/favourites"]').click();
    await page.waitForSelector('[role=row] ::-p-text(report.txt)');
    assert.equal(await page.title(), 'Favourites · dms');
    await page.locator('[aria-label="Actions for report.txt"]').click();
    await page.locator('[role=menuitem] ::-p-text(Remove from favourites)').click();
    await page.waitForSelector('.notice ::-p-text(Mark a document or folder with the star)');
  });

  it('follow what other users and tabs do', async () => {
    const { open, service } = setting();
    const { dms, admin } = service;
    const page = await open(admin, '/favourites');
    await page.waitForSelector('.notice');
    await dms.favourites.mark(admin.actor, report, true);
    await page.waitForSelector('[role=row] ::-p-text(report.txt)');
    await dms.entries.rename(admin.actor, report, 'renamed.txt');
    await page.waitForSelector('[role=row] ::-p-text(renamed.txt)');
    await dms.entries.remove(admin.actor, report);
    await page.waitForSelector('.notice');
    await dms.trash.restore(admin.actor, report);
    await page.waitForSelector('[role=row] ::-p-text(renamed.txt)');
    await dms.entries.rename(admin.actor, report, 'report.txt');
    await dms.favourites.mark(admin.actor, report, false);
    await page.waitForSelector('.notice');
  });

  it('are marked on the page of a document, and on a phone in the menu', async () => {
    const { open, service } = setting();
    const page = await open(service.admin, `/documents/${String(report)}`);
    await page.locator('.document-header [aria-label=Favourite]').click();
    await page.waitForSelector('.document-header [aria-label=Favourite][aria-pressed=true]');
    const phone = await open(service.admin, `/folders/${String(folder)}`, { width: 360 });
    await phone.waitForSelector('[role=row] .favourite-mark');
    await phone.locator('[aria-label="Actions for report.txt"]').click();
    await phone.locator('[role=menuitem] ::-p-text(Remove from favourites)').click();
    await phone.waitForFunction(() => document.querySelector('.favourite-mark') === null);
    await page.reload();
    await page.waitForSelector('.document-header [aria-label=Favourite][aria-pressed=false]');
  });

  it('stay as they were, and say why, if the service refuses', async () => {
    const { open, service } = setting();
    const page = await open(service.admin, `/folders/${String(folder)}`);
    await page.waitForSelector('[aria-label="Favourite: report.txt"]');
    await service.dms.entries.remove(service.admin.actor, report);
    // The row may be gone before the click, or the click be refused: either way nothing is marked.
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('[aria-label="Favourite: report.txt"]')?.click(),
    );
    await page.waitForFunction(() => document.querySelector('[aria-label="Favourite: report.txt"]') === null);
    assert.equal(service.dms.favourites.ids(service.admin.actor).has(report), false);
  });
});
