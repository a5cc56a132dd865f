import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { totpCode } from '../../support/second-factor.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../client.ts';

describe('webdav with the second factor on', () => {
  let service: Service;
  let ann: Account;
  let actor: UserActor;
  const time = Date.UTC(2026, 0, 31, 12);
  const depth = { headers: { Depth: '0' } };

  before(async () => {
    service = await startService({ now: () => time });
    ann = await service.createUser('ann');
    const { twoFactor } = service.dms;
    const dav = new DavClient(service.port, basic('ann', ann.password));
    const { login, password } = ann;
    const { secret } = await service.dms.authentication.withPassword({
      login,
      password,
      ip: null,
      userAgent: null,
    });
    const session = service.dms.authentication.bySession(secret, null);
    assert.ok(session);
    actor = session;
    const enrolment = await twoFactor.enrol(actor, 'totp', password);
    await dav.expect(207, 'PROPFIND', '/', depth);
    assert.ok(enrolment.method === 'totp');
    await twoFactor.confirm(actor, totpCode(enrolment.secret, time));
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  it('refuses the password, remembered as it was, and says what to use instead', async () => {
    const dav = new DavClient(service.port, basic('ann', ann.password));
    for (const method of ['PROPFIND', 'GET', 'PUT', 'LOCK']) {
      const { headers, text } = await dav.expect(401, method, '/file', depth);
      assert.equal(headers['www-authenticate'], 'Basic realm="dms", charset="UTF-8"');
      assert.match(
        text,
        /Two-factor sign-in is on.*personal access token with the scope "webdav" as the password/,
      );
    }
  });

  it('does not tell it to who only guesses', async () => {
    const { text } = await new DavClient(service.port, basic('ann', 'wrong password')).expect(
      401,
      'GET',
      '/',
    );
    assert.equal(text, 'Login or password is wrong.\n');
  });

  it('takes a token with the scope for the drive', async () => {
    const status = async (...scopes: string[]): Promise<number> => {
      const { secret } = await service.dms.tokens.create(actor, { name: 'drive', scopes });
      return (await new DavClient(service.port, basic('ann', secret)).ask('PROPFIND', '/', depth)).status;
    };
    assert.deepEqual([await status('webdav'), await status('read', 'write')], [207, 403]);
  });
});
