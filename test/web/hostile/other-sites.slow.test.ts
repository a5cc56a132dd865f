import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, it } from 'mocha';
import type { Frame, Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { pageBeside } from '../support/browsers.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

/** A site of somebody else, which any user may come to while they are signed in. */
class Site {
  readonly #server: Server;
  #page = '';
  /** Of each request that came from a page of the service. */
  readonly referrers: (string | undefined)[] = [];

  private constructor() {
    this.#server = createServer(({ headers, url }, response) => {
      // The icon of the site is asked for from its own page.
      if (url === '/') this.referrers.push(headers.referer);
      response.setHeader('Content-Type', 'text/html').end(this.#page);
    });
  }

  static async open(): Promise<Site> {
    const site = new Site();
    site.#server.listen(0, '127.0.0.1');
    await once(site.#server, 'listening');
    return site;
  }

  /** With another host, so that it is another site for browsers; or with the host of the service and another port. */
  url(host: 'localhost' | '127.0.0.1'): string {
    const address = this.#server.address();
    assert.ok(typeof address === 'object' && address !== null);
    return `http://${host}:${String(address.port)}/`;
  }

  show(html: string): void {
    this.#page = `<!doctype html><title>other</title>${html}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** What can be read in a frame. Browsers put a page of their own in place of one that must not be framed. */
function textOf(frame: Frame): Promise<string> {
  return frame.evaluate(() => document.body.innerText).catch(() => '');
}

const HOSTS = ['localhost', '127.0.0.1'] as const;

inBrowsers('other sites', (setting) => {
  let anna: Account;
  let office: Office;
  let contract: number;
  let site: Site;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    contract = await office.upload('contract.txt', 'signed');
    site = await Site.open();
  });

  after(() => site.close());

  /** A further page of a browser that is signed in. What it complains about is what is tested. */
  async function beside(): Promise<Page> {
    return pageBeside(await setting().open(anna));
  }

  for (const host of HOSTS) {
    it(`cannot show a page in a frame: ${host}`, async () => {
      const { url } = setting().service;
      site.show(
        ['/', `/documents/${String(contract)}`, '/api/docs', `/api/documents/${String(contract)}/download`]
          .map((path) => `<iframe src="${url}${path}"></iframe>`)
          .join(''),
      );
      const page = await beside();
      await page.goto(site.url(host));
      const frames = page.frames().filter((frame) => frame !== page.mainFrame());
      assert.equal(frames.length, 4);
      for (const frame of frames) assert.doesNotMatch(await textOf(frame), /dms|contract|signed|openapi/i);
      await page.close();
    });

    it(`cannot change anything in the name of whoever has signed in: ${host}`, async () => {
      const { url } = setting().service;
      site.show('');
      const page = await beside();
      await page.goto(site.url(host));
      await page.evaluate(
        async (service, id) => {
          const form = new FormData();
          form.set('folder_id', '0');
          form.set('file', new Blob(['planted']), 'planted.txt');
          const folder = JSON.stringify({ name: 'planted', folder_id: 0 });
          const json = { 'Content-Type': 'application/json' };
          const requests: [string, RequestInit][] = [];
          for (const base of ['/api', '/web/api']) {
            requests.push(
              [`${base}/documents/upload`, { method: 'POST', body: form }],
              [`${base}/folders`, { method: 'POST', body: folder, headers: json }],
              [`${base}/folders`, { method: 'POST', body: folder }],
              [
                `${base}/folders`,
                { method: 'POST', body: new URLSearchParams({ name: 'planted', folder_id: '0' }) },
              ],
              [`${base}/documents/${String(id)}`, { method: 'DELETE' }],
              [
                `${base}/documents/${String(id)}`,
                { method: 'PATCH', body: '{"name":"planted"}', headers: json },
              ],
              [
                `${base}/uploads`,
                { method: 'POST', headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '0' } },
              ],
              [`${base}/logout`, { method: 'POST' }],
            );
          }
          requests.push(
            [`/webdav/planted`, { method: 'MKCOL' }],
            [`/webdav/contract.txt`, { method: 'DELETE' }],
          );
          for (const [path, init] of requests)
            for (const mode of ['cors', 'no-cors'] as const)
              await fetch(service + path, { ...init, mode, credentials: 'include' }).catch(() => undefined);
        },
        url,
        contract,
      );
      site.show(
        `<form method=post enctype=multipart/form-data action="${url}/api/documents/upload"><input name=folder_id value=0><input name=title value=planted></form>
         <form method=post enctype=text/plain action="${url}/api/folders"><input name='{"name":"planted","folder_id":0,"x":"' value='"}'></form>
         <form method=post action="${url}/web/api/folders"><input name=name value=planted></form>
         <form method=post action="${url}/api/logout"></form>`,
      );
      for (const number of [0, 1, 2, 3]) {
        await page.goto(site.url(host));
        await Promise.all([
          page.waitForNavigation(),
          page.evaluate((which) => document.forms[which]?.submit(), number),
        ]);
      }
      await page.close();
      const contents = JSON.stringify(await office.call('GET', '/folders/0/contents'));
      assert.doesNotMatch(contents, /planted/);
      assert.match(contents, /contract\.txt/);
      const still = await setting().open(anna);
      await still.waitForSelector('[role=grid] ::-p-text(contract.txt)');
    });

    it(`cannot read anything: ${host}`, async () => {
      const { url } = setting().service;
      site.show('');
      const page = await beside();
      await page.goto(site.url(host));
      const read = await page.evaluate(
        async (service, paths) => {
          const texts: string[] = [];
          for (const path of paths)
            for (const mode of ['cors', 'no-cors'] as const)
              texts.push(
                await fetch(service + path, { mode, credentials: 'include' }).then(
                  (response) => response.text(),
                  () => '',
                ),
              );
          return texts.join('');
        },
        url,
        [
          '/',
          '/api/folders/0/contents',
          '/web/api/folders/0/contents',
          `/api/documents/${String(contract)}/download`,
        ],
      );
      assert.equal(read, '');
      await page.close();
    });
  }

  it('are not told where a link to them stood', async () => {
    site.show('');
    for (const path of ['/', `/documents/${String(contract)}`, '/reset#code=secret']) {
      const page = await setting().open(anna, path);
      await page.waitForSelector('h1');
      site.referrers.length = 0;
      await Promise.all([
        page.waitForNavigation(),
        page.evaluate((to) => location.assign(to), site.url('localhost')),
      ]);
      assert.deepEqual([...new Set(site.referrers)], [undefined], path);
    }
  });

  it('find no secret in an address: making a token, signing in, the link of a new password', async () => {
    const page = await setting().open(null, '/sign-in');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.waitForSelector('input[name=login]');
    await page.type('input[name=login]', 'anna');
    await page.type('input[name=password]', anna.password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.shell');
    await page.goto(`${setting().service.url}/reset#code=a-secret-code`);
    await page.waitForSelector('h1');
    assert.ok(asked.length > 5);
    const secrets = [anna.password, encodeURIComponent(anna.password), 'dms_session'];
    // Browsers keep what follows "#" to themselves; the test sees it in the first request.
    const sent = asked.map((url) => url.replace(/#.*/, ''));
    for (const secret of [...secrets, 'a-secret-code'])
      assert.deepEqual(
        sent.filter((url) => url.includes(secret)),
        [],
      );
    assert.doesNotMatch(page.url(), /a-secret-code/);
  });
});
