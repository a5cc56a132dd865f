import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/actor.ts';
import { forbidden } from '../../../src/model/errors.ts';
import { MINUTE, type Office, openOffice, PAGE, passwordOf, refuses } from '../../support/accounts.ts';
import { newUser, write } from '../../support/tree.ts';

describe('incidents', () => {
  let office: Office;
  let ann: UserActor;

  beforeEach(async () => {
    office = await openOffice();
    ann = await newUser(office, 'ann');
  });
  afterEach(() => office.close());

  async function noted(action: string): Promise<string[]> {
    const admin = await newUser(office, `root${office.actions().length}`, { isAdmin: true });
    const { items } = await office.dms.activity.list(admin, { action }, PAGE);
    return items.map(({ user, details, ip }) => `${user} from ${ip}: ${details}`);
  }

  describe('a sign-in that failed', () => {
    const fail = (login: string, ip = '192.0.2.9') =>
      refuses(
        () => office.dms.authentication.withPassword({ login, password: 'wrong', ip, userAgent: null }),
        'unauthenticated',
      );

    it('is noted for the account, once a minute and address', async () => {
      await fail('ann');
      await fail('ANN');
      await fail('ann', '192.0.2.10');
      assert.equal((await noted('sign_in_fail')).length, 2);
      office.pass(MINUTE);
      await fail('ann');
      const [last] = await noted('sign_in_fail');
      assert.equal(last, 'Name of ann from 192.0.2.9: sign-in failed');
      const own = await office.dms.activity.list(ann, { action: 'sign_in_fail' }, PAGE);
      assert.equal(own.total, 3);
    });

    it('is noted without the login when there is none: it may be a password', async () => {
      await fail('my secret');
      assert.deepEqual(await noted('sign_in_fail'), ['guest from 192.0.2.9: unknown login']);
      assert.equal((await office.dms.activity.list(ann, { action: 'sign_in_fail' }, PAGE)).total, 0);
    });

    it('is noted over WebDAV, too, and when the account is disabled', async () => {
      await refuses(
        () => office.dms.authentication.byBasic({ login: 'ann', password: 'wrong', ip: '192.0.2.9' }),
        'unauthenticated',
      );
      assert.equal((await noted('sign_in_fail')).length, 1);
    });

    it('does not fill the log, whatever comes', () => {
      for (let number = 0; number < 2000; number += 1) {
        office.dms.securityEvents.signInFailed({ login: 'ann', ip: `192.0.2.${number}` });
      }
      const rows = () => office.actions().filter((line) => line.startsWith('sign_in_fail')).length;
      assert.equal(rows(), 500);
      office.pass(MINUTE);
      office.dms.securityEvents.signInFailed({ login: 'ann', ip: '192.0.2.1' });
      assert.equal(rows(), 501);
    });
  });

  describe('the use of a token', () => {
    it('is noted when it comes from a new address, over REST and WebDAV alike', async () => {
      const { secret } = await office.token('ann', ['read', 'webdav']);
      const byToken = (ip: string) => office.dms.authentication.byToken(secret, ip);
      const byBasic = (ip: string) =>
        office.dms.authentication.byBasic({ login: 'ann', password: secret, ip });
      byToken('192.0.2.1');
      byToken('192.0.2.1');
      await byBasic('192.0.2.1');
      await byBasic('2001:db8:0:11::1');
      byToken('2001:db8:0:12::2');
      byToken('2001:db8:1::1');
      assert.deepEqual(await noted('token_use'), [
        'Name of ann from 2001:db8:1::1: token "script" from a new address',
        'Name of ann from 2001:db8:0:11::1: token "script" from a new address',
        'Name of ann from 192.0.2.1: token "script" from a new address',
      ]);
    });

    it('is remembered beyond a restart, and for each token by itself', async () => {
      const { secret } = await office.token('ann', ['read']);
      office.dms.authentication.byToken(secret, '192.0.2.1');
      const { signIn } = office.countedSignIn();
      signIn.byToken(secret, '192.0.2.1');
      const other = await office.token('ann', ['read']);
      office.dms.authentication.byToken(other.secret, '192.0.2.1');
      assert.equal((await noted('token_use')).length, 2);
    });
  });

  it('a password over WebDAV from a new address is a sign-in', async () => {
    const attempt = { login: 'ann', password: passwordOf('ann'), ip: '192.0.2.7' };
    await office.dms.authentication.byBasic(attempt);
    office.pass(6 * MINUTE);
    await office.dms.authentication.byBasic(attempt);
    const [line] = (await noted('sign_in')).filter((text) => text.includes('WebDAV'));
    assert.equal(line, 'Name of ann from 192.0.2.7: signed in over WebDAV from a new address');
    assert.equal((await noted('sign_in')).filter((text) => text.includes('WebDAV')).length, 1);
  });

  describe('a refusal', () => {
    it('is noted with its entry, the same one once a minute', async () => {
      const ben = await newUser(office, 'ben');
      const id = await write(office.dms, ann, 'file');
      await office.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 1 });
      const change = async () => {
        const error = await refuses(() => office.dms.documents.update(ben, id, { title: 'T' }), 'forbidden');
        office.dms.securityEvents.writeDenied(ben, error);
      };
      await change();
      await change();
      const { items, total } = await office.dms.activity.ofDocument(ann, id, { action: 'refusal' }, PAGE);
      assert.equal(total, 1);
      assert.deepEqual([items[0]?.user, items[0]?.details], ['Name of ben', 'You may not change "file".']);
      const removal = await refuses(() => office.dms.entries.remove(ben, id), 'forbidden');
      office.dms.securityEvents.writeDenied(ben, removal);
      office.pass(MINUTE);
      await change();
      assert.equal((await office.dms.activity.ofDocument(ann, id, { action: 'refusal' }, PAGE)).total, 3);
    });

    it('is nothing but a lack of rights of somebody who is signed in', async () => {
      const notFound = await refuses(() => office.dms.tree.document(ann, 99), 'not_found');
      office.dms.securityEvents.writeDenied(ann, notFound);
      office.dms.securityEvents.writeDenied(ann, new Error('a fault'));
      office.dms.securityEvents.writeDenied({ kind: 'guest', ip: null }, forbidden('no'));
      assert.deepEqual(await noted('refusal'), []);
    });
  });

  it('that cannot be noted hinders nobody', async () => {
    const trigger = "BEFORE INSERT ON activities BEGIN SELECT RAISE(ABORT, 'full'); END";
    office.database.prepare(`CREATE TRIGGER full ${trigger}`).run();
    office.dms.securityEvents.writeDenied(ann, forbidden('no'));
    const attempt = { login: 'ann', password: 'wrong', ip: '192.0.2.1', userAgent: null };
    await refuses(() => office.dms.authentication.withPassword(attempt), 'unauthenticated');
  });
});
