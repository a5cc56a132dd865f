import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers, type Setting } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';
import { nameOf, PAYLOADS } from '../support/payloads.ts';

/** Kinds of file whose content pages show, and what stands around a payload in them. */
const KINDS = [
  { extension: 'txt', around: (payload: string) => `needle ${payload} end` },
  { extension: 'html', around: (payload: string) => `<html><body>needle ${payload}</body></html>` },
  {
    extension: 'svg',
    around: (payload: string) => `<svg xmlns="http://www.w3.org/2000/svg">${payload}</svg>`,
  },
  { extension: 'md', around: (payload: string) => `# needle\n\n${payload}\n\n[link](javascript:xss())` },
  {
    extension: 'eml',
    around: (payload: string) =>
      `From: "${payload}" <a@example.org>\r\nSubject: needle ${payload}\r\nContent-Type: text/html\r\n\r\n${payload}\r\n`,
  },
] as const;

/** Counts what payloads run, also in frames. */
const WATCH = 'globalThis.ran = 0; globalThis.xss = () => { globalThis.ran += 1; };';

async function watched(setting: Setting, account: Account, path = '/'): Promise<Page> {
  const page = await setting.open(account, path);
  await page.evaluateOnNewDocument(WATCH);
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => assert.fail('a dialog of a payload')));
  await page.reload();
  return page;
}

/** Goes on inside the page, as its links do: what earlier pages left stays. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

async function settle(page: Page, shown: string): Promise<void> {
  await page
    .waitForFunction((text) => document.body.textContent.includes(text), { polling: 30 }, shown)
    .catch(async () =>
      assert.fail(
        `${shown} is not in ${await page.evaluate(() => document.body.textContent.slice(0, 2000))}`,
      ),
    );
}

/** Time for what has been asked for, and for what it may run. The stream of events never ends: no network gets idle. */
function rest(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, 400);
      }),
  );
}

async function scrollOn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    (document.querySelector('[role=grid]') ?? document.documentElement).scrollBy(0, innerHeight);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  });
}

/** Nothing ran, and no element is in the page that only a payload can have brought. */
async function assertHarmless(page: Page, where: string): Promise<void> {
  const found: unknown = await page.evaluate(() => ({
    ran: Reflect.get(globalThis, 'ran'),
    elements: [
      ...document.querySelectorAll(
        'body script, iframe, object, embed, base, marquee, math, form[action], [href^="javascript:" i], [src="x"], [onerror], [onload], [onfocus], [srcdoc], [http-equiv]',
      ),
    ].map(({ outerHTML }) => outerHTML),
  }));
  assert.deepEqual(found, { ran: 0, elements: [] }, where);
}

inBrowsers('names, titles, comments and contents that are scripts', (setting) => {
  let anna: Account;
  let berta: Account;
  let office: Office;
  let folder: number;
  const documents: { readonly id: number; readonly name: string }[] = [];

  before(async function fill() {
    this.timeout(240_000);
    anna = await setting().service.createUser('anna');
    berta = await setting().service.createUser('berta');
    office = await officeOf(setting().service, anna);
    folder = await office.folder(nameOf(PAYLOADS[2] ?? '', 0));
    for (const [number, payload] of PAYLOADS.entries()) {
      const { extension, around } = KINDS[number % KINDS.length] ?? KINDS[0];
      // The service takes a backslash in the name of a file as the end of a folder's.
      const name = `${nameOf(payload, number).replaceAll('\\', ' ')}.${extension}`;
      const form = new FormData();
      form.set('folder_id', String(folder));
      form.set('title', payload.replaceAll('\t', ' '));
      form.set('comment', payload);
      form.set('file', new Blob([around(payload)]), name);
      const made = await office.call('POST', '/documents/upload', form);
      assert.ok(typeof made === 'object' && made !== null && 'id' in made && typeof made.id === 'number');
      await office.call('PATCH', `/documents/${String(made.id)}`, { comments: payload });
      documents.push({ id: made.id, name });
    }
    for (const [number, payload] of PAYLOADS.entries()) {
      const id = await office.folder(nameOf(payload, number), folder);
      if (number % 10 === 0)
        await office.call('POST', '/shares', { folder_id: id, users: ['berta'], permissions: 1 });
    }
  });

  it('run on no page of a document', async function each() {
    this.timeout(280_000);
    const page = await watched(setting(), anna);
    for (const { id, name } of documents) {
      await goTo(page, `/documents/${String(id)}`);
      await settle(page, name);
      await assertHarmless(page, name);
    }
  });

  it('run in no list, whole and scrolled through: folder, search, shared, trash, activity', async function lists() {
    this.timeout(240_000);
    const page = await watched(setting(), anna, `/folders/${String(folder)}`);
    const gone = documents.slice(0, documents.length / 3).map(({ id }) => id);
    await office.call('POST', '/entries/batch', { action: 'delete', ids: gone });
    const guest = await watched(setting(), berta, '/shared');
    await assertHarmless(guest, 'shared with berta');
    await page.bringToFront(); // Timers of a page behind another one are slow.
    for (const path of [
      `/folders/${String(folder)}`,
      '/search?q=needle',
      '/search?q=xss',
      '/search?q=%3Cimg%20src%3Dx%20onerror%3Dxss()%3E',
      '/shared?by=me',
      '/trash',
      '/activity',
    ]) {
      await goTo(page, path);
      await page.waitForSelector('[role=grid] [role=row], .feed li, .notice');
      for (let screen = 0; screen < 14; screen++) {
        await assertHarmless(page, path);
        await scrollOn(page);
      }
    }
  });

  it('run in no dialog, message or page of the administrator', async () => {
    const { service } = setting();
    for (const payload of PAYLOADS.slice(0, 8)) {
      const login = `user${String(PAYLOADS.indexOf(payload))}`;
      const account = await service.createUser(login);
      await (await officeOf(service, account)).call('PATCH', '/account', { name: payload });
    }
    const admin = await watched(setting(), service.admin, '/admin/people');
    for (const path of [
      '/admin/people',
      '/admin/folders',
      '/admin/links',
      '/admin/locks',
      '/activity',
      '/admin/status',
    ]) {
      await goTo(admin, path);
      await rest(admin);
      await assertHarmless(admin, path);
    }
    const page = await watched(setting(), anna, `/folders/${String(folder)}`);
    await page.waitForSelector('[role=grid] [role=row]');
    await page.focus('[role=grid]');
    for (const key of ['ArrowDown', 'F2', 'Escape', 'Delete', 'ArrowDown'] as const) {
      await page.keyboard.press(key);
      await rest(page);
      await assertHarmless(page, key);
    }
    await page.keyboard.down('Alt');
    await page.keyboard.press('KeyS');
    await page.keyboard.up('Alt');
    await page.waitForSelector('dialog [role=combobox]:focus');
    await page.keyboard.type('img');
    await rest(page);
    await assertHarmless(page, 'share dialog');
  });

  it('run in no address of a page', async () => {
    const page = await watched(setting(), anna);
    for (const payload of PAYLOADS) {
      const text = encodeURIComponent(payload);
      const paths = [
        `/search?q=${text}`,
        `/sign-in?to=${text}`,
        `/folders/${text}`,
        `/activity?user=${text}`,
      ];
      await page.evaluate(async (addresses) => {
        for (const address of addresses) {
          history.pushState(null, '', address);
          dispatchEvent(new PopStateEvent('popstate'));
          await new Promise((resolve) => {
            setTimeout(resolve, 20);
          });
        }
      }, paths);
      await assertHarmless(page, payload);
    }
    assert.equal(new URL(page.url()).origin, setting().service.url);
  });
});
