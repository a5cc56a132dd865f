import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { totpCode } from '../../support/second-factor.ts';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.locator(`[aria-label="Actions for ${name}"]`).click();
  await page.locator(`[role=menuitem] ::-p-text(${action})`).click();
}

async function fill(page: Page, name: string, text: string): Promise<void> {
  const field = await page.waitForSelector(`dialog [name=${name}]`);
  await field?.focus();
  await page.evaluate((element) => {
    if (element instanceof HTMLInputElement) element.select();
  }, field);
  await field?.type(text);
}

async function waitUntilGone(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (gone) => document.querySelector('main')?.textContent.includes(gone) !== true,
    {},
    text,
  );
}

inBrowsers('people, as administrators see them', (setting) => {
  let dora: Account;

  before(async () => {
    for (const login of ['anna', 'berta', 'clara']) await setting().service.createUser(login);
    dora = await setting().service.createUser('dora');
  });

  const open = (): Promise<Page> => setting().open(setting().service.admin, '/admin/people');

  it('are not there for others', async () => {
    const emil = await setting().service.createUser('emil');
    const page = await setting().open(emil, '/admin/people');
    await page.waitForSelector('.notice ::-p-text(This page does not exist, or you do not have access.)');
  });

  it('are found by letters', async () => {
    const page = await open();
    await page.waitForSelector('[role=gridcell] ::-p-text(berta)');
    await (await page.waitForSelector('[aria-label="Find people"]'))?.type('cla');
    await waitUntilGone(page, 'berta');
    await page.waitForSelector('[role=gridcell] ::-p-text(clara)');
    await (await page.waitForSelector('[aria-label="Find people"]'))?.type('xyz');
    await page.waitForSelector('.notice ::-p-text(No people found.)');
  });

  it('are invited, with a link that is shown once', async () => {
    const page = await open();
    await page.locator('.admin-head .button ::-p-text(Invite)').click();
    await fill(page, 'name', '<img src=x onerror=alert(1)>');
    await fill(page, 'email', 'frida@example.org');
    await fill(page, 'login', 'not a login');
    await fill(page, 'quota_bytes', 'much');
    await page.locator('dialog .button.primary').click();
    await page.waitForSelector('dialog .fault ::-p-text(Enter a number, such as 20 or 1.5.)');
    await fill(page, 'quota_bytes', '1.5');
    await page.locator('dialog .button.primary').click();
    await page.waitForSelector('dialog [name=login][aria-invalid=true]');
    await fill(page, 'login', 'frida');
    await page.locator('dialog .button.primary').click();
    await page.waitForSelector('dialog ::-p-text(Pass on the link yourself)');
    const link = await page.$eval('dialog .copy-field input', ({ value }) => value);
    assert.match(link, /^http.*\/reset#code=.+&invited$/);
    await page.locator('dialog .button ::-p-text(Done)').click();
    await page.waitForSelector('[role=gridcell] ::-p-text(<img src=x onerror=alert(1)>)');
    await page.waitForSelector('[role=gridcell] ::-p-text(0 bytes of 1.5 GB)');
    await choose(page, '<img src=x onerror=alert(1)>', 'Send a new invitation');
    await page.waitForSelector('dialog ::-p-text(Pass on the link yourself)');
    assert.notEqual(await page.$eval('dialog .copy-field input', ({ value }) => value), link);
  });

  it('are edited', async () => {
    const page = await open();
    await choose(page, 'anna', 'Edit');
    await fill(page, 'name', 'Anna Arndt');
    await fill(page, 'quota_bytes', '20');
    await page.locator('dialog [name=is_admin]').click();
    await page.locator('dialog .button.primary').click();
    await page.waitForSelector('.toast ::-p-text(Saved)');
    await page.waitForSelector('[role=gridcell] ::-p-text(Anna Arndt)');
    await page.waitForSelector('[role=gridcell] ::-p-text(of 20 GB)');
    assert.equal((await page.$$('.mark')).length, 2);
  });

  it('are disabled, and enabled again by undoing', async () => {
    const page = await open();
    await choose(page, 'berta', 'Disable');
    await page.waitForSelector('.mark.off');
    await page.locator('.toast button.link').click();
    await page.waitForFunction(() => document.querySelector('.mark.off') === null);
  });

  it('are signed out', async () => {
    await setting().open(dora);
    const page = await open();
    await choose(page, 'dora', 'End sessions');
    await page.waitForSelector('.toast ::-p-text(1 session of dora has ended)');
  });

  it('lose their second factor after a question', async () => {
    const greta = await setting().service.createUser('greta');
    const office = await officeOf(setting().service, greta);
    const begun = await office.call('POST', '/account/2fa', { method: 'totp', password: greta.password });
    assert.ok(typeof begun === 'object' && begun !== null && 'secret' in begun);
    await office.call('POST', '/account/2fa/confirm', { code: totpCode(String(begun.secret), Date.now()) });
    const page = await open();
    await page.waitForSelector('[role=gridcell] ::-p-text(App)');
    await choose(page, 'greta', 'Switch off the second factor');
    await page.waitForSelector('dialog ::-p-text(Switch off the second factor of greta?)');
    await page.locator('dialog .button.danger').click();
    await page.waitForSelector('.toast ::-p-text(The second factor of greta is off)');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.grid-row .cell-factor')].every((cell) => cell.textContent === 'Off'),
    );
  });

  it('are deleted after a question, but not the own account', async () => {
    const page = await open();
    await choose(page, 'clara', 'Delete account');
    await page.waitForSelector('dialog ::-p-text(Delete the account of clara?)');
    await page.locator('dialog .button.danger').click();
    await page.waitForSelector('.toast ::-p-text(The account of clara is deleted)');
    await page.waitForFunction(() => document.querySelector('[aria-label="Actions for clara"]') === null);
    await page.locator('[aria-label="Actions for admin"]').click();
    const refused = await page.$$('[role=menuitem][aria-disabled=true]');
    assert.equal(refused.length, 4);
  });
});

inBrowsers('the status of the service', (setting) => {
  it('has words for what is well, and numbers', async () => {
    const page = await setting().open(setting().service.admin, '/admin/status');
    await page.waitForSelector('[role=status] ::-p-text(All is well.)');
    await page.waitForSelector('.space-bar[aria-label*=free]');
    await page.waitForSelector('.admin-facts ::-p-text(no mail server is configured)');
    await page.locator('a ::-p-text(Go to Backups)').click();
    await page.waitForSelector('.configuration ::-p-text(dest:)');
  });
});

inBrowsers('system folders', (setting) => {
  it('are made, renamed, shared, deleted, and brought back', async () => {
    await setting().service.createUser('gerda');
    const page = await setting().open(setting().service.admin, '/admin/folders');
    await page.waitForSelector('.notice ::-p-text(There are no system folders yet.)');
    await page.locator('.button ::-p-text(New system folder)').click();
    await fill(page, 'name', 'Templates');
    await page.locator('dialog .button.primary').click();
    await choose(page, 'Templates', 'Rename');
    await fill(page, 'name', 'Forms');
    await page.locator('dialog .button.primary').click();
    await choose(page, 'Forms', 'Share');
    await page.waitForSelector('dialog [role=combobox]:focus');
    await page.keyboard.type('gerda');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.person ::-p-text(gerda)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.toast ::-p-text(“Forms” is shared with gerda)');
    await page.waitForSelector('.grid-row .cell-shares ::-p-text(1)');
    await choose(page, 'Forms', 'Delete');
    await page.waitForSelector('.notice ::-p-text(There are no system folders yet.)');
    await page.locator('.toast:last-child button.link').click();
    await page.waitForSelector('[role=gridcell] ::-p-text(Forms)');
  });
});

inBrowsers('locks', (setting) => {
  it('are ended after a question', async () => {
    const { service } = setting();
    const { admin } = service;
    await (await officeOf(service, admin)).upload('plan.txt', 'x');
    const answer = await fetch(`${service.url}/webdav/plan.txt`, {
      method: 'LOCK',
      headers: {
        Authorization: `Basic ${Buffer.from(`${admin.login}:${admin.password}`).toString('base64')}`,
        Timeout: 'Second-3600',
        'Content-Type': 'application/xml',
      },
      body: '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>',
    });
    assert.equal(answer.status, 200);
    const page = await setting().open(admin, '/admin/locks');
    await choose(page, 'plan.txt', 'End lock');
    await page.waitForSelector('dialog ::-p-text(End the lock on “plan.txt”?)');
    await page.locator('dialog .button.danger').click();
    await page.waitForSelector('.toast ::-p-text(The lock has ended)');
    await page.waitForSelector('.notice ::-p-text(Nothing is locked.)');
  });
});

inBrowsers(
  'backups',
  (setting) => {
    it('are begun when they are asked for, and say why they failed', async () => {
      const { service } = setting();
      const page = await setting().open(service.admin, '/admin/backups');
      await page.waitForSelector('.admin-facts ::-p-text(No backup yet.)');
      await page.waitForSelector('.admin-facts ::-p-text(30 2 * * *)');
      await page.locator('.button ::-p-text(Back up now)').click();
      await page.waitForSelector('[role=status] ::-p-text(A backup has been running)');
      await page.waitForSelector('.button.primary:disabled');
      // What makes backups does not run beside this service.
      await service.dms.backupStatus.failed('/srv/backup', 'The disk is full.');
      service.dms.backupStatus.noteRun('ended');
      await page.waitForSelector('.fault ::-p-text(The disk is full.)');
      await page.waitForSelector('.button.primary:not(:disabled)');
      await page.locator('a ::-p-text(Status)').click();
      await page.waitForSelector('.warning ::-p-text(The last backup failed.)');
    });
  },
  { config: { backup: { dest: '/srv/backup', schedule: '30 2 * * *' } } },
);
