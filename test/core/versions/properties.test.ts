import assert from 'node:assert/strict';
import type { DeadProperty } from '../../../src/model/entries/entry.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, recordOf, snapshotOf, write } from '../../support/tree.ts';

function property(name: string, value = ''): DeadProperty {
  return { namespace: 'urn:x', name, xml: `<${name} xmlns="urn:x">${value}</${name}>` };
}

describe('dead properties', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let id: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    id = await write(core.dms, ann, 'file');
  });
  afterEach(() => core.close());

  it('are set, replaced and removed in the order of the changes', async () => {
    const { properties } = core.dms;
    await properties.patch(ann, id, [{ set: property('a', '1') }, { set: property('b') }]);
    await properties.patch(ann, id, [
      { set: property('a', '2') },
      { remove: { namespace: 'urn:x', name: 'b' } },
    ]);
    assert.deepEqual(properties.list(ann, id), [property('a', '2')]);
    await properties.patch(ann, id, [
      { remove: { namespace: 'urn:x', name: 'a' } },
      { set: property('a', '3') },
      { remove: { namespace: 'urn:other', name: 'a' } },
    ]);
    assert.deepEqual(properties.list(ann, id), [property('a', '3')]);
  });

  it('of one name in two namespaces are two', async () => {
    const other = { namespace: '', name: 'a', xml: '<a/>' };
    await core.dms.properties.patch(ann, id, [{ set: property('a') }, { set: other }]);
    assert.equal(core.dms.properties.list(ann, id).length, 2);
  });

  it('are for those who may read the entry, and are changed by those who may update it', async () => {
    const ben = await newUser(core, 'ben');
    const change = () => core.dms.properties.patch(ben, id, [{ set: property('a') }]);
    await refuses(() => core.dms.properties.list(ben, id), 'not_found');
    await refuses(change, 'not_found');
    await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 1 });
    assert.deepEqual(core.dms.properties.list(ben, id), []);
    const before = snapshotOf(core.database);
    await refuses(change, 'forbidden');
    assert.equal(snapshotOf(core.database), before);
    await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 3 });
    const lock = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
    const { token } = (await core.dms.lockCreation.create(ann, id, lock)).lock;
    await refuses(change, 'locked');
    await core.dms.locks.release(ann, id, token);
    await change();
    assert.deepEqual(core.dms.properties.list(ann, id), [property('a')]);
    assert.equal(core.actions().at(-1), 'properties file');
  });

  it('take at most 64 KiB an entry, or none of the changes is made', async () => {
    const xml = 64 * 1024 - Buffer.byteLength('urn:xa');
    const full = { ...property('a'), xml: 'ü'.repeat(xml / 2) };
    await core.dms.properties.patch(ann, id, [{ set: full }]);
    const before = snapshotOf(core.database);
    await refuses(() => core.dms.properties.patch(ann, id, [{ set: property('b') }]), 'quota_exceeded');
    assert.equal(snapshotOf(core.database), before);
  });

  it('of members come with the folder, by member', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    const within = await write(core.dms, ann, 'within', 'x', folder);
    await write(core.dms, ann, 'bare', 'x', folder);
    await core.dms.properties.patch(ann, within, [{ set: property('a') }, { set: property('b') }]);
    await core.dms.properties.patch(ann, folder, [{ set: property('c') }]);
    const members = await core.dms.folderPages.members(ann, folder, {
      page: 1,
      perPage: 5,
      sort: 'name',
      direction: 'asc',
    });
    const elsewhere = recordOf(core.dms, ann, id);
    await core.dms.properties.patch(ann, id, [{ set: property('d') }]);
    const found = core.dms.properties.ofMembers(ann, folder, [...members.items, elsewhere]);
    assert.deepEqual([...found], [[within, [property('a'), property('b')]]]);
  });
});
