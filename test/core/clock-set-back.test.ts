import assert from 'node:assert/strict';
import type { HalfSignedIn } from '../../src/model/people/actor.ts';
import {
  type CoreFixture,
  MINUTE,
  openCoreFixture,
  passwordOf,
  present,
  refuses,
} from '../support/accounts.ts';
import { mailedCode, otherCode } from '../support/second-factor.ts';

const HOUR = 60 * MINUTE;
const ip = '192.0.2.1';

it('an office in which nothing has happened yet begins with the clock as it is', async () => {
  const core = await openCoreFixture();
  core.dms.housekeeping.recover();
  assert.deepEqual(core.actions(), []);
  await core.close();
});

describe('when the clock is set back, what lasts for a time lasts no longer:', () => {
  let core: CoreFixture;
  let half: HalfSignedIn;

  /** Ann signs in with codes by e-mail; nothing is pending. */
  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: null });
    await core.user('ann');
    const actor = await core.session('ann');
    await core.dms.twoFactor.enrol(actor, 'email', passwordOf('ann'));
    await core.dms.twoFactor.confirm(actor, mailedCode(core.database));
    core.pass(2 * HOUR);
    await core.dms.mailQueue.giveUpExpired();
    core.dms.housekeeping.recover();
    const attempt = { login: 'ann', password: passwordOf('ann'), ip, userAgent: null };
    const { secret } = await core.dms.authentication.withPassword(attempt);
    half = present(core.dms.twoFactorSignIn.halfSignedIn(secret, ip));
  });
  afterEach(() => core.close());

  const verify = (code: string) => core.dms.twoFactorSignIn.verify(half, code, null);
  const send = () => core.dms.twoFactorSignIn.requestCode(half);

  async function setBack(by: number): Promise<void> {
    core.pass(-by);
    core.dms.housekeeping.lookAtClock();
    // Changes are made in the order in which they come.
    await core.database.transaction(() => undefined);
  }

  it('a code, and the letter with it', async () => {
    await send();
    const code = mailedCode(core.database);
    await setBack(HOUR);
    core.pass(9 * MINUTE);
    assert.equal(
      core.dms.mailQueue.due(9, new Set()).filter(({ kind }) => kind === 'two_factor_code').length,
      1,
    );
    core.pass(MINUTE);
    assert.deepEqual(
      core.dms.mailQueue.due(9, new Set()).filter(({ kind }) => kind === 'two_factor_code'),
      [],
    );
    await refuses(() => verify(code), 'invalid', ['code']);
  });

  it('a letter that is to be tried again', async () => {
    await send();
    const [letter] = core.dms.mailQueue.due(1, new Set());
    await core.dms.mailQueue.failed(present(letter), { reason: 'greylisted', isPermanent: false });
    await setBack(HOUR);
    assert.deepEqual(core.dms.mailQueue.due(1, new Set()), []);
    core.pass(MINUTE);
    assert.equal(core.dms.mailQueue.due(1, new Set()).length, 1);
  });

  it('the limit of codes in an hour', async () => {
    for (let count = 0; count < 3; count += 1) await send();
    await refuses(send, 'throttled');
    await setBack(HOUR);
    core.pass(HOUR - 1);
    await refuses(send, 'throttled');
    core.pass(1);
    await send();
  });

  it('the lock of a second factor after wrong codes', async () => {
    await send();
    const code = mailedCode(core.database);
    for (let count = 0; count < 5; count += 1)
      await refuses(() => verify(otherCode(code)), 'invalid', ['code']);
    await refuses(() => verify(code), 'throttled');
    await setBack(HOUR);
    core.pass(15 * MINUTE - 1);
    await refuses(() => verify(code), 'throttled');
    core.pass(1);
    await refuses(() => verify(code), 'invalid', ['code']);
  });
});
