import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import request from 'supertest';
import { makeTokenSecret } from '../../../src/core/credentials/secrets.ts';
import type { Scope } from '../../../src/model/people/actor.ts';
import { routes } from '../../../src/rest/routes.ts';
import { totpCode } from '../../support/second-factor.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../../webdav/client.ts';
import { Browser } from '../browser.ts';
import { Client, clientOf } from '../client.ts';

const DAY = 86_400_000;

describe('credentials over REST', () => {
  let service: Service;
  let ann: Account;
  let time: number;

  beforeEach(async () => {
    time = Date.UTC(2026, 0, 31, 12);
    service = await startService({
      now: () => time,
      config: { server: { base_url: 'https://dms.example.org' } },
    });
    ann = await service.createUser('ann');
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Switches the second factor of ann on. @returns what her authenticator shows, one step further each time */
  async function authenticator(): Promise<() => string> {
    const enrolment = await service.dms.twoFactor.enrol(ann.actor, 'totp', ann.password);
    assert.ok(enrolment.method === 'totp');
    const { secret } = enrolment;
    await service.dms.twoFactor.confirm(ann.actor, totpCode(secret, time));
    return () => {
      time += 30_000;
      return totpCode(secret, time);
    };
  }

  describe('the cookie', () => {
    it('is not that which the browser brought along: a planted one is good for nothing afterwards', async () => {
      const planted = `dms_session=${'A'.repeat(43)}`;
      const browser = new Browser(service, planted);
      await browser.signIn(ann);
      assert.notEqual(browser.cookie, planted);
      await browser.get('/account').expect(200);
      await new Browser(service, planted).get('/account').expect(401);
    });

    it('of somebody else does not become that of who signs in with it', async () => {
      const eve = await service.createUser('eve');
      const thief = new Browser(service);
      await thief.signIn(eve);
      const victim = thief.copy(service);
      await victim.signIn(ann);
      assert.notEqual(victim.cookie, thief.cookie);
      assert.equal((await thief.get('/account').expect(200)).body.data.login, 'eve');
      assert.equal((await victim.get('/account').expect(200)).body.data.login, 'ann');
    });

    it('is another one after each step: none of those before is good for more than it was', async () => {
      const next = await authenticator();
      const browser = new Browser(service);
      const seen: (string | undefined)[] = [];
      for (let round = 0; round < 2; round += 1) {
        await browser.signIn(ann);
        seen.push(browser.cookie);
        await browser.post('/2fa/verify-code', { code: next() }).expect(200);
        seen.push(browser.cookie);
      }
      assert.equal(new Set(seen).size, 4);
      await new Browser(service, seen[0]).get('/account').expect(401);
      await new Browser(service, seen[2]).get('/account').expect(401);
    });

    it('behind https is Secure, HttpOnly and Lax whenever it is set', async () => {
      const next = await authenticator();
      const browser = new Browser(service);
      const { login, password } = ann;
      const answers = [
        await browser.post('/login', { login, password }).expect(200),
        await browser.post('/2fa/verify-code', { code: next() }).expect(200),
        await browser.post('/logout').expect(200),
      ];
      for (const answer of answers) {
        const [cookie = '', ...others] = answer.get('Set-Cookie') ?? [];
        assert.deepEqual(others, []);
        assert.match(cookie, /^dms_session=[\w-]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      }
    });

    it('is no password, no token and no Basic login', async () => {
      const browser = new Browser(service);
      await browser.signIn(ann);
      const [, secret = ''] = browser.cookie?.split('=') ?? [];
      await new Client(service, secret).get('/account').expect(401);
      const dav = new DavClient(service.port, basic('ann', secret));
      await dav.expect(401, 'GET', '/');
      const byBasic = request(service.url)
        .get('/api/account')
        .set('Authorization', basic('ann', ann.password));
      await byBasic.expect(401);
    });
  });

  describe('a half session', () => {
    it('gets 401 from every route that is for users, and nothing comes of it', async () => {
      await authenticator();
      const browser = new Browser(service);
      await browser.signIn(ann);
      const guarded = Object.values(routes(service.dms, null))
        .flat()
        .filter(([, , caller]) => caller === 'user');
      assert.ok(guarded.length > 40, `${guarded.length} routes`);
      for (const [method, path] of guarded) {
        const url = path.replaceAll(/\{\w+\}/g, '1');
        const headers = { Cookie: browser.cookie ?? '' };
        const answer = await fetch(`${service.url}/api${url}`, { method, headers });
        assert.equal(answer.status, 401, `${method} ${path}`);
        const said = await answer.text();
        if (method !== 'HEAD')
          assert.deepEqual(JSON.parse(said), {
            message: 'Enter the code of your second factor first.',
            code: 'second_factor_first',
          });
      }
    });

    it('is counted as a guest', async () => {
      const limited = await startService({ config: { rate_limit: { guest_per_minute: 5 } } });
      try {
        const { actor, password } = limited.admin;
        const enrolment = await limited.dms.twoFactor.enrol(actor, 'totp', password);
        assert.ok(enrolment.method === 'totp');
        await limited.dms.twoFactor.confirm(actor, totpCode(enrolment.secret, Date.now()));
        const browser = new Browser(limited);
        await browser.signIn(limited.admin);
        const { headers } = await browser.post('/2fa/verify-code', { code: '000000' });
        // The right password was taken off the count, this code is not.
        assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['5', '4']);
      } finally {
        await limited.stop();
      }
    });
  });

  describe('a token', () => {
    async function refused(secret: string): Promise<void> {
      const answer = await new Client(service, secret).get('/account').expect(401);
      assert.equal(answer.get('WWW-Authenticate'), 'Bearer realm="dms", error="invalid_token"');
      assert.deepEqual(answer.body, {
        message: 'The token is unknown, expired or revoked.',
        code: 'token_not_valid',
      });
      const dav = new DavClient(service.port, basic('ann', secret));
      assert.equal((await dav.expect(401, 'GET', '/')).text, 'Login or password is wrong.\n');
    }

    it('is good until it expires', async () => {
      const input = { name: 'x', expiresAt: time + DAY };
      const { secret } = await service.dms.tokens.create(ann.actor, input);
      time += DAY - 1;
      await new Client(service, secret).get('/account').expect(200);
      time += 1;
      await refused(secret);
    });

    it('is good until it is revoked', async () => {
      const { token, secret } = await service.dms.tokens.create(ann.actor, { name: 'x' });
      await new Client(service, secret).get('/account').expect(200);
      await service.dms.tokens.revoke(ann.actor, token.id);
      await refused(secret);
    });

    it('is good until its owner is disabled, and again when he is not', async () => {
      const { secret } = await service.dms.tokens.create(ann.actor, { name: 'x' });
      await service.dms.users.update(service.admin.actor, ann.id, { isDisabled: true });
      await refused(secret);
      await service.dms.users.update(service.admin.actor, ann.id, { isDisabled: false });
      await new Client(service, secret).get('/account').expect(200);
    });

    it('is nothing when it was made up', async () => {
      for (const secret of [makeTokenSecret(randomBytes), 'dms_pat_', `dms_pat_${'0'.repeat(40)}`])
        await refused(secret);
    });

    it('can do what its scopes say, one by one, and nothing else', async () => {
      const folder = await service.dms.folders.create(service.admin.actor, { folderId: 0, name: 'folder' });
      let number = 0;
      const statuses = async (scope: Scope) => {
        const client = await clientOf(service, service.admin, [scope]);
        const { secret } = await service.dms.tokens.create(service.admin.actor, {
          name: 'x',
          scopes: [scope],
        });
        const dav = new DavClient(service.port, basic('admin', secret));
        number += 1;
        return [
          (await client.get(`/folders/${folder.id}`)).status,
          (await client.post('/folders', { folder_id: folder.id, name: `made ${number}` })).status,
          (await client.get('/users')).status,
          (await dav.ask('PROPFIND', '/', { headers: { Depth: '0' } })).status,
          (await dav.ask('MKCOL', `/folder/mounted-${number}`)).status,
        ];
      };
      assert.deepEqual(await statuses('read'), [200, 403, 403, 403, 403]);
      assert.deepEqual(await statuses('write'), [403, 201, 403, 403, 403]);
      assert.deepEqual(await statuses('admin'), [403, 403, 200, 403, 403]);
      assert.deepEqual(await statuses('webdav'), [403, 403, 403, 207, 201]);
    });

    it('of scope admin is 403 once its owner is no administrator', async () => {
      await service.dms.users.update(service.admin.actor, ann.id, { isAdmin: true });
      const { secret } = await service.dms.tokens.create(
        await service.dms.authentication.byBasic({ login: 'ann', password: ann.password, ip: null }),
        { name: 'x', scopes: ['admin'] },
      );
      await new Client(service, secret).get('/users').expect(200);
      await service.dms.users.update(service.admin.actor, ann.id, { isAdmin: false });
      await new Client(service, secret).get('/users').expect(403);
    });
  });
});
