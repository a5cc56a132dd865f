import assert from 'node:assert/strict';
import {
  type CoreFixture,
  credentialId,
  DAY,
  MINUTE,
  openCoreFixture,
  PAGE,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';

describe('sessions', () => {
  let core: CoreFixture;
  beforeEach(async () => {
    core = await openCoreFixture();
    await core.user('ann');
    await core.user('bob');
  });
  afterEach(() => core.close());

  it('are listed for their user, the last used first, his own marked', async () => {
    const first = await core.session('ann');
    core.pass(2 * MINUTE);
    const second = await core.session('ann');
    await core.session('bob');
    const { items, total } = core.dms.sessions.list(second, PAGE);
    assert.equal(total, 2);
    assert.deepEqual(
      items.map(({ id, current, ip, userAgent }) => ({ id, current, ip, userAgent })),
      [
        { id: credentialId(second), current: true, ip: '192.0.2.1', userAgent: 'test' },
        { id: credentialId(first), current: false, ip: '192.0.2.1', userAgent: 'test' },
      ],
    );
    core.pass(2 * MINUTE);
    core.dms.authentication.bySession(first.secret, null);
    const again = core.dms.sessions.list(second, { page: 1, perPage: 1 });
    assert.deepEqual([again.items[0]?.id, again.total], [credentialId(first), 2]);
  });

  it('are not listed any more once they have expired, and are swept at the next sign-in', async () => {
    await core.session('ann');
    core.pass(30 * DAY);
    const { items } = core.dms.sessions.list(await core.token('ann', ['read']), PAGE);
    assert.deepEqual(items, []);
    await core.session('bob');
    const left = core.database.prepare<[], { left: number }>('SELECT count(*) AS left FROM sessions').get();
    assert.equal(left?.left, 1);
  });

  it('can be ended one by one, by their user only', async () => {
    const [mine, other, bob] = [
      await core.session('ann'),
      await core.session('ann'),
      await core.session('bob'),
    ];
    await refuses(() => core.dms.sessions.end(mine, credentialId(bob)), 'not_found');
    await refuses(() => core.dms.sessions.end(mine, 999), 'not_found');
    await core.dms.sessions.end(mine, credentialId(other));
    assert.equal(core.dms.authentication.bySession(other.secret, null), undefined);
    assert.ok(core.dms.authentication.bySession(mine.secret, null));
    assert.ok(core.dms.authentication.bySession(bob.secret, null));
    assert.equal(core.actions().at(-1), 'session_end one session');
  });

  it('can be ended all but the own', async () => {
    const mine = await core.session('ann');
    await core.session('ann');
    await core.session('ann');
    const bob = await core.session('bob');
    assert.equal(await core.dms.sessions.endOthers(mine), 2);
    assert.equal(await core.dms.sessions.endOthers(mine), 0);
    assert.ok(core.dms.authentication.bySession(mine.secret, null));
    assert.ok(core.dms.authentication.bySession(bob.secret, null));
    assert.equal(core.actions().filter((action) => action.startsWith('session_end')).length, 1);
  });

  it('end all when a token asks for it', async () => {
    const session = await core.session('ann');
    assert.equal(await core.dms.sessions.endOthers(await core.token('ann', ['write'])), 1);
    assert.equal(core.dms.authentication.bySession(session.secret, null), undefined);
  });

  it('need somebody signed in, with the scope for it', async () => {
    await refuses(() => core.dms.sessions.list(SYSTEM, PAGE), 'unauthenticated');
    const reader = await core.token('ann', ['read']);
    assert.equal(core.dms.sessions.list(reader, PAGE).total, 0);
    await refuses(() => core.dms.sessions.end(reader, 1), 'forbidden');
    await refuses(() => core.dms.sessions.endOthers(reader), 'forbidden');
  });
});
