import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account, Service } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

/** Locks a document as an Office program does. */
async function lock(service: Service, { login, password }: Account, path: string): Promise<void> {
  const answer = await fetch(`${service.url}/webdav/${path}`, {
    method: 'LOCK',
    headers: {
      Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
      Timeout: 'Second-3600',
      'Content-Type': 'application/xml',
    },
    body: '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>',
  });
  assert.equal(answer.status, 200);
}

async function uploadFile(page: Page, directory: string, name: string): Promise<void> {
  const path = join(directory, name);
  await writeFile(path, `what anna has written into ${name}`);
  const input = await page.waitForSelector('input[type=file]:not([webkitdirectory])');
  await (await input?.toElement('input'))?.uploadFile(path);
}

inBrowsers('what the service would refuse is not offered', (setting) => {
  let anna: Account;
  let ben: Account;
  let office: Office;
  let readable: number;
  let shared: number;
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-refused-'));
    const { service } = setting();
    [anna, ben] = [await service.createUser('anna'), await service.createUser('ben')];
    office = await officeOf(service, anna);
    [readable, shared] = [await office.folder('Readable'), await office.folder('Shared')];
    for (const [folder, permissions] of [
      [readable, 1],
      [shared, 15],
    ] as const) {
      await office.call('POST', '/shares', { folder_id: folder, users: ['ben'], permissions });
      for (const name of ['one.txt', 'two.txt']) await office.upload(name, name, folder);
    }
    await lock(service, ben, 'Shared/one.txt');
  });

  after(() => rm(directory, { recursive: true }));

  /** Goes to the first of the two documents of a folder; the arrows are seen to work there. */
  async function atFirst(account: Account, folder: number): Promise<Page> {
    const page = await setting().open(account, `/folders/${String(folder)}`);
    await page.waitForSelector('.grid-row ::-p-text(one.txt)');
    await page.focus('[role=grid]');
    await page.keyboard.type('two');
    await page.waitForSelector('.grid-row.selected ::-p-text(two.txt)');
    await page.keyboard.press('ArrowUp');
    await page.waitForSelector('.grid-row.selected ::-p-text(one.txt)');
    return page;
  }

  /** With a field, the arrow is a key in it, and the second document is never reached. */
  async function assertNoFieldByF2(page: Page): Promise<void> {
    await page.keyboard.press('F2');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.grid-row.selected ::-p-text(two.txt)');
    assert.equal(await page.$('.rename'), null);
  }

  function selectionButtons(page: Page): Promise<string[]> {
    return page.$$eval('.selection-bar .button', (buttons) =>
      buttons.map(({ textContent }) => textContent.trim()),
    );
  }

  it('keeping both is what Enter does for a file that somebody else has locked', async () => {
    const page = await setting().open(anna, `/folders/${String(shared)}`);
    await uploadFile(page, directory, 'one.txt');
    await page.waitForSelector('dialog[open] .clash-choices');
    assert.equal(
      await page.$eval('dialog[open] .button.primary', (button) => button.textContent),
      'Keep both',
    );
  });

  it('a new version is still what Enter does for a file that nobody has locked', async () => {
    const page = await setting().open(anna, `/folders/${String(shared)}`);
    await uploadFile(page, directory, 'two.txt');
    await page.waitForSelector('dialog[open] .clash-choices');
    assert.equal(
      await page.$eval('dialog[open] .button.primary', (button) => button.textContent),
      'New version',
    );
  });

  it('no move and no deletion stand in the selection bar where one may only read', async () => {
    const page = await atFirst(ben, readable);
    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Shift');
    await page.waitForSelector('.selection-bar ::-p-text(2 selected)');
    const buttons = await selectionButtons(page);
    assert.ok(buttons.includes('Download'), buttons.join());
    assert.deepEqual(
      buttons.filter((text) => /Move|Delete/.test(text)),
      [],
    );
  });

  it('F2 opens no field where one may not rename', async () => {
    await assertNoFieldByF2(await atFirst(ben, readable));
  });

  it('F2 opens no field for what somebody else has locked', async () => {
    await assertNoFieldByF2(await atFirst(anna, shared));
  });
});
