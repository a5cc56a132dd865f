// Would catch an earlier time that shows, downloads or brings back something else than what was there.
import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account, Service } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { intercept } from '../support/intercept.ts';
import { Keyboard } from '../support/keyboard.ts';
import { type Office, officeOf } from '../support/office.ts';

const DAY_MS = 24 * 3_600_000;

/** How far the clock of the service is behind. */
let behind = 0;

async function choose(page: Page, name: string, action: string, actions = 'Actions for'): Promise<void> {
  await page.locator(`[aria-label="${actions} ${name}"]`).click();
  await page.locator(`[role=menuitem] ::-p-text(${action})`).click();
}

/** Names and what became of the entries, as the list shows them. */
function rowsOf(page: Page): Promise<string[]> {
  return page.$$eval('.grid-row', (rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('.cell-name, .cell-became')].map(({ textContent }) => textContent).join(': '),
    ),
  );
}

async function untilRows(page: Page, expected: readonly string[]): Promise<void> {
  let rows: string[] = [];
  await waiter(() => JSON.stringify(rows))(async () => {
    rows = (await rowsOf(page)).toSorted();
    return JSON.stringify(rows) === JSON.stringify(expected.toSorted());
  });
}

/** Puts a folder into a home, with changes two days ago. */
async function changedFolder(signIn: () => Promise<Office>, name: string) {
  behind = 8 * DAY_MS;
  const before = await signIn();
  const folder = await before.folder(name);
  const archive = await before.folder(`Archive of ${name}`);
  const invoices = await before.folder('Invoices', folder);
  await before.upload('march.txt', 'march', invoices);
  const lease = await before.upload('lease.txt', 'first lease', folder);
  const notes = await before.upload('notes.txt', 'notes', folder);
  const gone = await before.upload('gone.txt', 'gone', folder);
  await before.upload('same.txt', 'same', folder);
  behind = 2 * DAY_MS;
  const after = await signIn();
  await after.upload('lease.txt', 'second lease', folder);
  await after.call('POST', `/documents/${String(notes)}/move`, { folder_id: archive });
  await after.call('PATCH', `/documents/${String(notes)}`, { name: 'minutes.txt' });
  await after.call('DELETE', `/documents/${String(gone)}`);
  await after.call('DELETE', `/folders/${String(invoices)}`);
  await after.upload('new.txt', 'new', folder);
  behind = 0;
  const path = `/folders/${String(folder)}`;
  const at = new Date(Date.now() - 5 * DAY_MS).toISOString();
  return { name, folder, archive, invoices, lease, notes, gone, path, pathAt: `${path}?at=${at}` };
}

function earlierOf(name: string): readonly string[] {
  return [
    'Invoices: In the trash',
    'gone.txt: In the trash',
    'lease.txt: Changed since',
    `notes.txt: Named “minutes.txt” · in “Archive of ${name}”`,
    'same.txt: Unchanged',
  ];
}

async function namesIn(office: Office, folder: number): Promise<string[]> {
  const data = await office.call('GET', `/folders/${String(folder)}/contents`);
  assert.ok(Array.isArray(data));
  return data.map((entry: { name: string }) => entry.name);
}

/** Locks a document as an Office program does. */
async function lock({ url }: Service, { login, password }: Account, path: string): Promise<void> {
  const { status } = await fetch(`${url}/webdav/${path}`, {
    method: 'LOCK',
    headers: {
      Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
      'Content-Type': 'application/xml',
    },
    body: '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>',
  });
  assert.equal(status, 200);
}

/** Fills in the fields as a user does: what is typed depends on the language of the browser. */
async function fill(page: Page, time: Date): Promise<void> {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString();
  for (const [name, value] of [
    ['day', local.slice(0, 10)],
    ['time', local.slice(11, 16)],
  ] as const)
    await page.$eval(
      `.time-line input[name=${name}]`,
      (input, text) => {
        if (input instanceof HTMLInputElement) input.value = text;
      },
      value,
    );
  await page.locator('.time-line form button').click();
}

inBrowsers(
  'earlier times of a folder',
  (setting) => {
    let contracts: Awaited<ReturnType<typeof changedFolder>>;
    let office: Office;

    const make = (name: string) =>
      changedFolder(() => officeOf(setting().service, setting().service.admin), name);
    const open = (path: string, width = 1440) => setting().open(setting().service.admin, path, { width });

    before(async () => {
      contracts = await make('Contracts');
      office = await officeOf(setting().service, setting().service.admin);
    });

    it('opens from the toolbar, and its address leads to the same list', async () => {
      const page = await open(contracts.path);
      await page.waitForSelector('[role=row] ::-p-text(new.txt)');
      await page.locator('.toolbar [aria-label="Earlier times"]').click();
      await page.locator('.time-line button ::-p-text(A week ago)').click();
      await untilRows(page, earlierOf('Contracts'));
      await page.waitForSelector('.time-line.past ::-p-text(Nothing here can be changed.)');
      assert.match(page.url(), /\/folders\/\d+\?at=\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
      assert.match(await page.title(), /^Contracts, .+ · dms$/);
      await page.reload();
      await untilRows(page, earlierOf('Contracts'));
      await page.goBack();
      await page.waitForSelector('[role=row] ::-p-text(new.txt)');
    });

    it('takes any day and time that is over', async () => {
      const page = await open(contracts.path);
      await page.locator('.toolbar [aria-label="Earlier times"]').click();
      await page.waitForSelector('.time-line');
      await fill(page, new Date(Date.now() + DAY_MS));
      await page.waitForSelector('.time-line .fault ::-p-text(Choose a time in the past.)');
      await fill(page, new Date(Date.now() - 5 * DAY_MS));
      await untilRows(page, earlierOf('Contracts'));
      await fill(page, new Date(Date.now() - 30 * DAY_MS));
      await page.waitForSelector('.notice ::-p-text(This folder was empty at that time)');
      await page.locator('.time-line button ::-p-text(Now)').click();
      await page.waitForSelector('[role=row] ::-p-text(new.txt)');
      await page.goto(`${setting().service.url}${contracts.path}?at=never`);
      await page.waitForSelector('.notice ::-p-text(no valid time)');
    });

    it('leads into a folder that is in the trash, and back', async () => {
      const page = await open(contracts.pathAt);
      await page.locator('[role=row] a ::-p-text(Invoices)').click();
      await untilRows(page, ['march.txt: In the trash']);
      await page.waitForSelector('.earlier-gone ::-p-text(This folder is in the trash.)');
      await page.reload();
      await page.waitForSelector('h1 ::-p-text(Invoices)');
      assert.deepEqual(
        await page.$$eval('.breadcrumbs a', (links) => links.map(({ textContent }) => textContent)),
        ['Files', 'Contracts'],
      );
      await choose(page, 'march.txt', 'Get this file back');
      await page.waitForSelector('.toast.failed ::-p-text(Get the folder back first.)');
      await page.locator('.breadcrumbs a ::-p-text(Contracts)').click();
      await untilRows(page, earlierOf('Contracts'));
    });

    it('shows and downloads what a document was, and all of it as a ZIP file', async () => {
      const page = await open(contracts.pathAt);
      await page.locator('[role=row] button ::-p-text(lease.txt)').click();
      await page.waitForSelector('dialog pre ::-p-text(first lease)');
      const href = await page.$eval('dialog a[download]', (link) => link.getAttribute('href'));
      const load = (url: string | null) =>
        page.evaluate(async (from) => (await fetch(from ?? '')).text(), url);
      assert.equal(await load(href), 'first lease');
      await page.keyboard.press('Escape');
      assert.equal(
        await load(await page.$eval('[aria-label="Download gone.txt"]', (link) => link.getAttribute('href'))),
        'gone',
      );
      const made = page.waitForResponse((response) => response.url().endsWith('/archives'));
      await page.locator('.toolbar [aria-label="Download as ZIP"]').click();
      const body: unknown = await (await made).json();
      const [url = ''] = /\/web\/api\/[^"]+/.exec(JSON.stringify(body)) ?? [];
      const zip = await load(url);
      for (const name of ['Contracts/Invoices/march.txt', 'Contracts/notes.txt', 'first lease'])
        assert.ok(zip.includes(name), name);
      assert.ok(!zip.includes('new.txt'));
    });

    it('shows the top folder, and gets a folder back there', async () => {
      behind = 8 * DAY_MS;
      const anna = await setting().service.createUser('anna');
      const her = await officeOf(setting().service, anna);
      const letters = await her.folder('Letters');
      await her.upload('a.txt', 'a', letters);
      await her.upload('top.txt', 'top');
      behind = 0;
      const now = await officeOf(setting().service, anna);
      await now.call('DELETE', `/folders/${String(letters)}`);
      const at = new Date(Date.now() - DAY_MS).toISOString();
      const page = await setting().open(anna, `/?at=${at}`);
      await untilRows(page, ['Letters: In the trash', 'top.txt: Unchanged']);
      await choose(page, 'Letters', 'Get this folder back');
      await untilRows(page, ['Letters: Still here', 'top.txt: Unchanged']);
      const made = page.waitForResponse((response) => response.url().endsWith('/archives'));
      await page.locator('.toolbar [aria-label="Download as ZIP"]').click();
      assert.equal((await made).status(), 201);
      await now.call('DELETE', `/folders/${String(letters)}`);
      await page.locator('.toolbar button ::-p-text(Put this folder back)').click();
      await page.locator('dialog button.primary ::-p-text(Put back)').click();
      await page.waitForSelector('dialog [role=status] ::-p-text(Done: )');
      assert.deepEqual(await namesIn(now, 0), ['Letters', 'top.txt']);
    });

    it('gets single files back, and undoes that', async () => {
      const { folder, pathAt, lease, notes } = await make('Single');
      const page = await open(pathAt);
      await choose(page, 'lease.txt', 'Get this file back');
      await page.waitForSelector('.toast ::-p-text(“lease.txt” is back)');
      assert.equal(await office.download(lease), 'first lease');
      await page.waitForSelector('[role=row] ::-p-text(Unchanged)');
      await page.locator('.toast button.link').click();
      await waiter(() => 'the second lease')(async () => (await office.download(lease)) === 'second lease');
      await choose(page, 'gone.txt', 'Get this file back');
      await page.waitForSelector('.toast ::-p-text(“gone.txt” is back)');
      await choose(page, 'notes.txt', 'Get this file back');
      await page.waitForSelector('.toast ::-p-text(“notes.txt” is back)');
      assert.deepEqual((await namesIn(office, folder)).toSorted(), [
        'gone.txt',
        'lease.txt',
        'new.txt',
        'notes.txt',
        'same.txt',
      ]);
      await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.toast button.link')].at(-1)?.click(),
      );
      const nameOf = async () => JSON.stringify(await office.call('GET', `/documents/${String(notes)}`));
      await waiter(() => 'the name of now')(async () => (await nameOf()).includes('minutes.txt'));
    });

    it('puts the folder back, says what was left, and undoes that', async () => {
      const { folder, pathAt } = await make('Whole');
      const ben = await setting().service.createUser('ben');
      await office.call('POST', '/shares', { folder_id: folder, users: ['ben'], permissions: 15 });
      await lock(setting().service, ben, 'Whole/lease.txt');
      const page = await open(pathAt);
      await page.locator('.toolbar button ::-p-text(Put this folder back)').click();
      await page.waitForSelector('dialog .undo-summary ::-p-text(would be put back.)');
      assert.ok((await namesIn(office, folder)).includes('new.txt'));
      await page.locator('dialog button.primary ::-p-text(Put back)').click();
      await page.waitForSelector('dialog [role=status] ::-p-text(put back. 1 stays as it is.)');
      await page.waitForSelector('dialog .undo-notes ::-p-text(lease.txt)');
      const back = ['Invoices', 'gone.txt', 'lease.txt', 'notes.txt', 'same.txt'];
      assert.deepEqual((await namesIn(office, folder)).toSorted(), back);
      await page.locator('dialog .undo-run button ::-p-text(Undo)').click();
      await page.waitForSelector('dialog ::-p-text(1 stays as it is.)', { hidden: true });
      await page.waitForSelector('dialog [role=status] ::-p-text(Done: )');
      const now = ['lease.txt', 'new.txt', 'same.txt'];
      assert.deepEqual((await namesIn(office, folder)).toSorted(), now);
      await page.locator('dialog button ::-p-text(Show the folder now)').click();
      await page.waitForSelector('[role=row] ::-p-text(new.txt)');
    });

    it('says why an undo was stopped, and continues it', async () => {
      const { pathAt, folder } = await make('Stopped');
      const page = await open(pathAt);
      await page.waitForSelector('[role=row] ::-p-text(gone.txt)');
      let isStopped = true;
      await intercept(page, (request) => {
        const [, id] = /\/undo\/(\d+)$/.exec(request.url()) ?? [];
        if (id === undefined || !isStopped) return false;
        const undo = { id: Number(id), kind: 'folder', state: 'stopped', total: 5, reverted: 2, skipped: 0 };
        const body = JSON.stringify({ data: { ...undo, stop: { code: 'disk_full', facts: {} } } });
        void request.respond({ contentType: 'application/json', body });
        return true;
      });
      await page.locator('.toolbar button ::-p-text(Put this folder back)').click();
      await page.locator('dialog button.primary ::-p-text(Put back)').click();
      await page.waitForSelector('dialog .undo-stopped ::-p-text(Stopped: The disk of the server is full.)');
      isStopped = false;
      await page.locator('dialog button ::-p-text(Continue)').click();
      await page.waitForSelector('dialog [role=status] ::-p-text(put back.)');
      assert.ok((await namesIn(office, folder)).includes('gone.txt'));
    });

    it('works with the keyboard alone', async () => {
      const page = await open(contracts.path);
      const keyboard = new Keyboard(page);
      await page.waitForSelector('[role=row] ::-p-text(new.txt)');
      await keyboard.leave('KeyT', 'Alt');
      await page.waitForSelector('.time-line ol button:focus');
      await keyboard.press('Escape');
      await page.waitForFunction(() => document.querySelector('.time-line') === null);
      await keyboard.leave('KeyT', 'Alt');
      await page.waitForSelector('.time-line ol button:focus');
      await keyboard.press('Tab');
      await keyboard.leave('Enter');
      await page.waitForSelector('[role=grid]:focus');
      await untilRows(page, earlierOf('Contracts'));
      await keyboard.press('ArrowDown');
      await keyboard.leave('Enter');
      await untilRows(page, ['march.txt: In the trash']);
      await keyboard.leave('ArrowUp', 'Alt');
      await untilRows(page, earlierOf('Contracts'));
      await page.waitForSelector('[role=grid]:focus');
      await keyboard.press('End');
      await keyboard.leave(' ');
      await page.waitForSelector('dialog pre ::-p-text(same)');
      await keyboard.leave('Escape');
      await page.waitForSelector('[role=grid]:focus');
      await keyboard.leave('KeyT', 'Alt');
      await page.waitForSelector('.time-line [aria-current]:focus');
      await keyboard.press('Tab');
      await keyboard.leave('Enter');
      await page.waitForSelector('.time-line [aria-current]:focus');
      await page.waitForSelector('[role=row] ::-p-text(new.txt)');
    });

    it('fits on a phone, in German', async () => {
      const { service } = setting();
      await office.call('PATCH', '/account', { language: 'de' });
      const page = await open(contracts.path, 360);
      await page.locator('.toolbar [aria-label="Frühere Stände"]').click();
      await page.locator('.time-line button ::-p-text(Vor einer Woche)').click();
      await page.waitForSelector('[role=row] ::-p-text(Im Papierkorb)');
      await page.waitForSelector('.time-line.past ::-p-text(Hier lässt sich nichts ändern.)');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await choose(page, 'lease.txt', 'Öffnen', 'Aktionen für');
      await page.waitForSelector('dialog pre ::-p-text(first lease)');
      await page.locator('dialog header button').click();
      await page.locator('.toolbar button.primary').click();
      await page.waitForSelector('dialog .undo-summary ::-p-text(zurückgesetzt.)');
      await service.dms.account.update(service.admin.actor, { language: 'en' });
    });
  },
  { now: () => Date.now() - behind },
);
