import assert from 'node:assert/strict';
import { People } from '../../../src/storage/accounts/people.ts';
import { type CoreFixture, openCoreFixture, SYSTEM } from '../../support/accounts.ts';

describe('names of people', () => {
  let core: CoreFixture;

  beforeEach(async () => {
    core = await openCoreFixture();
  });
  afterEach(() => core.close());

  it('are found by ids, but for nobody’s id and those of deleted users', async () => {
    const [ann, ben] = [await core.user('ann'), await core.user('ben')];
    await core.user('carl');
    await core.dms.users.remove(SYSTEM, ben.id);
    const people = new People(core.database);
    const found = [[ann.id, { id: ann.id, name: 'Name of ann' }]];
    assert.deepEqual([...people.list([null, ann.id, ben.id, ann.id])], found);
    assert.deepEqual([...people.list([null])], []);
  });
});
