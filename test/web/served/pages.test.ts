import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';
import { type Account, type Service, startService } from '../../support/service.ts';
import { sessionOf } from '../support/sign-in.ts';

describe('src/web', () => {
  let service: Service;
  let anna: Account;

  before(async () => {
    service = await startService();
    anna = await service.createUser('anna');
  });

  after(() => service.stop());

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(service.url + path, { headers });

  async function fileNames(): Promise<string[]> {
    const html = await (await get('/')).text();
    return [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, name = '']) => name);
  }

  it('serves one page for every path of the interface', async () => {
    for (const path of ['/', '/folders/7', '/documents/1/compare?from=2&to=5', '/admin/status', '/sign-in']) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
      assert.equal(response.headers.get('Cache-Control'), 'no-store');
    }
  });

  it('tells the browser to run nothing but its own files', async () => {
    const { headers } = await get('/');
    assert.equal(
      headers.get('Content-Security-Policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self'; " +
        "font-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dms",
    );
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(headers.get('X-Frame-Options'), 'DENY');
  });

  it('answers a browser that asks for another path with the page and 404, and a program as before', async () => {
    const page = await get('/nowhere', { Accept: 'text/html,*/*' });
    assert.equal(page.status, 404);
    assert.match(await page.text(), /<!doctype html>/);
    const program = await get('/nowhere', { Accept: 'application/json' });
    assert.equal(program.status, 404);
    assert.match(program.headers.get('Content-Type') ?? '', /^application\/json/);
  });

  it('leaves the paths of the other interfaces alone', async () => {
    for (const path of ['/api/nowhere', '/web/api/nowhere', '/webdav/nowhere', '/healthz', '/metrics']) {
      const response = await get(path, { Accept: 'text/html' });
      assert.doesNotMatch(await response.text(), /dms-state/, path);
    }
    assert.equal((await fetch(`${service.url}/`, { method: 'POST' })).status, 404);
  });

  it('serves the files of the page for good, and as the browser can read them', async () => {
    const names = await fileNames();
    assert.ok(names.length >= 4);
    for (const name of names) {
      const plain = await get(name, { 'Accept-Encoding': 'identity' });
      assert.equal(plain.status, 200, name);
      assert.equal(plain.headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
      assert.equal(plain.headers.get('Content-Encoding'), null);
      assert.equal(plain.headers.get('Vary'), 'Accept-Encoding');
      const text = await plain.text();
      for (const encoding of ['br', 'gzip']) {
        const packed = await get(name, { 'Accept-Encoding': encoding });
        assert.equal(packed.headers.get('Content-Encoding'), encoding);
        assert.equal(await packed.text(), text);
      }
      const refused = await get(name, { 'Accept-Encoding': 'br;q=0, gzip;q=0.000' });
      assert.equal(refused.headers.get('Content-Encoding'), null);
    }
  });

  it('lets the reader of PDFs compile its decoders, and no other script', async () => {
    const { version } = JSON.parse(
      await readFile(new URL('../../../node_modules/pdfjs-dist/package.json', import.meta.url), 'utf8'),
    );
    const folder = `/assets/pdfjs-${version}`;
    const worker = await get(`${folder}/pdf.worker.min.mjs`);
    assert.equal(worker.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
    assert.equal(
      worker.headers.get('Content-Security-Policy'),
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    for (const name of [
      'wasm/openjpeg.wasm',
      'cmaps/UniJIS-UTF16-H.bcmap',
      'standard_fonts/FoxitSerif.pfb',
    ]) {
      const { status, headers } = await get(`${folder}/${name}`);
      assert.equal(status, 200, name);
      assert.equal(headers.get('Content-Security-Policy'), "default-src 'none'");
    }
  });

  it('serves no other file', async () => {
    for (const path of [
      '/manifest.json',
      '/assets/',
      '/assets/../manifest.json',
      '/%2e%2e/package.json',
      '/__proto__',
    ])
      assert.equal((await get(path)).status, 404, path);
  });

  it('answers HEAD without a body', async () => {
    const response = await fetch(`${service.url}/`, { method: 'HEAD' });
    assert.equal(response.status, 200);
    assert.ok(Number(response.headers.get('Content-Length')) > 500);
  });

  it('says in the page who is signed in, and nothing to guests', async () => {
    const stateOf = async (headers: Record<string, string>): Promise<unknown> => {
      const html = await (await get('/', headers)).text();
      const [, content = ''] = /name="dms-state" content="([^"]*)"/.exec(html) ?? [];
      return JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
    };
    const sign_in_options = { password_reset: false, setup: false };
    const guest = { account: null, owes_second_factor: false, sign_in_options };
    assert.deepEqual(await stateOf({}), guest);
    assert.deepEqual(await stateOf({ Cookie: await sessionOf(service, anna) }), {
      account: { id: anna.id, login: 'anna', name: 'anna', is_admin: false },
      owes_second_factor: false,
      sign_in_options,
    });
    assert.deepEqual(await stateOf({ Cookie: 'dms_session=wrong' }), guest);
  });

  it('cannot be broken out of by a name', async () => {
    const eve = await service.createUser('eve');
    const Cookie = await sessionOf(service, eve);
    const body = JSON.stringify({ name: '"><script>alert(1)</script>' });
    const headers = { Cookie, 'Content-Type': 'application/json' };
    assert.equal((await fetch(`${service.url}/api/account`, { method: 'PATCH', headers, body })).status, 200);
    assert.doesNotMatch(await (await get('/', { Cookie })).text(), /<script>alert/);
  });

  it('speaks the first language of the browser that it knows', async () => {
    const languageFor = async (header: string): Promise<string | undefined> =>
      /<html lang="(\w+)">/.exec(await (await get('/', { 'Accept-Language': header })).text())?.[1];
    assert.equal(await languageFor('de-AT,de;q=0.9,en;q=0.8'), 'de');
    assert.equal(await languageFor('fr, en-GB;q=0.7, de;q=0.3'), 'en');
    assert.equal(await languageFor('fr'), 'en');
    assert.equal(await languageFor('dent, de'), 'de');
  });

  it('speaks the language of the account before that of the browser', async () => {
    const Cookie = await sessionOf(service, anna);
    const headers = { Cookie, 'Content-Type': 'application/json' };
    const choose = (language: string | null): Promise<Response> =>
      fetch(`${service.url}/api/account`, { method: 'PATCH', headers, body: JSON.stringify({ language }) });
    const spoken = async (): Promise<string | undefined> =>
      /<html lang="(\w+)">/.exec(await (await get('/', { Cookie, 'Accept-Language': 'en' })).text())?.[1];
    assert.equal((await choose('de')).status, 200);
    assert.equal(await spoken(), 'de');
    await choose(null);
    assert.equal(await spoken(), 'en');
  });

  it('has the language and the colours that were chosen on the browser, from the first line on', async () => {
    const rootFor = async (Cookie: string): Promise<string | undefined> =>
      /<html [^>]*>/.exec(await (await get('/', { Cookie, 'Accept-Language': 'en' })).text())?.[0];
    assert.equal(await rootFor('dms_language=de; dms_theme=dark'), '<html lang="de" data-theme="dark">');
    assert.equal(await rootFor('dms_theme=light'), '<html lang="en" data-theme="light">');
    assert.equal(await rootFor('dms_language="><b>; dms_theme=x'), '<html lang="en">');
  });
});
