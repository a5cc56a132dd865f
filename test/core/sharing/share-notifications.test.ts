import assert from 'node:assert/strict';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser } from '../../support/tree.ts';

describe('letters about shares', () => {
  let core: CoreFixture;

  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: 'https://dms.example' });
  });
  afterEach(() => core.close());

  function lettersWaiting(): number | undefined {
    return core.database.prepare<[], { count: number }>('SELECT count(*) AS count FROM mails').get()?.count;
  }

  it('do not count if the share is refused when it is committed', async () => {
    const ann = await newUser(core, 'ann');
    await newUser(core, 'ben');
    const entryId = await makeFolder(core.dms, ann, 'plans');
    const share = () =>
      core.dms.shares.create(ann, { entryId, users: ['ben'], permissions: 1, notify: true });
    const { database } = core;
    const transaction = database.transaction.bind(database);
    database.transaction = (change) =>
      transaction(() => {
        change();
        throw new Error('refused');
      });
    for (let time = 0; time < 5; time += 1) await assert.rejects(share(), /^Error: refused$/);
    database.transaction = transaction;
    await share();
    assert.equal(lettersWaiting(), 1);
  });
});
