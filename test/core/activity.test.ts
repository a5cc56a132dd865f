import assert from 'node:assert/strict';
import type { ActivityQuery } from '../../src/core/activity.ts';
import type { UserActor } from '../../src/model/actor.ts';
import { type Office, openOffice, PAGE } from '../support/accounts.ts';
import { makeFolder, newUser, write } from '../support/tree.ts';

describe('activity', () => {
  let office: Office;
  let admin: UserActor;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    office = await openOffice();
    admin = await newUser(office, 'root', { isAdmin: true });
    ann = await newUser(office, 'ann');
    ben = await newUser(office, 'ben');
  });
  afterEach(() => office.close());

  /** What an actor sees of what happened to entries. */
  function seen(actor: UserActor, query: ActivityQuery = {}): string[] {
    return office.dms.activity
      .list(actor, query, PAGE)
      .items.filter(({ documentId, folderId }) => documentId !== null || folderId !== null)
      .map(({ action, details }) => `${action} ${details}`);
  }

  it('says what happened, to what, by whom, when and from where, newest first', async () => {
    const folder = await makeFolder(office.dms, ann, 'folder');
    office.pass(1000);
    const id = await write(office.dms, ann, 'file', 'x', folder);
    const [second, first] = office.dms.activity.list(ann, {}, PAGE).items;
    assert.deepEqual(
      [
        second?.action,
        second?.user,
        second?.at,
        second?.details,
        second?.documentId,
        second?.folderId,
        second?.ip,
      ],
      ['upload', 'Name of ann', office.now(), 'file', id, null, '192.0.2.1'],
    );
    assert.deepEqual([first?.action, first?.documentId, first?.folderId], ['create_folder', null, folder]);
  });

  it('shows others what happened to entries that they can read, as long as they can', async () => {
    const folder = await makeFolder(office.dms, ann, 'folder');
    await write(office.dms, ann, 'file', 'x', folder);
    await write(office.dms, ann, 'private');
    assert.deepEqual(seen(ben), []);
    const request = { entryId: folder, users: ['ben'], permissions: 1, expiresAt: office.now() + 1000 };
    await office.dms.shares.create(ann, request);
    assert.deepEqual(seen(ben), ['share folder with ben', 'upload file', 'create_folder folder']);
    office.pass(1000);
    assert.deepEqual(seen(ben), []);
  });

  it('shows everybody what he did himself, also to what is gone', async () => {
    const id = await write(office.dms, ann, 'file');
    await office.dms.entries.remove(ann, id);
    await office.dms.trash.purge(ann, id);
    assert.deepEqual(seen(ann), ['purge file', 'delete file', 'upload file']);
  });

  it('shows administrators all', async () => {
    await write(office.dms, ann, 'private');
    assert.deepEqual(seen(admin), ['upload private']);
  });

  it('is narrowed by action, user and time', async () => {
    await write(office.dms, ann, 'one');
    office.pass(1000);
    const then = office.now();
    await write(office.dms, ben, 'two');
    await makeFolder(office.dms, ben, 'folder');
    assert.deepEqual(seen(admin, { action: 'upload' }), ['upload two', 'upload one']);
    assert.deepEqual(seen(admin, { user: 'BEN', action: 'upload' }), ['upload two']);
    assert.deepEqual(seen(admin, { after: then }), ['create_folder folder', 'upload two']);
    assert.deepEqual(seen(admin, { before: then }), ['upload one']);
    assert.deepEqual(seen(admin, { action: 'nothing' }), []);
    const { items, total } = office.dms.activity.list(admin, { action: 'upload' }, { page: 2, perPage: 1 });
    assert.deepEqual([items.map(({ details }) => details), total], [['one'], 2]);
  });
});
