// Would catch a page that creates a token for another site or another user, or shows a code that no app can read.
import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../support/service.ts';
import { sessionOf } from '../web/support/sign-in.ts';
import { ask, basic } from './client.ts';

const PATH = '/index.php/connect';

describe('the page about syncing devices', () => {
  let service: Service;
  let anna: Account;
  let cookie: string;
  before(async () => {
    service = await startService({ config: { sync: { clients: true } } });
    anna = await service.createUser('anna');
    cookie = await sessionOf(service, anna);
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  const tokens = () => service.dms.tokens.list(anna.actor, { page: 1, perPage: 10 }).items;
  const post = (headers: Record<string, string> = {}) =>
    ask(service, PATH, { method: 'POST', headers: { Cookie: cookie, ...headers } });

  it('sends a browser without a session to the sign-in page, and back', async () => {
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await ask(service, PATH, { method });
      assert.deepEqual([status, headers.location], [303, '/sign-in?to=%2Findex.php%2Fconnect']);
    }
  });

  it('shows the steps in English and German, with the address of the service', async () => {
    const english = await ask(service, PATH, { headers: { Cookie: cookie } });
    assert.equal(english.status, 200);
    assert.match(english.text, /Sync to this computer/);
    assert.ok(english.text.includes(service.url));
    const german = await ask(service, PATH, { headers: { Cookie: cookie, 'Accept-Language': 'de' } });
    assert.match(german.text, /Fotos vom Telefon/);
    assert.equal(tokens().length, 0);
  });

  it('warns of an address that other devices do not reach, or that is not encrypted', async () => {
    const pageAt = async (at: Service, as: string, host: string) =>
      (await ask(at, PATH, { headers: { Cookie: as, Host: host } })).text;
    const warning = /<p class="er">([^<]*)</;
    for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:8080'])
      assert.match(warning.exec(await pageAt(service, cookie, host))?.[1] ?? '', /^Only this computer/);
    for (const host of ['files.office.lan', '192.168.1.5:8080', 'localhost.example.org', '127.example.org'])
      assert.match(warning.exec(await pageAt(service, cookie, host))?.[1] ?? '', /not encrypted/);
    const fixed = await startService({
      config: { sync: { clients: true }, server: { base_url: 'https://office.example.org' } },
    });
    const admin = await sessionOf(fixed, fixed.admin);
    assert.equal(warning.exec(await pageAt(fixed, admin, 'localhost')), null);
    await fixed.stop();
  });

  it('creates a token for the drive only when its own form asks for it', async () => {
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }])
      assert.equal((await post(headers)).status, 403);
    assert.equal(tokens().length, 0);
    const { status, text, headers } = await post({ Origin: service.url });
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'private, no-store');
    assert.match(text, /<svg [^>]*viewBox/);
    const [token] = tokens();
    assert.deepEqual([tokens().length, token?.scopes], [1, ['webdav']]);
    assert.match(token?.name ?? '', /^Phone, \d{4}-\d\d-\d\d$/);
    const [, secret = ''] = /Token: <strong>([^<]+)</.exec(text) ?? [];
    const drive = await ask(service, '/remote.php/dav/files/anna/', {
      method: 'PROPFIND',
      headers: { Depth: '0', ...basic('anna', secret) },
    });
    assert.equal(drive.status, 207);
  });

  it('does nothing else', async () => {
    assert.equal((await ask(service, PATH, { method: 'PUT', headers: { Cookie: cookie } })).status, 404);
    assert.equal((await ask(service, `${PATH}/x`, { headers: { Cookie: cookie } })).status, 404);
  });
});
