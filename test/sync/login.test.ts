// Would catch a device that signs in without its user's consent: by a foreign page, a false address, a guess or an old session.
import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../support/service.ts';
import { sessionOf } from '../web/support/sign-in.ts';
import { type Asked, ask, basic } from './client.ts';
import { BASE, confirmationIn, enrol, FORM, form, poll, type Started, start } from './device.ts';

describe('the sign-in of a device in the browser', () => {
  let service: Service;
  let anna: Account;
  let cookie: string;
  let names = 0;
  const page = { page: 1, perPage: 1 };

  beforeEach(async () => {
    anna = await service.createUser(`anna${String(++names)}`);
    cookie = await sessionOf(service, anna);
  });
  before(async () => {
    service = await startService({ config: { sync: { clients: true } } });
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  /** Opens the page of a sign-in. @returns the value that the answer must contain */
  async function confirmationFor({ path }: Started, as = cookie): Promise<string> {
    return confirmationIn(await ask(service, path, { headers: { Cookie: as } }));
  }

  it('gives the device a token after its user has allowed it, once', async () => {
    const started = await start(service, { 'User-Agent': 'laptop (Desktop Client - Linux)' });
    assert.equal(started.endpoint, `${service.url}${BASE}/poll`);
    assert.ok(started.login.startsWith(`${service.url}${BASE}/flow/`));
    assert.equal((await poll(service, started.token)).status, 404);
    const asked = await ask(service, `${started.path}?user=x`, { headers: { Cookie: cookie } });
    assert.equal(asked.status, 200);
    assert.match(asked.text, /laptop \(Desktop Client - Linux\)/);
    assert.match(asked.text, /127\.0\.0\.1/);
    const granted = await ask(service, started.path, form(cookie, confirmationIn(asked)));
    assert.equal(granted.status, 200);
    assert.match(granted.text, /Return to the app/);
    const { status, text, headers } = await poll(service, started.token);
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store']);
    const { server, loginName, appPassword } = JSON.parse(text);
    assert.deepEqual([server, loginName], [service.url, anna.login]);
    const drive = await ask(service, '/webdav/', {
      method: 'PROPFIND',
      headers: { Depth: '0', ...basic(loginName, appPassword) },
    });
    assert.equal(drive.status, 207);
    assert.equal(
      (await ask(service, '/api/account', { headers: { Authorization: `Bearer ${appPassword}` } })).status,
      403,
    );
    const [token] = service.dms.tokens.list(anna.actor, page).items;
    assert.deepEqual([token?.name, token?.scopes], ['laptop (Desktop Client - Linux)', ['webdav']]);
    assert.equal((await poll(service, started.token)).status, 404);
    assert.equal((await ask(service, started.path, { headers: { Cookie: cookie } })).status, 404);
  });

  it('ends with a refusal', async () => {
    const started = await start(service);
    const refused = await ask(service, started.path, form(cookie, await confirmationFor(started), 'refuse'));
    assert.deepEqual([refused.status, /refused/.test(refused.text)], [200, true]);
    assert.equal((await poll(service, started.token)).status, 404);
    assert.equal((await ask(service, started.path, form(cookie, 'x'))).status, 404);
    assert.equal(service.dms.tokens.list(anna.actor, page).total, 0);
  });

  it('needs a user who is signed in, with the second factor, and returns to the page', async () => {
    const started = await start(service);
    await enrol(service, cookie);
    const half = await sessionOf(service, anna);
    assert.notEqual(half, '');
    for (const sent of ['', 'dms_session=wrong', half]) {
      const { status, headers } = await ask(service, started.path, { headers: { Cookie: sent } });
      assert.deepEqual([status, headers.location], [303, `/sign-in?to=${encodeURIComponent(started.path)}`]);
    }
    const late = await ask(service, started.path, form(half, 'x'));
    assert.equal(late.status, 303);
  });

  it('is refused to other sites, and to frames', async () => {
    const started = await start(service);
    const confirmation = await confirmationFor(started);
    const foreign = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ];
    for (const headers of foreign)
      assert.equal(
        (await ask(service, started.path, form(cookie, confirmation, 'grant', headers))).status,
        403,
      );
    const { headers } = await ask(service, started.path, { headers: { Cookie: cookie } });
    assert.equal(headers['x-frame-options'], 'DENY');
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
    ])
      assert.ok(policy.includes(part), part);
    assert.doesNotMatch(policy, /script-src|unsafe/);
    assert.equal(headers['cache-control'], 'private, no-store');
    const own = { Origin: service.url, 'Sec-Fetch-Site': 'same-origin' };
    assert.equal((await ask(service, started.path, form(cookie, confirmation, 'grant', own))).status, 200);
  });

  it('shows the page again for the value of another session or sign-in, and changes nothing', async () => {
    const [started, other] = [await start(service), await start(service)];
    const values = [
      await confirmationFor(started, await sessionOf(service, anna)),
      await confirmationFor(started, await sessionOf(service, service.admin)),
      await confirmationFor(other),
      '',
    ];
    for (const value of values) {
      const { status, headers } = await ask(service, started.path, form(cookie, value));
      assert.deepEqual([status, headers.location], [303, started.path]);
    }
    assert.equal(service.dms.tokens.list(anna.actor, page).total, 0);
  });

  it('shows what a device calls itself as text of one line', async () => {
    const agent = `<b>"x"</b>${'y'.repeat(200)}`;
    const started = await start(service, { 'User-Agent': agent });
    const { text } = await ask(service, started.path, { headers: { Cookie: cookie } });
    assert.match(text, /<bdi>&lt;b&gt;&quot;x&quot;&lt;\/b&gt;y{90}<\/bdi>/);
    assert.doesNotMatch(text, /<b>/);
    const unnamed = await start(service);
    const page = await ask(service, unnamed.path, { headers: { Cookie: cookie } });
    assert.match(page.text, /Unknown device/);
  });

  it('speaks the language of the account, or else of the browser', async () => {
    const { path } = await start(service);
    const german = { Cookie: cookie, 'Accept-Language': 'de' };
    assert.match((await ask(service, path, { headers: german })).text, /<html lang="de">.*Erlauben/s);
    await service.dms.account.update(anna.actor, { language: 'en' });
    assert.match((await ask(service, path, { headers: german })).text, /<html lang="en">.*Allow/s);
  });

  it('warns if the device asks from another network than the browser', async () => {
    const proxied = await startService({
      config: { sync: { clients: true }, server: { trust_proxy: ['loopback'] } },
    });
    const user = await sessionOf(proxied, proxied.admin);
    const { path } = await start(proxied, { 'X-Forwarded-For': '203.0.113.5' });
    const textFor = async (ip: string) =>
      (await ask(proxied, path, { headers: { Cookie: user, 'X-Forwarded-For': ip } })).text;
    assert.match(
      await textFor('198.51.100.1'),
      /203\.0\.113\.5<\/strong> <span class="er">\(not the network/,
    );
    assert.match(await textFor('203.0.113.5'), /<span class="mu">\(the network of this browser/);
    await proxied.stop();
  });

  it('gives addresses of no host that a header has made up', async () => {
    const forwarded = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
    assert.ok((await start(service, forwarded)).login.startsWith(service.url));
    const bad = { Host: 'evil.example/x?' };
    assert.equal((await ask(service, BASE, { method: 'POST', headers: bad })).status, 400);
    const fixed = await startService({
      config: { sync: { clients: true }, server: { base_url: 'https://office.example.org' } },
    });
    const started = await start(fixed, { Host: 'evil.example', ...forwarded });
    assert.ok(started.login.startsWith(`https://office.example.org${BASE}/flow/`));
    const user = await sessionOf(fixed, fixed.admin);
    const confirmation = confirmationIn(await ask(fixed, started.path, { headers: { Cookie: user } }));
    const origin = { Origin: 'https://office.example.org' };
    await ask(fixed, started.path, form(user, confirmation, 'grant', origin));
    assert.equal(JSON.parse((await poll(fixed, started.token)).text).server, 'https://office.example.org');
    await fixed.stop();
  });

  it('gives nothing to a user who is disabled between the grant and the poll', async () => {
    const started = await start(service);
    await ask(service, started.path, form(cookie, await confirmationFor(started)));
    await service.dms.users.update(service.admin.actor, anna.id, { isDisabled: true });
    assert.equal((await poll(service, started.token)).status, 404);
  });

  it('is not granted in a session that has ended, or by a disabled user', async () => {
    const started = await start(service);
    const confirmation = await confirmationFor(started);
    await ask(service, '/api/logout', { method: 'POST', headers: { Cookie: cookie } });
    assert.equal((await ask(service, started.path, form(cookie, confirmation))).status, 303);
    cookie = await sessionOf(service, anna);
    const again = await confirmationFor(started);
    await service.dms.users.update(service.admin.actor, anna.id, { isDisabled: true });
    assert.equal((await ask(service, started.path, form(cookie, again))).status, 303);
    assert.equal((await poll(service, started.token)).status, 404);
  });

  it('reads no other body than a small form', async () => {
    const { token } = await start(service);
    const refusals: readonly (readonly [number, Asked])[] = [
      [415, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token }) }],
      [413, { headers: FORM, body: `x=${'y'.repeat(5000)}&token=${token}` }],
      [415, { headers: { ...FORM, 'Content-Encoding': 'gzip' }, body: `token=${token}` }],
      [415, {}],
      [404, { headers: FORM, body: '' }],
      [404, { headers: FORM, body: 'token=%ff&token=' }],
    ];
    for (const [status, asked] of refusals) {
      const answer = await ask(service, `${BASE}/poll`, { method: 'POST', ...asked });
      assert.equal(answer.status, status, JSON.stringify(asked).slice(0, 80));
    }
    for (const method of ['GET', 'PUT', 'DELETE']) {
      for (const path of [BASE, `${BASE}/poll`, `${BASE}/x`])
        assert.equal((await ask(service, path, { method })).status, 404, `${method} ${path}`);
    }
  });

  it('limits starts and guesses of an address, but not the polls of an open sign-in', async () => {
    const limited = await startService({
      config: { sync: { clients: true }, rate_limit: { guest_per_minute: 4 } },
    });
    const started = await start(limited);
    for (let count = 0; count < 10; count++) assert.equal((await poll(limited, started.token)).status, 404);
    for (const token of ['x', 'y', 'z']) assert.equal((await poll(limited, token)).status, 404);
    assert.equal((await poll(limited, 'x')).status, 429);
    assert.equal((await poll(limited, started.token)).status, 404);
    assert.equal((await ask(limited, BASE, { method: 'POST' })).status, 429);
    const guess = `${BASE}/flow/${'A'.repeat(43)}`;
    assert.equal((await ask(limited, guess)).status, 429);
    assert.equal((await ask(limited, started.path)).status, 303);
    await limited.stop();
  });

  it('leaves no secret in the log', async () => {
    const started = await start(service);
    await ask(service, started.path, form(cookie, await confirmationFor(started)));
    const { appPassword } = JSON.parse((await poll(service, started.token)).text);
    const secret = started.path.split('/').at(-1) ?? '';
    for (const path of [`flow//${secret}`, `flow/x/${secret}`, secret, `Flow/${secret}`, `poll/${secret}`])
      assert.equal((await ask(service, `${BASE}/${path}?x=${secret}`)).status, 404);
    const log = JSON.stringify(service.log());
    for (const each of [started.token, secret, appPassword]) assert.ok(!log.includes(each));
    assert.match(log, /"path":"\/index.php\/login\/…"/);
    assert.match(log, /"path":"\/index.php\/login\/v2\/poll"/);
  });
});
