import assert from 'node:assert/strict';
import type { Actor } from '../../../src/model/people/actor.ts';
import {
  type CoreFixture,
  MINUTE,
  openCoreFixture,
  passwordOf,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';

const GUEST: Actor = { kind: 'guest', ip: '192.0.2.7' };
const ADA = { login: 'ada', name: 'Ada', email: 'ada@example.org', password: passwordOf('ada') };

describe('setup', () => {
  let core: CoreFixture;

  beforeEach(async () => {
    core = await openCoreFixture();
  });
  afterEach(() => core.close());

  const create = (code: string, person = ADA, actor = GUEST) =>
    core.dms.setup.createAdministrator(actor, code, person);

  it('makes the first administrator with the code, once, and records it with the address', async () => {
    const { code, expiresAt } = core.dms.setup.issue(SYSTEM);
    assert.equal(expiresAt, core.now() + 30 * MINUTE);
    const { login, isAdmin } = await create(code);
    assert.deepEqual([login, isAdmin], ['ada', true]);
    assert.deepEqual(core.actions(), ['user_create user ada, the first administrator, with the setup code']);
    const session = await core.session('ada');
    const { items } = await core.dms.activity.list(session, {}, { page: 1, perPage: 50 });
    assert.deepEqual([items.at(-1)?.user, items.at(-1)?.ip], ['guest', '192.0.2.7']);
    const eve = { ...ADA, login: 'eve', email: 'eve@example.org' };
    const { reason } = await refuses(() => create(code, eve), 'not_found');
    assert.equal(reason.text, 'An administrator already exists. Sign in.');
  });

  it('is closed without a code, and while there is an administrator, whoever made them', async () => {
    assert.equal((await refuses(() => create('x'), 'not_found')).reason.code, 'not_found');
    assert.equal(core.dms.setup.isOpen(), false);
    const { code } = core.dms.setup.issue(SYSTEM);
    assert.equal(core.dms.setup.isOpen(), true);
    await core.user('root', { isAdmin: true });
    assert.equal(core.dms.setup.isOpen(), false);
    const { reason } = await refuses(() => create(code), 'not_found');
    assert.equal(reason.code, 'administrator_exists');
    const unissued = () => core.again().setup.createAdministrator(GUEST, code, ADA);
    assert.equal((await refuses(unissued, 'not_found')).reason.code, 'administrator_exists');
    assert.equal(core.dms.users.findByLogin(SYSTEM, 'ada'), undefined);
  });

  it('makes one administrator only, however many ask at the same time', async () => {
    const { code } = core.dms.setup.issue(SYSTEM);
    const outcomes = await Promise.allSettled(
      ['ada', 'bob', 'cyn'].map((login) => create(code, { ...ADA, login, email: `${login}@example.org` })),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
    assert.equal(core.dms.users.list(SYSTEM, { page: 1, perPage: 50 }).total, 1);
  });

  it('takes no code that is wrong, old, or of before the last start', async () => {
    const { code: first } = core.dms.setup.issue(SYSTEM);
    const { code } = core.dms.setup.issue(SYSTEM);
    for (const wrong of [first, '', `${code}x`]) await refuses(() => create(wrong), 'forbidden');
    await refuses(() => core.again().setup.createAdministrator(GUEST, code, ADA), 'not_found');
    core.pass(30 * MINUTE);
    await refuses(() => create(code), 'forbidden');
  });

  it('blocks an address after five wrong codes, but never the right one', async () => {
    const { code } = core.dms.setup.issue(SYSTEM);
    for (let count = 0; count < 5; count += 1) await refuses(() => create('wrong'), 'forbidden');
    await refuses(() => create('wrong'), 'throttled');
    await refuses(() => create('wrong', ADA, { kind: 'guest', ip: '198.51.100.1' }), 'forbidden');
    assert.equal((await create(code)).login, 'ada');
  });

  it('holds the rules for accounts, and stays open after a mistake', async () => {
    const { code } = core.dms.setup.issue(SYSTEM);
    const bad = { login: 'A B', name: '', email: 'x', password: 'short' };
    await refuses(() => create(code, bad), 'invalid', ['login', 'name', 'email', 'password']);
    assert.ok((await create(code)).isAdmin);
  });

  it('gives codes to the command line only', async () => {
    await refuses(() => core.dms.setup.issue(GUEST), 'forbidden');
  });
});
