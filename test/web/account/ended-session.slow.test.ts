import assert from 'node:assert/strict';
import { it } from 'mocha';
import { pageBeside } from '../support/browsers.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';

inBrowsers('a session that has ended', (setting) => {
  it('is noticed by a page that nobody touches, which then goes on', async () => {
    const { service } = setting();
    const anna = await service.createUser('anna');
    const office = await officeOf(service, anna);
    const page = await setting().open(anna, '/');
    await page.waitForSelector('.upload-button');
    // It is told of it: so the stream stands.
    await office.upload('before.txt', 'x');
    await page.waitForSelector('::-p-text(before.txt)');
    await service.dms.sessions.endOf(service.admin.actor, anna.id);
    await page.waitForSelector('dialog input[name=login]');
    await officeOf(service, anna).then((again) => again.upload('after.txt', 'x'));
    await page.type('dialog input[name=login]', 'anna@example.org');
    await page.type('dialog input[name=password]', anna.password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog', { hidden: true });
    await page.waitForSelector('::-p-text(after.txt)');
  });

  it('is noticed in every tab when the account is disabled', async () => {
    const { service } = setting();
    const ben = await service.createUser('ben');
    const page = await setting().open(ben, '/');
    await page.waitForSelector('.upload-button');
    await officeOf(service, ben).then((office) => office.upload('before.txt', 'x'));
    await page.waitForSelector('::-p-text(before.txt)');
    const other = await pageBeside(page);
    await other.goto(`${service.url}/trash`);
    await other.waitForSelector('h1');
    await service.dms.users.update(service.admin.actor, ben.id, { isDisabled: true });
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await tab.waitForSelector('dialog input[name=login]');
    }
    assert.equal((await page.$$('dialog')).length, 1);
    await other.close();
  });
});
