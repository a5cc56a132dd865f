import assert from 'node:assert/strict';
import { DAY, MINUTE, type Office, openOffice, PAGE, refuses, SYSTEM } from '../../support/accounts.ts';

describe('sessions', () => {
  let office: Office;
  beforeEach(async () => {
    office = await openOffice();
    await office.user('ann');
    await office.user('bob');
  });
  afterEach(() => office.close());

  it('are listed for their user, the last used first, his own marked', async () => {
    const first = await office.session('ann');
    office.pass(2 * MINUTE);
    const second = await office.session('ann');
    await office.session('bob');
    const { items, total } = office.dms.sessions.list(second, PAGE);
    assert.equal(total, 2);
    assert.deepEqual(
      items.map(({ id, current, ip, userAgent }) => ({ id, current, ip, userAgent })),
      [
        { id: second.credentialId, current: true, ip: '192.0.2.1', userAgent: 'test' },
        { id: first.credentialId, current: false, ip: '192.0.2.1', userAgent: 'test' },
      ],
    );
    office.pass(2 * MINUTE);
    office.dms.authentication.bySession(first.secret, null);
    const again = office.dms.sessions.list(second, { page: 1, perPage: 1 });
    assert.deepEqual([again.items[0]?.id, again.total], [first.credentialId, 2]);
  });

  it('are not listed any more once they have expired, and are swept at the next sign-in', async () => {
    await office.session('ann');
    office.pass(30 * DAY);
    const { items } = office.dms.sessions.list(await office.token('ann', ['read']), PAGE);
    assert.deepEqual(items, []);
    await office.session('bob');
    const left = office.database.prepare<[], { left: number }>('SELECT count(*) AS left FROM sessions').get();
    assert.equal(left?.left, 1);
  });

  it('can be ended one by one, by their user only', async () => {
    const [mine, other, bob] = [
      await office.session('ann'),
      await office.session('ann'),
      await office.session('bob'),
    ];
    await refuses(() => office.dms.sessions.end(mine, bob.credentialId ?? 0), 'not_found');
    await refuses(() => office.dms.sessions.end(mine, 999), 'not_found');
    await office.dms.sessions.end(mine, other.credentialId ?? 0);
    assert.equal(office.dms.authentication.bySession(other.secret, null), undefined);
    assert.ok(office.dms.authentication.bySession(mine.secret, null));
    assert.ok(office.dms.authentication.bySession(bob.secret, null));
    assert.equal(office.actions().at(-1), 'session_end one session');
  });

  it('can be ended all but the own', async () => {
    const mine = await office.session('ann');
    await office.session('ann');
    await office.session('ann');
    const bob = await office.session('bob');
    assert.equal(await office.dms.sessions.endOthers(mine), 2);
    assert.equal(await office.dms.sessions.endOthers(mine), 0);
    assert.ok(office.dms.authentication.bySession(mine.secret, null));
    assert.ok(office.dms.authentication.bySession(bob.secret, null));
    assert.equal(office.actions().filter((action) => action.startsWith('session_end')).length, 1);
  });

  it('end all when a token asks for it', async () => {
    const session = await office.session('ann');
    assert.equal(await office.dms.sessions.endOthers(await office.token('ann', ['write'])), 1);
    assert.equal(office.dms.authentication.bySession(session.secret, null), undefined);
  });

  it('need somebody signed in, with the scope for it', async () => {
    await refuses(() => office.dms.sessions.list(SYSTEM, PAGE), 'unauthenticated');
    const reader = await office.token('ann', ['read']);
    assert.equal(office.dms.sessions.list(reader, PAGE).total, 0);
    await refuses(() => office.dms.sessions.end(reader, 1), 'forbidden');
    await refuses(() => office.dms.sessions.endOthers(reader), 'forbidden');
  });
});
