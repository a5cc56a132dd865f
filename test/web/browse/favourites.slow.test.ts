// Would catch a star that is not stored, is not shown, or does not follow another tab, a rename or a deletion.
import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';
import { hold } from '../support/requests.ts';

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
    const { service } = setting();
    const page = await setting().open(service.admin, `/folders/${String(folder)}`);
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
    const { service } = setting();
    const { dms, admin } = service;
    const page = await setting().open(admin, '/favourites');
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
    const { service } = setting();
    const page = await setting().open(service.admin, `/documents/${String(report)}`);
    await page.locator('.document-header [aria-label=Favourite]').click();
    await page.waitForSelector('.document-header [aria-label=Favourite][aria-pressed=true]');
    const phone = await setting().open(service.admin, `/folders/${String(folder)}`, { width: 360 });
    await phone.waitForSelector('[role=row] .favourite-mark');
    await phone.locator('[aria-label="Actions for report.txt"]').click();
    await phone.locator('[role=menuitem] ::-p-text(Remove from favourites)').click();
    await phone.waitForFunction(() => document.querySelector('.favourite-mark') === null);
    await page.reload();
    await page.waitForSelector('.document-header [aria-label=Favourite][aria-pressed=false]');
  });

  it('stay as they were, and say why, if the service refuses', async () => {
    const { service } = setting();
    const { dms, admin } = service;
    const page = await setting().open(admin, `/documents/${String(report)}`);
    const star = '.document-header [aria-label=Favourite]';
    await page.waitForSelector(star);
    await dms.entries.remove(admin.actor, report);
    await page.locator(star).click();
    await page.waitForSelector('.toast.failed');
    await page.waitForSelector(`${star}[aria-pressed=false]`);
    assert.equal(dms.favourites.ids(admin.actor).has(report), false);
    await dms.trash.restore(admin.actor, report);
  });

  it('are stored as the last of two quick clicks says', async () => {
    const { service } = setting();
    const page = await setting().open(service.admin, `/folders/${String(folder)}`);
    const held = await hold(page, (request) => request.method() === 'PUT');
    const star = '[aria-label="Favourite: report.txt"]';
    await page.locator(star).click();
    await held.first;
    await page.locator(star).click();
    const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await held.letGo();
    await removed;
    await page.waitForSelector(`${star}[aria-pressed=false]`);
    assert.equal(service.dms.favourites.ids(service.admin.actor).has(report), false);
  });

  it('are marked for a whole selection', async () => {
    const { service } = setting();
    const office = await officeOf(service, service.admin);
    const several = await office.folder('Several');
    const ids: number[] = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt']) ids.push(await office.upload(name, name, several));
    const page = await setting().open(service.admin, `/folders/${String(several)}`);
    await page.waitForSelector('[role=row] ::-p-text(c.txt)');
    await page.focus('[role=grid]');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.locator('[aria-label="Actions for a.txt"]').click();
    await page.locator('[role=menuitem] ::-p-text(Add to favourites)').click();
    for (const name of ['a', 'b', 'c'])
      await page.waitForSelector(`[aria-label="Favourite: ${name}.txt"][aria-pressed=true]`);
    await page.waitForNetworkIdle();
    const marks = service.dms.favourites.ids(service.admin.actor);
    assert.deepEqual(
      ids.filter((id) => marks.has(id)),
      ids,
    );
  });
});

inBrowsers('recent documents', (setting) => {
  it('are those that were opened in a page, and say when', async () => {
    const { service } = setting();
    const office = await officeOf(service, service.admin);
    const folder = await office.folder('Plans');
    const id = await office.upload('first.txt', 'text', folder);
    await office.upload('second.txt', 'text', folder);
    const page = await setting().open(service.admin, `/documents/${String(id)}`);
    await page.waitForSelector('h1 ::-p-text(first.txt)');
    await page.waitForNetworkIdle();
    await page.locator('nav a[href="/recent"]').click();
    await page.waitForSelector('[role=row] ::-p-text(second.txt)');
    const rows = await page.$$eval('.grid-row .found', (cells) => cells.map((cell) => cell.textContent));
    assert.match(rows.join('; '), /^first\.txtOpened .+; second\.txtChanged /);
  });
});
