import assert from 'node:assert/strict';
import type { ErrorCode } from '../../../src/model/errors/errors.ts';
import type { Actor, UserActor } from '../../../src/model/people/actor.ts';
import {
  type CoreFixture,
  credentialId,
  DAY,
  openCoreFixture,
  passwordOf,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';

describe('a change by an actor whose credentials are checked again', () => {
  let core: CoreFixture;
  let annId: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    annId = (await core.user('ann', { isAdmin: true })).id;
    await core.user('root', { isAdmin: true });
  });
  afterEach(() => core.close());

  const byPassword = () =>
    core.dms.authentication.byBasic({ login: 'ann', password: passwordOf('ann'), ip: null });

  /** The actor was found when the request began; then something happens, and then the change is made. */
  async function refusedAfter(actor: UserActor, code: ErrorCode, happens: () => Promise<unknown>) {
    await happens();
    await refuses(() => core.dms.folders.create(actor, { folderId: 0, name: 'New' }), code);
    const made = core.database.prepare<[], { id: number }>("SELECT id FROM entries WHERE name = 'New'").all();
    assert.deepEqual(made, []);
    await core.dms.users.update(SYSTEM, annId, { isDisabled: false, isAdmin: true });
  }

  it('is refused once the account is disabled, whatever the credentials', async () => {
    for (const actor of [await core.session('ann'), await core.token('ann', ['write']), await byPassword()])
      await refusedAfter(actor, 'unauthenticated', () =>
        core.dms.users.update(SYSTEM, annId, { isDisabled: true }),
      );
  });

  it('is refused once the session has ended or expired', async () => {
    const ended = await core.session('ann');
    const other = await core.session('ann');
    await refusedAfter(ended, 'unauthenticated', () => core.dms.sessions.end(other, credentialId(ended)));
    await refusedAfter(other, 'unauthenticated', async () => core.pass(31 * DAY));
  });

  it('is refused once the token is revoked or expired', async () => {
    const session = await core.session('ann');
    const revoked = await core.token('ann', ['write']);
    await refusedAfter(revoked, 'unauthenticated', () =>
      core.dms.tokens.revoke(session, credentialId(revoked)),
    );
    const input = { name: 'short', expiresAt: core.now() + DAY };
    const { secret } = await core.dms.tokens.create(session, input);
    const expired = core.dms.authentication.byToken(secret, null);
    assert.ok(expired);
    await refusedAfter(expired, 'unauthenticated', async () => core.pass(DAY));
  });

  it('is refused once the password is another', async () => {
    const actor = await byPassword();
    await refusedAfter(actor, 'unauthenticated', () =>
      core.dms.users.update(SYSTEM, annId, { password: 'quite another password' }),
    );
  });

  it('is refused once the actor is no longer an administrator', async () => {
    const actor = await core.session('ann');
    await refusedAfter(actor, 'forbidden', () => core.dms.users.update(SYSTEM, annId, { isAdmin: false }));
  });

  it('is refused once the account is deleted', async () => {
    const actor: Actor = await core.session('ann');
    await core.dms.users.remove(SYSTEM, annId);
    await refuses(() => core.dms.folders.create(actor, { folderId: 0, name: 'New' }), 'unauthenticated');
  });
});
