import assert from 'node:assert/strict';
import type { ShareRequest } from '../../../src/core/sharing/share-requests.ts';
import type { Share } from '../../../src/model/entries/share.ts';
import { message } from '../../../src/model/errors/messages.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, MINUTE, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, paths, read, recordOf, snapshotOf, write } from '../../support/tree.ts';

describe('shares', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let cyd: UserActor;
  let folder: number;
  let file: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    cyd = await newUser(core, 'cyd');
    folder = await makeFolder(core.dms, ann, 'folder');
    file = await write(core.dms, ann, 'file', 'x', folder);
  });
  afterEach(() => core.close());

  function share(actor: UserActor, request: Partial<ShareRequest>): Promise<Share> {
    return core.dms.shares.create(actor, { entryId: folder, users: ['ben'], permissions: 1, ...request });
  }

  /** Full details of the last activity with this action. */
  function fullOf(action: string): string | undefined {
    return core.database
      .prepare<[string], { full_details: string }>(
        'SELECT full_details FROM activities WHERE action = ? ORDER BY id DESC',
      )
      .get(action)?.full_details;
  }

  function bitsOf(actor: UserActor, id: number): number {
    return recordOf(core.dms, actor, id).permissions;
  }

  it('hold for a folder and all entries beneath it, or for one document', async () => {
    const made = await share(ann, { permissions: 3, users: ['ben', 'CYD', 'ben'] });
    assert.deepEqual(
      [made.entryId, made.kind, made.permissions, made.users],
      [folder, 'folder', 3, ['ben', 'cyd']],
    );
    assert.deepEqual(made.createdBy, { id: ann.userId, name: 'Name of ann' });
    assert.equal(made.expiresAt, null);
    assert.deepEqual([bitsOf(ben, folder), bitsOf(cyd, file)], [3, 3]);
    const other = await write(core.dms, ann, 'other');
    const single = await share(ann, { entryId: other, permissions: 2 });
    assert.deepEqual([single.kind, single.permissions], ['file', 3]);
    assert.deepEqual(await paths(core.dms, ben), ['folder/', 'folder/file', 'other']);
  });

  it('add up from an entry to its root', async () => {
    await share(ann, { permissions: 5 });
    await share(ann, { entryId: file, permissions: 3 });
    assert.deepEqual([bitsOf(ben, folder), bitsOf(ben, file)], [5, 7]);
  });

  it('are replaced by a second one to the same user on the same entry', async () => {
    const first = await share(ann, { permissions: 15, users: ['ben', 'cyd'] });
    const second = await share(ann, { permissions: 1 });
    assert.deepEqual([bitsOf(ben, file), bitsOf(cyd, file)], [1, 15]);
    await share(ann, { permissions: 3, users: ['cyd'] });
    // The first share has no recipient left, so it is deleted.
    await refuses(() => core.dms.shares.remove(ann, first.id), 'not_found');
    await core.dms.shares.remove(ann, second.id);
    await refuses(() => bitsOf(ben, file), 'not_found');
    assert.equal(bitsOf(cyd, file), 3);
  });

  it('end at their time, which must not be in the past', async () => {
    const before = snapshotOf(core.database);
    await refuses(() => share(ann, { expiresAt: core.now() }), 'invalid', ['expires_at']);
    assert.equal(snapshotOf(core.database), before);
    await share(ann, { expiresAt: core.now() + MINUTE });
    core.pass(MINUTE - 1);
    assert.equal(await read(core.dms, ben, file), 'x');
    core.pass(1);
    await refuses(() => read(core.dms, ben, file), 'not_found');
    await refuses(() => bitsOf(ben, folder), 'not_found');
    assert.deepEqual(await paths(core.dms, ben), []);
    // The owner keeps all permissions.
    assert.equal(bitsOf(ann, file), 31);
  });

  it('do not exceed the permissions of the user who makes them', async () => {
    await share(ann, { permissions: 19 });
    const before = snapshotOf(core.database);
    for (const permissions of [4, 8, 31, 20]) {
      await refuses(() => share(ben, { users: ['cyd'], permissions }), 'invalid', ['permissions']);
    }
    for (const permissions of [0, -1, 32, 1.5, Number.NaN]) {
      await refuses(() => share(ann, { users: ['cyd'], permissions }), 'invalid', ['permissions']);
    }
    assert.equal(snapshotOf(core.database), before);
    await share(ben, { users: ['cyd'], permissions: 19 });
    assert.equal(bitsOf(cyd, file), 19);
  });

  it('name between one and a hundred users who exist, none of them the owner', async () => {
    const before = snapshotOf(core.database);
    await refuses(() => share(ann, { users: [] }), 'invalid', ['users']);
    await refuses(() => share(ann, { users: Array.from({ length: 101 }, () => 'ben') }), 'invalid', [
      'users',
    ]);
    const error = await refuses(() => share(ann, { users: ['ben', 'nobody', 'ann'] }), 'invalid', ['users']);
    const faults = [
      message('recipient_unknown', { login: 'nobody' }),
      message('recipient_is_owner', { login: 'ann' }),
    ];
    assert.deepEqual(error.fields, { users: faults });
    assert.equal(snapshotOf(core.database), before);
  });

  it('are not made to oneself: they would outlast the share that they rest on', async () => {
    await share(ann, { permissions: 31 });
    const error = await refuses(() => share(ben, { entryId: file, users: ['BEN'] }), 'invalid', ['users']);
    assert.deepEqual(error.fields, { users: [message('recipient_is_self', { login: 'BEN' })] });
  });

  it('are not for homes', async () => {
    await refuses(() => share(ann, { entryId: ann.homeId }), 'forbidden');
  });

  it('are ended by a user who may share the entry', async () => {
    await core.user('dan');
    const grant = await share(ann, { users: ['ben', 'dan'] });
    await share(ann, { entryId: file, users: ['cyd'], permissions: 31 });
    await refuses(() => core.dms.shares.remove(cyd, grant.id), 'not_found');
    await refuses(() => core.dms.shares.remove(ann, 999_999), 'not_found');
    const other = await share(ann, { users: ['cyd'], permissions: 15 });
    await refuses(() => core.dms.shares.remove(cyd, grant.id), 'forbidden');
    await core.dms.shares.update(ann, other.id, { permissions: 17 });
    await core.dms.shares.remove(cyd, grant.id);
    await refuses(() => bitsOf(ben, file), 'not_found');
    assert.equal(core.actions().at(-1), 'unshare folder');
    assert.equal(fullOf('unshare'), 'folder with ben, dan');
  });

  it('are ended by the user who made them, even if they may no longer share', async () => {
    const own = await share(ann, { permissions: 17 });
    const passedOn = await share(ben, { users: ['cyd'] });
    await core.dms.shares.update(ann, own.id, { permissions: 1 });
    await core.dms.shares.remove(ben, passedOn.id);
    await refuses(() => bitsOf(cyd, folder), 'not_found');
  });

  it('are left by a recipient, and stay for the other recipients', async () => {
    const grant = await share(ann, { users: ['ben', 'cyd'], permissions: 31 });
    await core.dms.shares.remove(ben, grant.id);
    await refuses(() => bitsOf(ben, folder), 'not_found');
    assert.equal(bitsOf(cyd, folder), 31);
    assert.equal(fullOf('unshare'), 'folder with ben');
    await core.dms.shares.remove(cyd, grant.id);
    await refuses(() => core.dms.shares.get(ann, grant.id), 'not_found');
    assert.equal(core.dms.tree.folder(ann, folder).shared, false);
  });

  it('are not found any more once they have expired', async () => {
    const grant = await share(ann, { expiresAt: core.now() + MINUTE });
    const { shares } = core.dms;
    core.pass(MINUTE);
    await refuses(() => shares.get(ann, grant.id), 'not_found');
    await refuses(() => shares.update(ann, grant.id, { expiresAt: null }), 'not_found');
    await refuses(() => shares.remove(ann, grant.id), 'not_found');
    assert.deepEqual(await shares.list(ann, {}, PAGE), { items: [], total: 0 });
    assert.deepEqual(await shares.list(ann, { entry: { id: folder, kind: 'folder' } }, PAGE), {
      items: [],
      total: 0,
    });
    assert.equal(core.dms.tree.folder(ann, folder).shared, false);
    await core.dms.housekeeping.tidy();
    assert.deepEqual(core.database.prepare('SELECT * FROM shares').all(), []);
  });

  it('show the folder as shared, to its owner too', async () => {
    assert.equal(core.dms.tree.folder(ann, folder).shared, false);
    await share(ann, {});
    assert.equal(core.dms.tree.folder(ann, folder).shared, true);
  });
});
