// Would catch marks of earlier clients that stay as properties, or a usage that is wrong after they are deleted.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { bringUp } from '../../src/storage/connection/schema.ts';
import { type CoreFixture, openCoreFixture } from '../support/accounts.ts';
import { newUser, usageOf, write } from '../support/tree.ts';

describe('the migration to favourites', () => {
  let core: CoreFixture;

  beforeEach(async () => {
    core = await openCoreFixture();
  });
  afterEach(() => core.close());

  it('deletes the properties of earlier clients, and counts them no longer', async () => {
    const ann = await newUser(core, 'ann');
    const [long, short] = [await write(core.dms, ann, 'long', 'x'), await write(core.dms, ann, 'short', 'x')];
    const favorite = { namespace: 'http://owncloud.org/ns', name: 'favorite', xml: '<favorite>1</favorite>' };
    const other = { namespace: 'urn:x', name: 'a', xml: `<a xmlns="urn:x">${'b'.repeat(5000)}</a>` };
    await core.dms.properties.patch(ann, long, [{ set: other }]);
    const usage = usageOf(core.database);
    await core.dms.properties.patch(ann, long, [{ set: favorite }]);
    await core.dms.properties.patch(ann, short, [{ set: favorite }]);
    assert.notDeepEqual(usageOf(core.database), usage);
    const file = join(core.dataDirectory, 'before.sqlite');
    core.database.prepare('VACUUM INTO ?').run(file);
    const before = new Sqlite(file);
    before.exec("DROP TABLE favourites; DELETE FROM schema_migrations WHERE name LIKE '0024%'");
    before.close();
    await bringUp(file);
    const after = new Sqlite(file);
    const names = after.prepare('SELECT name FROM properties').all();
    const counted = after.prepare("SELECT used_bytes AS counted FROM users WHERE login = 'ann'").get();
    after.close();
    assert.deepEqual(names, [{ name: 'a' }]);
    assert.deepEqual(counted, { counted: usage.find(({ login }) => login === 'ann')?.counted });
  });
});
