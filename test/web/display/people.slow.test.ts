// Would catch a user whose circle differs between pages, or is read aloud.
import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';

interface Circle {
  readonly initials: string | undefined;
  readonly hue: string;
  readonly isHidden: boolean;
}

/** The circles in the first element that matches. */
async function circlesIn(page: Page, selector: string): Promise<Circle[]> {
  await page.waitForSelector(`${selector} .circle`);
  return page.$eval(selector, (element) =>
    [...element.querySelectorAll<HTMLElement>('.circle')].map((circle) => ({
      initials: circle.dataset['initials'],
      hue: circle.className,
      isHidden: circle.closest('[aria-hidden=true]') !== null,
    })),
  );
}

inBrowsers('circles with initials', (setting) => {
  let admin: Account;
  let berta: Account;
  let document: number;
  let folder: number;

  before(async () => {
    const { service } = setting();
    ({ admin } = service);
    berta = await service.createUser('berta');
    await service.dms.account.update(admin.actor, { name: 'Ada Office' });
    await service.dms.account.update(berta.actor, { name: 'Berta Berg' });
    const office = await officeOf(service, admin);
    folder = await office.folder('Plans');
    document = await office.upload('plan.txt', 'plan', folder);
    await office.call('POST', '/shares', { folder_id: folder, users: ['berta'], permissions: 1 });
  });

  it('are the same for a user on each page, and hidden from screen readers', async () => {
    const pathOfDocument = `/documents/${String(document)}`;
    const places = [
      ['/', '.top-bar'],
      [pathOfDocument, '.facts'],
      [`${pathOfDocument}?tab=versions`, '.records > li'],
      [`${pathOfDocument}?tab=activity`, '.records > li'],
      ['/activity', '.feed li'],
    ] as const;
    const page = await setting().open(admin);
    const found: Circle[] = [];
    for (const [path, selector] of places) {
      await page.goto(setting().service.url + path);
      found.push(...(await circlesIn(page, selector)));
    }
    const [first] = found;
    assert.ok(first?.isHidden);
    assert.equal(first.initials, 'AO');
    for (const circle of found) assert.deepEqual(circle, first);
  });

  it('distinguish the users of a share, and add nothing to their names', async () => {
    const page = await setting().open(admin, '/admin/people');
    await page.waitForSelector('.grid-row:nth-child(2)');
    const [ada, second] = await circlesIn(page, '[role=grid]');
    assert.deepEqual([ada?.initials, second?.initials], ['AO', 'BB']);
    assert.notEqual(ada?.hue, second?.hue);
    await page.goto(setting().service.url);
    await page.locator('[aria-label="Actions for Plans"]').click();
    await page.locator('[role=menuitem] ::-p-text(Share)').click();
    assert.deepEqual(await circlesIn(page, 'dialog .access'), [ada, second]);
    assert.equal(
      await page.$eval('dialog .access li:last-child .who', (who) => who.textContent),
      'Berta Berg',
    );
    await page.keyboard.type('berta');
    assert.deepEqual(await circlesIn(page, 'dialog .found-people'), [second]);
    await page.keyboard.press('Enter');
    assert.deepEqual(await circlesIn(page, 'dialog .person'), [second]);
    const shared = await setting().open(berta, '/shared');
    assert.deepEqual(await circlesIn(shared, '.grid-row'), [ada]);
  });
});
