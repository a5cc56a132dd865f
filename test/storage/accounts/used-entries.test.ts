import assert from 'node:assert/strict';
import { join } from 'node:path';
import { bringUp } from '../../../src/storage/connection/schema.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

describe('the count of the entries of a home', () => {
  let core: CoreFixture;

  beforeEach(async () => {
    core = await openCoreFixture();
  });
  afterEach(() => core.close());

  async function counts(): Promise<unknown[]> {
    const { database } = core;
    await assertFaultless(database);
    return database.prepare('SELECT login, used_entries FROM users ORDER BY login').raw().all();
  }

  it('is filled once, for offices that are older than it', async () => {
    const { database, dataDirectory, dms } = core;
    const root = await newUser(core, 'root', { isAdmin: true });
    const ann = await newUser(core, 'ann');
    const gone = await newUser(core, 'gone');
    await newUser(core, 'new');
    const tree = await makeFolder(dms, ann, 'tree');
    const inner = await makeFolder(dms, ann, 'inner', tree);
    for (const folder of [0, tree, inner]) await write(dms, ann, 'doc', 'x', folder);
    await dms.entries.remove(ann, await write(dms, ann, 'deleted', 'x', inner));
    // What is deleted out of a deleted folder counts by itself.
    await dms.entries.remove(ann, inner);
    await dms.entries.remove(ann, tree);
    const office = await dms.folders.createSystem(root, 'Office');
    await write(dms, root, 'own');
    await write(dms, root, 'of the office', 'x', office.id);
    await dms.entries.remove(root, await write(dms, root, 'deleted', 'x', office.id));
    await dms.entries.remove(gone, await write(dms, gone, 'deleted'));
    await dms.users.remove(root, gone.userId);
    const expected = [
      ['ann', 6],
      ['new', 0],
      ['root', 1],
    ];
    assert.deepEqual(await counts(), expected);
    database.prepare('ALTER TABLE users DROP COLUMN used_entries').run();
    database.prepare("DELETE FROM schema_migrations WHERE name = '0009-used-entries'").run();
    await bringUp(join(dataDirectory, 'dms.sqlite'));
    assert.deepEqual(await counts(), expected);
  });
});
