import assert from 'node:assert/strict';
import type { DeadProperty } from '../../../src/model/entries/entry.ts';
import { READ, UPDATE } from '../../../src/model/entries/permissions.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, onto, read, snapshotOf, write } from '../../support/tree.ts';

const OVERWRITE = { overwrite: true };

function property(name: string, value: string): DeadProperty {
  return { namespace: 'urn:x', name, xml: `<${name} xmlns="urn:x">${value}</${name}>` };
}

describe('a document that is moved or copied onto another', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let id: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    id = await write(core.dms, ann, 'doc.txt', 'one');
  });
  afterEach(() => core.close());

  for (const method of ['move', 'copy'] as const) {
    it(`brings its properties along (${method})`, async () => {
      const source = await write(core.dms, ann, 'new.txt', 'two');
      await core.dms.properties.patch(ann, id, [
        { set: property('a', 'old') },
        { set: property('b', 'own') },
      ]);
      await core.dms.properties.patch(ann, source, [{ set: property('a', 'new') }]);
      await core.dms.entries[method](ann, source, { folderId: 0, name: 'doc.txt' }, OVERWRITE);
      assert.equal(await read(core.dms, ann, id), 'two');
      const properties = core.dms.properties.list(ann, id);
      assert.deepEqual(
        properties.map(({ xml }) => xml).sort(),
        [property('a', 'new').xml, property('b', 'own').xml].sort(),
      );
    });

    it(`leaves them behind where both would be too long together (${method})`, async () => {
      const long = 'x'.repeat(40_000);
      const source = await write(core.dms, ann, 'new.txt', 'two');
      await core.dms.properties.patch(ann, id, [{ set: property('a', long) }]);
      await core.dms.properties.patch(ann, source, [{ set: property('b', long) }]);
      await core.dms.entries[method](ann, source, { folderId: 0, name: 'doc.txt' }, OVERWRITE);
      assert.equal(await read(core.dms, ann, id), 'two');
      assert.deepEqual(
        core.dms.properties.list(ann, id).map(({ name }) => name),
        ['a'],
      );
    });

    it(`needs update and no lock of another (${method})`, async () => {
      const source = await write(core.dms, ben, 'new.txt', 'two');
      const attempt = () => core.dms.entries[method](ben, source, onto(core.dms, ben, id), OVERWRITE);
      await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: READ });
      const before = snapshotOf(core.database);
      await refuses(attempt, 'forbidden');
      assert.equal(snapshotOf(core.database), before);
      await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: READ | UPDATE });
      const lock = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
      const { token } = (await core.dms.lockCreation.create(ann, id, lock)).lock;
      await refuses(attempt, 'locked');
      assert.equal(await read(core.dms, ann, id), 'one');
      await core.dms.locks.release(ann, id, token);
      await attempt();
      assert.equal(await read(core.dms, ann, id), 'two');
    });
  }

  it('is noted where it made no version, with both names', async () => {
    const source = await write(core.dms, ann, 'same.txt', 'one');
    await core.dms.entries.move(ann, source, { folderId: 0, name: 'doc.txt' }, OVERWRITE);
    const { items } = await core.dms.activity.ofDocument(ann, id, { action: 'move' }, PAGE);
    assert.deepEqual(
      items.map(({ details }) => details),
      ['same.txt onto doc.txt'],
    );
    assert.equal(core.dms.tree.document(ann, id).version, 1);
  });

  it('is in the trash where a folder takes its name', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    await core.dms.entries.move(ann, folder, { folderId: 0, name: 'doc.txt' }, OVERWRITE);
    const { items } = core.dms.trash.list(ann, PAGE);
    assert.deepEqual(
      items.map(({ entry }) => entry.id),
      [id],
    );
    assert.equal(core.dms.tree.resolve(ann, ['doc.txt'])?.entry.id, folder);
  });
});
