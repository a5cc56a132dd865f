import assert from 'node:assert/strict';
import { type CoreFixture, openCoreFixture, refuses, SYSTEM } from '../../support/accounts.ts';

describe('the command line in the place of a user', () => {
  let core: CoreFixture;

  beforeEach(async () => {
    core = await openCoreFixture();
    await core.user('ann');
  });
  afterEach(() => core.close());

  const makeFolder = (name: string, actor = core.dms.users.actingAs(SYSTEM, 'ann')) =>
    core.dms.folders.create(actor, { folderId: 0, name });

  it('has the permissions and the name of the user, also with a second factor, which it need not show', async () => {
    core.elsewhere("UPDATE users SET two_factor = 'email' WHERE login = 'ann'");
    const { id } = await makeFolder('Plans');
    const actor = core.dms.users.actingAs(SYSTEM, 'ANN');
    assert.equal(actor.login, 'ann');
    assert.equal(core.dms.tree.folder(actor, id).createdByPerson?.name, 'Name of ann');
    const root = await core.user('root', { isAdmin: true });
    await refuses(() => core.dms.tree.folder(actor, root.homeId), 'not_found');
  });

  it('ends when the account is disabled', async () => {
    const actor = core.dms.users.actingAs(SYSTEM, 'ann');
    core.elsewhere('UPDATE users SET is_disabled = 1');
    await refuses(() => makeFolder('Late', actor), 'unauthenticated');
    await refuses(() => core.dms.users.actingAs(SYSTEM, 'ann'), 'forbidden');
  });

  it('is not for requests, whoever makes them, and not for unknown users', async () => {
    await core.user('root', { isAdmin: true });
    const admin = await core.session('root');
    await refuses(() => core.dms.users.actingAs(admin, 'ann'), 'forbidden');
    await refuses(() => core.dms.users.actingAs(SYSTEM, 'nobody'), 'not_found');
  });
});
