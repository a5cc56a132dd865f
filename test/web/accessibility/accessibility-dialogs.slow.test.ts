import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { ringFor } from '../../support/alarm.ts';
import { violationsOf } from '../support/axe.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { examinedIn, LOOKS } from '../support/looks.ts';
import { namelessOn } from '../support/names.ts';
import { idOf, officeOf } from '../support/office.ts';
import { idlenessOf } from '../support/requests.ts';

/** How to open something over a page, and what is there when it is open. */
interface Opening {
  readonly path: string;
  readonly open: (page: Page) => Promise<unknown>;
  readonly shown: string;
}

async function choose(page: Page, name: string, action?: string): Promise<void> {
  await page.locator(`[aria-label="Actions for ${name}"]`).click();
  if (action !== undefined) await page.locator(`[role=menuitem] ::-p-text(${action})`).click();
}

async function press(page: Page, held: 'Alt' | 'Control', key: 'KeyK' | 'KeyN'): Promise<void> {
  await page.waitForSelector('[role=grid]');
  await page.keyboard.down(held);
  await page.keyboard.press(key);
  await page.keyboard.up(held);
}

inBrowsers(
  'accessibility of what opens over pages',
  (setting) => {
    const openings = new Map<string, Opening>();
    let directory: string;

    function add(name: string, path: string, open: Opening['open'], shown = 'dialog[open]'): void {
      openings.set(name, { path, open, shown });
    }

    function addOfFolder(folder: string): void {
      add('actions', folder, (page) => choose(page, 'notes.txt'), '[role=menuitem]');
      add('move', folder, (page) => choose(page, 'notes.txt', 'Move'), '.picker');
      add('share', folder, (page) => choose(page, 'notes.txt', 'Share'), 'dialog [role=combobox]');
      const rename = async (page: Page): Promise<void> => {
        await choose(page, 'notes.txt', 'Rename');
        await page.waitForSelector('.rename input:focus');
        await page.keyboard.type('other');
        await page.keyboard.press('Enter');
      };
      add('rename to a name that is taken', folder, rename, '.rename input[aria-invalid=true]');
      add('new folder', folder, (page) => press(page, 'Alt', 'KeyN'));
      add('details', folder, (page) => choose(page, 'notes.txt', 'Details'), '.details dl');
      const look = async (page: Page): Promise<void> => {
        await page.waitForSelector('[role=grid] ::-p-text(notes.txt)');
        await page.focus('[role=grid]');
        await page.keyboard.type('notes');
        await page.waitForSelector('.grid-row.selected');
        // Not a letter of a name any more.
        await page.keyboard.press('Home');
        await page.keyboard.press(' ');
      };
      add('looking into a document', folder, look, 'dialog[open] pre');
      add('upload', folder, (page) => page.locator('.upload-button > button').click(), '[role=menuitem]');
      const clash = async (page: Page): Promise<void> => {
        await page.waitForSelector('.upload-button');
        const path = join(directory, 'notes.txt');
        await writeFile(path, 'three');
        const input = await page.$('input[type=file][multiple]');
        await (await input?.toElement('input'))?.uploadFile(path);
      };
      add('upload of a name that is taken', folder, clash);
    }

    /** @param time when the folder had its contents */
    function addOfEarlierTimes(folder: string, time: string): void {
      const past = `${folder}?at=${time}`;
      const openLine = (page: Page): Promise<void> => page.locator('[aria-label="Earlier times"]').click();
      add('the line of earlier times', folder, openLine, '.time-line');
      add('actions of an earlier time', past, (page) => choose(page, 'notes.txt'), '[role=menuitem]');
      add('an earlier document', past, (page) => choose(page, 'notes.txt', 'Open'), 'dialog[open] pre');
      const ask = (page: Page): Promise<void> => page.locator('.toolbar .button.primary').click();
      add('putting a folder back', past, ask, 'dialog[open] .undo-summary');
      const putBack = async (page: Page): Promise<void> => {
        await ask(page);
        await page.locator('dialog .button.primary').click();
      };
      add('a folder that is put back', past, putBack, 'dialog[open] .undo-run .primary');
    }

    function addUndo(): void {
      const conditions = async (page: Page): Promise<void> => {
        await page.locator('.activity-bar .button ::-p-text(Undo changes…)').click();
        await page.waitForSelector('dialog [name=since]');
      };
      const preview = async (page: Page): Promise<void> => {
        await page.locator('[aria-label="Undo everything since this"]').click();
        await page.waitForSelector('dialog .person');
        await page.locator('dialog .dialog-buttons .primary').click();
      };
      const earlier = async (page: Page): Promise<void> => {
        await conditions(page);
        await page.locator('dialog .dialog-buttons .link').click();
      };
      add('undo of many changes', '/activity', conditions);
      add('preview of an undo', '/activity?action=delete', preview, 'dialog .undo-summary');
      const course = async (page: Page): Promise<void> => {
        await earlier(page);
        await page.locator('dialog .undo-line').click();
      };
      add('course of an undo', '/activity', course, 'dialog .undo-summary');
      add('earlier undos', '/activity', earlier, 'dialog .undo-line');
      add('lifting of an incident', '/admin/incidents', (page) =>
        page.locator('[aria-label="Lift the incident of berta"]').click(),
      );
    }

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'dms-dialogs-'));
      const { service } = setting();
      const { admin } = service;
      const office = await officeOf(service, admin);
      const berta = await service.createUser('berta');
      await ringFor(service.dms, berta.id);
      const folder = await office.folder('Contracts');
      const document = await office.upload('notes.txt', 'one\n', folder);
      await office.upload('notes.txt', 'two\n', folder);
      await office.upload('other.txt', 'other\n', folder);
      const time = new Date().toISOString();
      const gone = await office.upload('gone.txt', 'gone', folder);
      await office.call('DELETE', `/documents/${String(gone)}`);
      addOfFolder(`/folders/${String(folder)}`);
      addOfEarlierTimes(`/folders/${String(folder)}`, time);
      add(
        'the account',
        '/',
        (page) => page.locator('button[aria-label^="Account:"]').click(),
        '[role=menuitem]',
      );
      const help = async (page: Page): Promise<void> => {
        await page.locator('button[aria-label^="Account:"]').click();
        await page.locator('[role=menuitem] ::-p-text(Keyboard help)').click();
      };
      add('help', '/', help);
      const search = async (page: Page): Promise<void> => {
        await press(page, 'Control', 'KeyK');
        await page.waitForSelector('input[type=search]:focus, [role=combobox]:focus, search input:focus');
        await page.keyboard.type('notes');
      };
      add('search', '/', search, '[role=option], main ::-p-text(notes.txt)');
      const period = async (page: Page): Promise<void> => {
        await page.locator('.chip ::-p-text(Modified)').click();
        await page.locator('[role=menuitem] ::-p-text(From … until …)').click();
      };
      add('period to search for', '/search?q=notes', period);
      const made = async (page: Page): Promise<void> => {
        await press(page, 'Alt', 'KeyN');
        await page.waitForSelector('dialog input:focus');
        await page.keyboard.type(`Folder ${String(performance.now())}`);
        await page.keyboard.press('Enter');
      };
      add('message', '/', made, '.toast');
      add('emptying the trash', '/trash', (page) => page.locator('.toolbar ::-p-text(Empty trash)').click());
      add('deletion for good', '/trash', (page) => choose(page, 'gone.txt', 'Delete permanently'));
      add('deletion of a version', `/documents/${String(document)}?tab=versions`, (page) =>
        page.locator('[aria-label="Delete version 1"]').click(),
      );
      add('new token', '/account/tokens', (page) => page.locator('button ::-p-text(New token)').click());
      const app = async (page: Page): Promise<void> => {
        await page.locator('button ::-p-text(Use an app)').click();
        await page.waitForSelector('dialog input[name=password]:focus');
        await page.keyboard.type(admin.password);
        await page.keyboard.press('Enter');
      };
      add('an app for the second factor', '/account/security', app, 'dialog img.qr');
      add('invitation', '/admin/people', (page) =>
        page.locator('.admin-head .button ::-p-text(Invite)').click(),
      );
      add('actions for a person', '/admin/people', (page) => choose(page, 'berta'), '[role=menuitem]');
      add('editing of a person', '/admin/people', (page) => choose(page, 'berta', 'Edit'));
      add('deletion of a person', '/admin/people', (page) => choose(page, 'berta', 'Delete'));
      const group = idOf(await office.call('POST', '/groups', { name: 'Accounting', users: ['berta'] }));
      const ofGroup = `/admin/groups/${String(group)}`;
      add('new group', '/admin/groups', (page) => page.locator('.button ::-p-text(New group)').click());
      add('actions for a group', '/admin/groups', (page) => choose(page, 'Accounting'), '[role=menuitem]');
      add('deletion of a group', '/admin/groups', (page) => choose(page, 'Accounting', 'Delete'));
      add('new name of a group', ofGroup, (page) => page.locator('[aria-label=Rename]').click());
      const found = async (page: Page): Promise<void> => {
        await page.locator('.button ::-p-text(Add people)').click();
        await page.waitForSelector('dialog [role=combobox]:focus');
        await page.keyboard.type('ber');
      };
      add('new members', ofGroup, found, 'dialog [role=option]');
      const ofFolder = { folder_id: folder, groups: ['Accounting'], permissions: 1 };
      await office.call('POST', '/shares', ofFolder);
      const members = async (page: Page): Promise<void> => {
        await choose(page, 'notes.txt', 'Share');
        await page.locator('[aria-label="Members of Accounting"]').click();
        await page.locator('dialog [role=combobox]').fill('acc');
        await page.waitForSelector('dialog [role=option]');
      };
      add('members of a group', `/folders/${String(folder)}`, members, '.group-members li');
      const bertas = await officeOf(service, berta);
      await bertas.folder('Drafts');
      await bertas.call('POST', '/undo', { since: '2020-01-01' });
      addUndo();
      add('new system folder', '/admin/folders', (page) =>
        page.locator('.button ::-p-text(New system folder)').click(),
      );
      add(
        'kinds to search for',
        '/search?q=notes',
        (page) => page.locator('.chip ::-p-text(Kind)').click(),
        '[role=menuitem]',
      );
    });

    after(() => rm(directory, { recursive: true }));

    for (const look of LOOKS)
      it(`axe finds nothing wrong, and all has a name: ${String(look.width)} px, ${look.theme}`, async () => {
        const found: string[] = [];
        const { service } = setting();
        // Only one, because each new page costs three times the processor time of another address.
        const page = await setting().open(service.admin, '/', look);
        page.on('dialog', (dialog) => void dialog.accept()); // It asks before it leaves an upload.
        const idle = idlenessOf(page);
        for (const [name, { path, open, shown }] of examinedIn(look, [...openings])) {
          await page.evaluate(() => {
            localStorage.clear();
            sessionStorage.clear();
          });
          await page.goto(service.url + path);
          await assert.doesNotReject(async () => {
            await open(page);
            await page.waitForSelector(shown);
          }, `${name} did not open`);
          await idle();
          const faults = [...(await violationsOf(page)), ...(await namelessOn(page))];
          found.push(...faults.map((fault) => `${name}: ${fault}`));
        }
        assert.deepEqual(found, []);
      });
  },
  { browsers: ['chromium'] },
);
