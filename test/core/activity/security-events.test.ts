import assert from 'node:assert/strict';
import { forbidden } from '../../../src/model/errors/errors.ts';
import { message } from '../../../src/model/errors/messages.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { Database } from '../../../src/storage/database/database.ts';
import {
  type CoreFixture,
  MINUTE,
  openCoreFixture,
  PAGE,
  passwordOf,
  refuses,
} from '../../support/accounts.ts';
import { jumpClock } from '../../support/clock/jumping-clock.ts';
import { newUser, write } from '../../support/tree.ts';

describe('incidents', () => {
  let core: CoreFixture;
  let ann: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
  });
  afterEach(() => core.close());

  async function noted(action: string): Promise<string[]> {
    const admin = await newUser(core, `root${core.actions().length}`, { isAdmin: true });
    const { items } = await core.dms.activity.list(admin, { action }, PAGE);
    return items.map(({ user, details, ip }) => `${user} from ${ip}: ${details}`);
  }

  describe('a sign-in that failed', () => {
    const fail = (login: string, ip = '192.0.2.9') =>
      refuses(
        () => core.dms.authentication.withPassword({ login, password: 'wrong', ip, userAgent: null }),
        'unauthenticated',
      );

    it('is noted for the account, once a minute and address', async () => {
      await fail('ann');
      await fail('ANN');
      await fail('ann', '192.0.2.10');
      assert.equal((await noted('sign_in_fail')).length, 2);
      core.pass(MINUTE);
      await fail('ann');
      const [last] = await noted('sign_in_fail');
      assert.equal(last, 'Name of ann from 192.0.2.9: sign-in failed');
      const own = await core.dms.activity.list(ann, { action: 'sign_in_fail' }, PAGE);
      assert.equal(own.total, 3);
    });

    it('is noted without the login when there is none: it may be a password', async () => {
      await fail('my secret');
      assert.deepEqual(await noted('sign_in_fail'), ['guest from 192.0.2.9: unknown login']);
      assert.equal((await core.dms.activity.list(ann, { action: 'sign_in_fail' }, PAGE)).total, 0);
    });

    it('is noted over WebDAV, too, and when the account is disabled', async () => {
      await refuses(
        () => core.dms.authentication.byBasic({ login: 'ann', password: 'wrong', ip: '192.0.2.9' }),
        'unauthenticated',
      );
      assert.equal((await noted('sign_in_fail')).length, 1);
    });

    it('does not fill the log, whatever comes', () => {
      for (let number = 0; number < 2000; number += 1) {
        core.dms.securityEvents.signInFailed({ login: 'ann', ip: `192.0.2.${number}` });
      }
      const rows = () => core.actions().filter((line) => line.startsWith('sign_in_fail')).length;
      assert.equal(rows(), 500);
      core.pass(MINUTE);
      core.dms.securityEvents.signInFailed({ login: 'ann', ip: '192.0.2.1' });
      assert.equal(rows(), 501);
    });
  });

  describe('the use of a token', () => {
    it('is noted when it comes from a new address, over REST and WebDAV alike', async () => {
      const { secret } = await core.token('ann', ['read', 'webdav']);
      const byToken = (ip: string) => core.dms.authentication.byToken(secret, ip);
      const byBasic = (ip: string) => core.dms.authentication.byBasic({ login: 'ann', password: secret, ip });
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

    it('is noted a minute later if another program kept the database locked', async () => {
      const { secret } = await core.token('ann', ['read']);
      const use = () => core.dms.authentication.byToken(secret, '192.0.2.1');
      const other = Database.open(core.database.file, 'relaxed');
      other.prepare('BEGIN IMMEDIATE').run();
      const putBack = jumpClock(30_001);
      use();
      // It is given up together with what comes after it.
      await refuses(() => core.database.transaction(() => 1), 'database_locked').finally(putBack);
      await other.close();
      const failed = 'a security event could not be recorded';
      assert.deepEqual(core.logged(), [failed]);
      use();
      assert.deepEqual(await noted('token_use'), []);
      core.pass(MINUTE);
      use();
      assert.equal((await noted('token_use')).length, 1);
    });

    it('is remembered beyond a restart, and for each token by itself', async () => {
      const { secret } = await core.token('ann', ['read']);
      core.dms.authentication.byToken(secret, '192.0.2.1');
      const { signIn } = core.countedSignIn();
      signIn.byToken(secret, '192.0.2.1');
      const other = await core.token('ann', ['read']);
      core.dms.authentication.byToken(other.secret, '192.0.2.1');
      assert.equal((await noted('token_use')).length, 2);
    });
  });

  it('a password over WebDAV from a new address is a sign-in', async () => {
    const attempt = { login: 'ann', password: passwordOf('ann'), ip: '192.0.2.7' };
    await core.dms.authentication.byBasic(attempt);
    core.pass(6 * MINUTE);
    await core.dms.authentication.byBasic(attempt);
    const [line] = (await noted('sign_in')).filter((text) => text.includes('WebDAV'));
    assert.equal(line, 'Name of ann from 192.0.2.7: signed in over WebDAV from a new address');
    assert.equal((await noted('sign_in')).filter((text) => text.includes('WebDAV')).length, 1);
  });

  describe('a refusal', () => {
    it('is noted with its entry, the same one once a minute', async () => {
      const ben = await newUser(core, 'ben');
      const id = await write(core.dms, ann, 'file');
      await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 1 });
      const change = async () => {
        const error = await refuses(() => core.dms.documents.update(ben, id, { title: 'T' }), 'forbidden');
        core.dms.securityEvents.writeDenied(ben, error);
      };
      await change();
      await change();
      const { items, total } = await core.dms.activity.ofDocument(ann, id, { action: 'refusal' }, PAGE);
      assert.equal(total, 1);
      assert.deepEqual([items[0]?.user, items[0]?.details], ['Name of ben', 'You may not change "file".']);
      const removal = await refuses(() => core.dms.entries.remove(ben, id), 'forbidden');
      core.dms.securityEvents.writeDenied(ben, removal);
      core.pass(MINUTE);
      await change();
      assert.equal((await core.dms.activity.ofDocument(ann, id, { action: 'refusal' }, PAGE)).total, 3);
    });

    it('of what would have been created is not noted with the entry that gets its id', async () => {
      const ben = await newUser(core, 'ben');
      const next = (await write(core.dms, ann, 'one')) + 1;
      const error = forbidden(message('foreign_origin'), { id: next, kind: 'file', name: 'never made' });
      assert.equal(await write(core.dms, ann, 'two'), next);
      core.dms.securityEvents.writeDenied(ben, error);
      assert.equal((await core.dms.activity.ofDocument(ann, next, { action: 'refusal' }, PAGE)).total, 0);
      assert.equal((await noted('refusal')).length, 1);
    });

    it('is nothing but a lack of rights of somebody who is signed in', async () => {
      const notFound = await refuses(() => core.dms.tree.document(ann, 99), 'not_found');
      core.dms.securityEvents.writeDenied(ann, notFound);
      core.dms.securityEvents.writeDenied(ann, new Error('a fault'));
      core.dms.securityEvents.writeDenied({ kind: 'guest', ip: null }, forbidden(message('foreign_origin')));
      assert.deepEqual(await noted('refusal'), []);
    });
  });

  it('that cannot be noted hinders nobody', async () => {
    const trigger = "BEFORE INSERT ON activities BEGIN SELECT RAISE(ABORT, 'full'); END";
    core.database.prepare(`CREATE TRIGGER full ${trigger}`).run();
    core.dms.securityEvents.writeDenied(ann, forbidden(message('foreign_origin')));
    const attempt = { login: 'ann', password: 'wrong', ip: '192.0.2.1', userAgent: null };
    await refuses(() => core.dms.authentication.withPassword(attempt), 'unauthenticated');
  });
});
