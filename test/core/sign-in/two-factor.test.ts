import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserActor } from '../../../src/model/people/actor.ts';
import {
  type CoreFixture,
  MINUTE,
  openCoreFixture,
  passwordOf,
  present,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';
import { mailedCode, otherCode, totpCode } from '../../support/second-factor.ts';

const HOUR = 60 * MINUTE;
const RECOVERY_CODE = /^(?:[2-9a-km-np-z]{4}-){3}[2-9a-km-np-z]{4}$/;

describe('two-factor', () => {
  let core: CoreFixture;
  let ann: UserActor & { readonly secret: string };
  const password = passwordOf('ann');

  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: null });
    await core.user('ann');
    ann = await core.session('ann');
  });
  afterEach(() => core.close());

  const now = (secret: string) => totpCode(secret, core.now());
  const state = () => core.dms.account.get(ann).twoFactor;

  async function enrolTotp(): Promise<string> {
    const enrolment = await core.dms.twoFactor.enrol(ann, 'totp', password);
    assert.ok(enrolment.method === 'totp');
    return enrolment.secret;
  }

  /** @returns the key, and the recovery codes; the present code is spent. */
  async function switchOn(): Promise<{ secret: string; recovery: readonly string[] }> {
    const secret = await enrolTotp();
    const recovery = await core.dms.twoFactor.confirm(ann, now(secret));
    core.pass(30_000);
    return { secret, recovery };
  }

  describe('enrolment', () => {
    it('changes nothing until it is confirmed: password and sessions are good as before', async () => {
      const secret = await enrolTotp();
      assert.match(secret, /^[A-Z2-7]{32}$/);
      assert.equal(state(), 'off');
      await core.dms.authentication.byBasic({ login: 'ann', password, ip: null });
      assert.equal((await core.session('ann')).login, 'ann');
    });

    it('is switched on by a code, which gives ten recovery codes', async () => {
      const { recovery } = await switchOn();
      assert.equal(state(), 'totp');
      assert.equal(new Set(recovery).size, 10);
      for (const code of recovery) assert.match(code, RECOVERY_CODE);
      assert.equal(core.actions().at(-1), 'two_factor_on totp');
    });

    it('ends the other sessions when it is confirmed: they were begun with the password alone', async () => {
      const other = await core.session('ann');
      await switchOn();
      assert.equal(core.dms.authentication.bySession(other.secret, null), undefined);
      assert.ok(core.dms.authentication.bySession(ann.secret, null));
    });

    it('revokes the tokens when it is confirmed, unless they are to be kept', async () => {
      const token = await core.token('ann', ['webdav', 'read']);
      await core.dms.twoFactor.confirm(ann, now(await enrolTotp()), true);
      assert.ok(core.dms.authentication.byToken(token.secret, null));
      core.pass(30_000);
      core.elsewhere("UPDATE users SET two_factor = 'off' WHERE login = 'ann'");
      await switchOn();
      assert.equal(core.dms.authentication.byToken(token.secret, null), undefined);
    });

    it('needs the password, wrong ones counting as failed sign-ins', async () => {
      for (let count = 0; count < 5; count += 1) {
        await refuses(() => core.dms.twoFactor.enrol(ann, 'totp', 'wrong'), 'invalid', ['password']);
      }
      await refuses(() => core.dms.twoFactor.enrol(ann, 'totp', password), 'throttled');
      await refuses(() => core.session('ann'), 'throttled');
    });

    it('is not confirmed by a wrong code, nor by that of an enrolment before', async () => {
      const before = await enrolTotp();
      const secret = await enrolTotp();
      for (const code of [otherCode(now(secret)), now(before), '', 'abcdef']) {
        await refuses(() => core.dms.twoFactor.confirm(ann, code), 'invalid', ['code']);
      }
      assert.equal(state(), 'off');
      await core.dms.twoFactor.confirm(ann, now(secret));
    });

    it('is not confirmed an hour later, nor where none was begun, nor twice', async () => {
      await refuses(() => core.dms.twoFactor.confirm(ann, '123456'), 'invalid', ['code']);
      const secret = await enrolTotp();
      core.pass(HOUR);
      await refuses(() => core.dms.twoFactor.confirm(ann, now(secret)), 'invalid', ['code']);
      const again = await enrolTotp();
      await core.dms.twoFactor.confirm(ann, now(again));
      core.pass(30_000);
      await refuses(() => core.dms.twoFactor.confirm(ann, now(again)), 'invalid', ['code']);
    });

    it('is not begun while one is on: who has the password alone must not replace it', async () => {
      await switchOn();
      for (const method of ['totp', 'email'] as const) {
        await refuses(() => core.dms.twoFactor.enrol(ann, method, password), 'invalid', ['method']);
      }
    });

    it('needs somebody signed in, with the scope for it', async () => {
      const reader = await core.token('ann', ['read']);
      const guest = { kind: 'guest' as const, ip: null };
      const { twoFactor } = core.dms;
      for (const [actor, code] of [
        [reader, 'forbidden'],
        [guest, 'unauthenticated'],
        [SYSTEM, 'unauthenticated'],
      ] as const) {
        await refuses(() => twoFactor.enrol(actor, 'totp', password), code);
        await refuses(() => twoFactor.confirm(actor, '123456'), code);
        await refuses(() => twoFactor.remove(actor, password, '123456'), code);
        await refuses(() => twoFactor.renewRecoveryCodes(actor, password), code);
      }
    });

    it('goes with the account', async () => {
      await switchOn();
      await core.dms.users.remove(SYSTEM, ann.userId);
      for (const table of ['second_factors', 'recovery_codes', 'email_codes']) {
        assert.equal(core.database.prepare(`SELECT * FROM ${table}`).all().length, 0);
      }
    });
  });

  describe('enrolment by e-mail', () => {
    it('is confirmed by the code that was sent', async () => {
      const enrolment = await core.dms.twoFactor.enrol(ann, 'email', password);
      assert.deepEqual(enrolment, { method: 'email', expiresAt: core.now() + 10 * MINUTE });
      const code = mailedCode(core.database);
      await refuses(() => core.dms.twoFactor.confirm(ann, otherCode(code)), 'invalid', ['code']);
      await core.dms.twoFactor.confirm(ann, code);
      assert.equal(state(), 'email');
    });

    it('is refused without a mail server, before anything else', async () => {
      const poor = await openCoreFixture();
      try {
        await poor.user('ann');
        const actor = await poor.session('ann');
        const error = await refuses(() => poor.dms.twoFactor.enrol(actor, 'email', 'wrong'), 'invalid', [
          'method',
        ]);
        assert.match(error.message, /not set up to send e-mail/);
      } finally {
        await poor.close();
      }
    });
  });

  describe('what is kept', () => {
    it('is neither key nor codes in the database, nor can it be read without secret.key', async () => {
      const { secret, recovery } = await switchOn();
      const rows = ['second_factors', 'recovery_codes', 'activities', 'users', 'sessions'].map((table) =>
        core.database.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all(),
      );
      const text = JSON.stringify(rows, (_, value: unknown) =>
        Buffer.isBuffer(value) ? value.toString('latin1') : value,
      );
      for (const code of recovery) {
        assert.ok(!text.includes(code));
        assert.ok(!text.includes(code.replaceAll('-', '')));
      }
      assert.ok(!text.includes(secret));

      await rm(join(core.dataDirectory, 'secret.key'));
      const thief = core.again();
      await refuses(() => thief.twoFactor.remove(ann, password, now(secret)), 'invalid', ['code']);
      await thief.twoFactor.remove(ann, password, present(recovery[0]));
    });

    it('is no code of an e-mail', async () => {
      await core.dms.twoFactor.enrol(ann, 'email', password);
      const [row] = core.database.prepare<[], { code_mac: string }>('SELECT * FROM email_codes').all();
      assert.match(present(row).code_mac, /^[0-9a-f]{64}$/);
    });
  });

  describe('switching off', () => {
    it('takes the password and a code; then the password is enough again', async () => {
      const { secret } = await switchOn();
      await core.dms.twoFactor.remove(ann, password, now(secret));
      assert.equal(state(), 'off');
      assert.equal((await core.session('ann')).login, 'ann');
      assert.equal(core.actions().at(-2), 'two_factor_off totp');
    });

    it('takes a recovery code as well', async () => {
      const { recovery } = await switchOn();
      await core.dms.twoFactor.remove(ann, password, present(recovery[3]));
      assert.equal(state(), 'off');
    });

    it('is refused with a wrong password or a wrong code, and a wrong password spends no code', async () => {
      const { secret } = await switchOn();
      const code = now(secret);
      const { twoFactor } = core.dms;
      await refuses(() => twoFactor.remove(ann, 'wrong', code), 'invalid', ['password']);
      await refuses(() => twoFactor.remove(ann, password, otherCode(code)), 'invalid', ['code']);
      assert.equal(state(), 'totp');
      await twoFactor.remove(ann, password, code);
    });

    it('has nothing to do where it is off', async () => {
      const { twoFactor } = core.dms;
      await refuses(() => twoFactor.remove(ann, password, '123456'), 'invalid', ['two_factor']);
      await refuses(() => twoFactor.renewRecoveryCodes(ann, password), 'invalid', ['two_factor']);
    });

    it('forgets the recovery codes, also for a second factor to come', async () => {
      const { secret, recovery } = await switchOn();
      await core.dms.twoFactor.remove(ann, password, now(secret));
      await switchOn();
      await refuses(() => core.dms.twoFactor.remove(ann, password, present(recovery[0])), 'invalid', [
        'code',
      ]);
    });
  });

  describe('switching off from the command line', () => {
    it('lets in who has nothing left to show', async () => {
      await switchOn();
      assert.equal(await core.dms.twoFactor.switchOff(SYSTEM, ann.userId), true);
      assert.equal((await core.session('ann')).login, 'ann');
      assert.ok(core.actions().includes('two_factor_off totp of user ann'));
      assert.equal(await core.dms.twoFactor.switchOff(SYSTEM, ann.userId), false);
      await refuses(() => core.dms.twoFactor.switchOff(SYSTEM, 999), 'not_found');
    });
  });

  describe('new recovery codes', () => {
    it('take the place of those before, for the password', async () => {
      const { recovery } = await switchOn();
      const { twoFactor } = core.dms;
      await refuses(() => twoFactor.renewRecoveryCodes(ann, 'wrong'), 'invalid', ['password']);
      const fresh = await twoFactor.renewRecoveryCodes(ann, password);
      assert.equal(core.actions().at(-1), 'recovery_codes replaced');
      assert.equal(new Set([...fresh, ...recovery]).size, 20);
      await refuses(() => twoFactor.remove(ann, password, present(recovery[0])), 'invalid', ['code']);
      await twoFactor.remove(ann, password, present(fresh[9]));
    });
  });
});
