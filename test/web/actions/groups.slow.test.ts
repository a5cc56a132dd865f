// Would catch a group that cannot be created, shared with or left alone without a mouse, or that shows its members to all.
import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { Hand } from '../support/hand.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { Keyboard } from '../support/keyboard.ts';
import { idOf, type Office, officeOf } from '../support/office.ts';

const GRID = '[role=grid]';

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.locator(`[aria-label="Actions for ${name}"]`).click();
  await page.locator(`[role=menuitem] ::-p-text(${action})`).click();
}

/** Adds a user to the field of a dialog. */
async function take(page: Page, hand: Hand, letters: string, name: string): Promise<void> {
  await hand.type(letters);
  await page.waitForSelector(`dialog [role=option] ::-p-text(${name})`);
  await hand.press('Enter');
  await page.waitForSelector(`dialog .person ::-p-text(${name})`);
}

inBrowsers('groups', (setting) => {
  let admin: Account;
  let anna: Account;
  let berta: Account;
  let admins: Office;
  let office: Office;

  before(async () => {
    const { service } = setting();
    ({ admin } = service);
    anna = await service.createUser('anna');
    berta = await service.createUser('berta');
    await service.createUser('carl');
    admins = await officeOf(service, admin);
    office = await officeOf(service, anna);
  });

  async function group(name: string, users: readonly string[]): Promise<number> {
    return idOf(await admins.call('POST', '/groups', { name, users }));
  }

  async function share(name: string, fields: object): Promise<number> {
    const id = await office.folder(name);
    await office.call('POST', '/shares', { folder_id: id, permissions: 1, ...fields });
    return id;
  }

  it('are created with members by one click, shared with by keys alone, and seen by their members', async () => {
    const page = await setting().open(admin, '/admin/groups');
    await page.waitForSelector('.notice ::-p-text(There are no groups yet.)');
    const hand = new Hand(page);
    await hand.click('.admin-head .button ::-p-text(New group)');
    await page.waitForSelector('dialog input[name=name]:focus');
    await hand.type('Accounting');
    await hand.press('Tab');
    await take(page, hand, 'ber', 'berta');
    await take(page, hand, 'adm', 'admin');
    await hand.press('Enter');
    await page.waitForSelector('.toast ::-p-text(The group “Accounting” is created)');
    assert.equal(await page.$('dialog'), null);
    await page.waitForSelector('.grid-row .cell-members ::-p-text(2)');
    assert.deepEqual({ ...hand.effort, letters: 0 }, { clicks: 1, drags: 0, keys: 4, letters: 0 });

    await office.folder('Invoices');
    const shared = await setting().open(anna);
    await shared.waitForSelector('.upload-button');
    const keys = new Keyboard(shared);
    await keys.select('Invoices');
    await keys.press('KeyS', 'Alt');
    await shared.waitForSelector('dialog [role=combobox]:focus');
    await keys.type('acc');
    await shared.waitForSelector('dialog [role=option] ::-p-text(Group)');
    await keys.press('Enter');
    await shared.waitForSelector('.person ::-p-text(Accounting)');
    await keys.leave('Enter');
    await shared.waitForSelector('.toast ::-p-text(“Invoices” is shared with Accounting)');

    const seen = await setting().open(berta, '/shared');
    await seen.waitForSelector(`${GRID} ::-p-text(Invoices)`);
    await seen.waitForSelector('.cell-person ::-p-text(through Accounting)');
  });

  it('are renamed, filled, emptied with undo, and deleted after a question', async () => {
    await group('Sales', ['berta']);
    const page = await setting().open(admin, '/admin/groups');
    await choose(page, 'Sales', 'Rename');
    await page.waitForSelector('dialog input[name=name]:focus');
    await page.keyboard.type('Field sales');
    await page.keyboard.press('Enter');
    await page.locator('.cell-name a ::-p-text(Field sales)').click();
    await page.waitForSelector('h2 ::-p-text(Field sales)');
    await page.locator('.button ::-p-text(Add people)').click();
    await page.waitForSelector('dialog [role=combobox]:focus');
    const hand = new Hand(page);
    await take(page, hand, 'carl', 'carl');
    await take(page, hand, 'anna', 'anna');
    await hand.press('Enter');
    await page.waitForSelector('.toast ::-p-text(Added to Field sales)');
    await page.waitForSelector(`${GRID} ::-p-text(anna)`);
    await choose(page, 'carl', 'Remove from the group');
    await page.waitForSelector('.toast ::-p-text(carl is no longer in Field sales)');
    await page.waitForFunction(
      () => document.querySelector('[role=grid]')?.textContent.includes('carl') === false,
    );
    await page.locator('.toast:last-child button.link').click();
    await page.waitForSelector(`${GRID} ::-p-text(carl)`);
    await page.locator('a ::-p-text(All groups)').click();
    await page.waitForSelector('.cell-members ::-p-text(3)');
    await choose(page, 'Field sales', 'Delete group');
    await page.waitForSelector('dialog ::-p-text(Its 3 members lose the access)');
    await page.locator('dialog .button.danger').click();
    await page.waitForSelector('.toast ::-p-text(The group “Field sales” is deleted)');
  });

  it('say below the field which name is taken, and which user is unknown', async () => {
    await group('Board', []);
    const page = await setting().open(admin, '/admin/groups');
    await page.locator('.admin-head .button ::-p-text(New group)').click();
    await page.waitForSelector('dialog input[name=name]:focus');
    await page.keyboard.type('BOARD');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog input[name=name][aria-invalid=true]');
    await page.keyboard.press('End');
    await page.keyboard.type(' 2');
    await page.keyboard.press('Tab');
    await page.keyboard.type('zoe');
    await page.waitForSelector('dialog ::-p-text(No people found for “zoe”.)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.people-field .fault ::-p-text(zoe)');
  });

  it('with a long name fit on a phone, in the field and in the list of those with access', async () => {
    const name = 'Accounting and administration of personnel in the south';
    await group(name, ['berta']);
    await share('Wages', { groups: [name] });
    const page = await setting().open(anna, '/', { width: 390 });
    await choose(page, 'Wages', 'Share');
    await page.waitForSelector('dialog [role=combobox]');
    await page.type('dialog [role=combobox]', 'Accounting and');
    await page.waitForSelector(`dialog [role=option] ::-p-text(${name})`);
    await page.keyboard.press('Enter');
    const remove = await page.waitForSelector('dialog .person button');
    const edge = await remove?.evaluate((button) => button.getBoundingClientRect().right);
    assert.ok(edge !== undefined && edge <= 390, String(edge));
    const who = await page.waitForSelector(`.access .who ::-p-text(${name})`);
    const width = await who?.evaluate((line) => line.getBoundingClientRect().width);
    assert.ok(width !== undefined && width > 250, String(width));
  });

  it('are not administered by others', async () => {
    const page = await setting().open(anna, '/admin/groups');
    await page.waitForSelector('.notice ::-p-text(This page does not exist, or you do not have access.)');
  });

  it('cannot be left by a member, who sees the others; a user outside sees the name only', async () => {
    const id = await group('Lawyers', ['berta', 'carl']);
    await share('Cases', { groups: ['Lawyers'] });
    const page = await setting().open(berta, '/shared');
    await page.waitForSelector(`${GRID} ::-p-text(Cases)`);
    await page.locator('[aria-label="Actions for Cases"]').click();
    await page.waitForSelector('[role=menuitem][aria-disabled=true] ::-p-text(Leave)');
    await page.keyboard.press('Escape');
    await page.goto(`${setting().service.url}/account/profile`);
    await page.locator('[aria-label="Members of Lawyers"]').click();
    await page.waitForSelector('.own-groups ::-p-text(carl)');
    await page.goto(`${setting().service.url}/admin/groups/${String(id)}`);
    await page.waitForSelector('.notice');

    const owner = await setting().open(anna);
    await choose(owner, 'Cases', 'Share');
    await owner.waitForSelector('.access ::-p-text(Lawyers)');
    assert.equal(await owner.$('.access [aria-expanded]'), null);
    await owner.select('[aria-label="Permission of Lawyers"]', 'edit');
    await owner.locator('[aria-label="End the share with Lawyers"]').click();
    await owner.locator('.ended button').click();
    await owner.waitForSelector('[aria-label="End the share with Lawyers"]');
  });

  it('are left by a user whom the share names as well, who keeps the access', async () => {
    await group('Editors', ['berta']);
    await share('Magazine', { groups: ['Editors'], users: ['berta'] });
    const page = await setting().open(berta, '/shared');
    await page.waitForSelector(`${GRID} ::-p-text(Magazine)`);
    await choose(page, 'Magazine', 'Leave');
    await page.waitForSelector('dialog ::-p-text(You keep the access through Editors.)');
    await page.locator('dialog .button.danger').click();
    await page.waitForSelector('.toast ::-p-text(You have left “Magazine”)');
    await page.waitForSelector(`${GRID} ::-p-text(Magazine)`);
  });

  it('are named in the details of an entry, with their members for a member', async () => {
    await group('Planners', ['berta']);
    const id = await share('Plans', { groups: ['Planners'], permissions: 17 });
    const page = await setting().open(berta, `/folders/${String(id)}`);
    await page.waitForSelector('h1 ::-p-text(Plans), [aria-current=page] ::-p-text(Plans)');
    await office.folder('Inner', id);
    await page.waitForSelector(`${GRID} ::-p-text(Inner)`);
    await choose(page, 'Inner', 'Details');
    await page.locator('.details summary ::-p-text(Who has access)').click();
    await page.waitForSelector('.details .access ::-p-text(You: through Planners)');
    await page.locator('[aria-label="Members of Planners"]').click();
    await page.waitForSelector('.group-members ::-p-text(berta)');
  });
});
