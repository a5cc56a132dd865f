import { Readable } from 'node:stream';
import type { Actor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, SYSTEM } from '../accounts.ts';
import { fileTo, onto, planOf, putTo } from '../tree.ts';
import { type Change, type ChangeFixture, newDocument, newFolder, ofDocument } from './change.ts';

const LOCK = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;

const LINK_TERMS = {
  kind: 'view' as const,
  ...{ label: '', password: null, expiresAt: null, maxDownloads: null, isListed: true },
};

/** A change of one of Ann's uploads that has not received any data. */
function ofUpload(
  leaves: readonly string[],
  change: (fixture: ChangeFixture, actor: Actor, id: number) => unknown,
): Change {
  return ofDocument(leaves, change, async ({ core, ann, fresh }) => {
    const { upload } = await core.dms.resumableUploads.create(ann, planOf(fresh('resumable'), 1));
    return upload.id;
  });
}

async function twoVersions(fixture: ChangeFixture): Promise<number> {
  const id = await newDocument(fixture, 'one');
  await putTo(fixture.core.dms, fixture.ann, onto(fixture.core.dms, fixture.ann, id), 'two');
  return id;
}

const documents: Record<string, Change> = {
  'uploads.store': ofDocument(
    ['upload'],
    ({ core, fresh }, actor, folderId) => putTo(core.dms, actor, { folderId, name: fresh('new') }, 'x'),
    newFolder,
  ),
  'uploads.store, the next version': ofDocument(['new_version'], ({ core }, actor, entryId) =>
    putTo(core.dms, actor, onto(core.dms, actor, entryId), 'two'),
  ),
  'uploads.store, the next version with a title': ofDocument(['new_version'], ({ core }, actor, entryId) =>
    putTo(core.dms, actor, onto(core.dms, actor, entryId), 'two', { title: 'T' }),
  ),
  'uploads.store, the same bytes': ofDocument([], ({ core }, actor, entryId) =>
    putTo(core.dms, actor, onto(core.dms, actor, entryId), 'one'),
  ),
  'uploads.store, the same bytes with a title': ofDocument(['update'], ({ core }, actor, entryId) =>
    putTo(core.dms, actor, onto(core.dms, actor, entryId), 'one', { title: 'T' }),
  ),
  'pathUploads.store': ofDocument(
    ['create_folder', 'upload'],
    ({ core, fresh }, actor, folderId) =>
      fileTo(core.dms, actor, { folderId, path: [fresh('sub')], name: 'new', conflict: 'fail' }, 'x'),
    newFolder,
  ),
  'pathUploads.store, what is skipped': ofDocument(
    [],
    ({ core }, actor, folderId) =>
      fileTo(core.dms, actor, { folderId, path: [], name: 'there', conflict: 'skip' }, 'x'),
    async (fixture) => {
      const folderId = await newFolder(fixture);
      await putTo(fixture.core.dms, fixture.ann, { folderId, name: 'there' }, 'old');
      return folderId;
    },
  ),
  'resumableUploads.create': {
    leaves: [],
    open: 'to users',
    set: async ({ core, fresh }) => {
      const name = fresh('resumable');
      return (actor) => core.dms.resumableUploads.create(actor, planOf(name, 1));
    },
  },
  'resumableUploads.receive': ofUpload(['upload'], ({ core }, actor, id) =>
    core.dms.resumableUploads.receive(actor, id, {
      offset: 0,
      source: Readable.from([Buffer.from('x')]),
      bytes: 1,
    }),
  ),
  'resumableUploads.remove': ofUpload([], ({ core }, actor, id) =>
    core.dms.resumableUploads.remove(actor, id),
  ),
  'documents.update': ofDocument(['update'], ({ core }, actor, id) =>
    core.dms.documents.update(actor, id, { title: 'T', comments: 'C' }),
  ),
  'documents.update, the name': ofDocument(['rename'], ({ core, fresh }, actor, id) =>
    core.dms.documents.update(actor, id, { name: fresh('renamed') }),
  ),
  'documents.update, title and name': ofDocument(['update', 'rename'], ({ core, fresh }, actor, id) =>
    core.dms.documents.update(actor, id, { title: 'T', name: fresh('renamed') }),
  ),
  'documents.update, nothing': ofDocument([], ({ core }, actor, id) =>
    core.dms.documents.update(actor, id, {}),
  ),
  // A time alone is not logged, because clients set it after each upload.
  'properties.patch': ofDocument(['properties'], ({ core }, actor, id) =>
    core.dms.properties.patch(actor, id, [{ set: { namespace: 'urn:x', name: 'a', xml: '<a/>' } }]),
  ),
  'versions.comment': ofDocument(['version_comment'], ({ core }, actor, id) =>
    core.dms.versions.comment(actor, id, 1, 'C'),
  ),
  'versions.restore': ofDocument(
    ['version_restore'],
    ({ core }, actor, id) => core.dms.versions.restore(actor, id, 1),
    twoVersions,
  ),
  'versions.restore, the content that is there': ofDocument([], ({ core }, actor, id) =>
    core.dms.versions.restore(actor, id, 1),
  ),
  'versions.remove': ofDocument(
    ['version_delete'],
    ({ core }, actor, id) => core.dms.versions.remove(actor, id, 1),
    twoVersions,
  ),
};

const entries: Record<string, Change> = {
  'folders.add': ofDocument(
    ['create_folder'],
    ({ core, fresh }, actor, folderId) => core.dms.folders.add(actor, { folderId, name: fresh('in') }),
    newFolder,
  ),
  'folders.create': ofDocument(
    ['create_folder'],
    ({ core, fresh }, actor, folderId) => core.dms.folders.create(actor, { folderId, name: fresh('in') }),
    newFolder,
  ),
  'folders.createSystem': {
    leaves: ['create_folder'],
    by: 'admin',
    set: async ({ core, fresh }) => {
      const name = fresh('Office');
      return (actor) => core.dms.folders.createSystem(actor, name);
    },
  },
  'entries.rename': ofDocument(['rename'], ({ core, fresh }, actor, id) =>
    core.dms.entries.rename(actor, id, fresh('renamed')),
  ),
  'entries.move': relocation(['move'], newFolder, ({ core, fresh }, actor, id, folderId) =>
    core.dms.entries.move(actor, id, { folderId, name: fresh('moved') }),
  ),
  'entries.move, within its folder': ofDocument(['rename'], ({ core, ann, fresh }, actor, id) =>
    core.dms.entries.move(actor, id, { folderId: ann.homeId, name: fresh('moved') }),
  ),
  'entries.move, onto a document': relocation(
    ['new_version'],
    (fixture) => newDocument(fixture, 'two'),
    ({ core }, actor, id, entryId) =>
      core.dms.entries.move(actor, id, targetOf(core, entryId), { overwrite: true }),
  ),
  'entries.move, onto a document with the same content': relocation(
    ['move'],
    newDocument,
    ({ core }, actor, id, entryId) =>
      core.dms.entries.move(actor, id, targetOf(core, entryId), { overwrite: true }),
  ),
  'entries.copy': relocation(['copy'], newFolder, ({ core, fresh }, actor, id, folderId) =>
    core.dms.entries.copy(actor, id, { folderId, name: fresh('copy') }),
  ),
  'entries.copy, onto a document': relocation(
    ['new_version'],
    (fixture) => newDocument(fixture, 'two'),
    ({ core }, actor, id, entryId) =>
      core.dms.entries.copy(actor, id, targetOf(core, entryId), { overwrite: true }),
  ),
  'entries.remove': ofDocument(['delete'], ({ core }, actor, id) => core.dms.entries.remove(actor, id)),
  'entries.remove, a folder': ofDocument(
    ['delete'],
    ({ core }, actor, id) => core.dms.entries.remove(actor, id),
    newFolder,
  ),
  'batches.run': {
    leaves: ['delete', 'delete'],
    // Any user may run a batch; entries of other users fail individually.
    open: 'to users',
    async set(fixture) {
      const ids = [await newDocument(fixture), await newFolder(fixture)];
      return (actor) => fixture.core.dms.batches.run(actor, { action: 'delete', ids });
    },
  },
  'favourites.mark': ofDocument([], ({ core }, actor, id) => core.dms.favourites.mark(actor, id, true)),
  'recent.noteOpening': ofDocument([], ({ core }, actor, id) => core.dms.recent.noteOpening(actor, id)),
  'trash.restore': ofDocument(
    ['restore'],
    ({ core }, actor, id) => core.dms.trash.restore(actor, id),
    deleted,
  ),
  'trash.purge': ofDocument(['purge'], ({ core }, actor, id) => core.dms.trash.purge(actor, id), deleted),
  'emptyTrash.run': {
    leaves: ['purge', 'purge'],
    open: 'to users',
    set: async (fixture) => {
      await fixture.core.dms.emptyTrash.run(fixture.ann);
      for (let count = 0; count < 2; count += 1)
        await fixture.core.dms.entries.remove(fixture.ann, await newDocument(fixture));
      return (actor) => fixture.core.dms.emptyTrash.run(actor);
    },
  },
  'trash.purgeOldest': {
    leaves: ['purge'],
    open: 'to everybody',
    async set(fixture) {
      while (await fixture.core.dms.trash.purgeOldest(SYSTEM, fixture.core.now()));
      await deleted(fixture);
      return () => fixture.core.dms.trash.purgeOldest(SYSTEM, fixture.core.now());
    },
  },
};

const locksAndShares: Record<string, Change> = {
  // Programs lock and unlock every file that they open. Only breaking a lock, of another user or one's own, is logged.
  'lockCreation.create': ofDocument([], ({ core }, actor, id) =>
    core.dms.lockCreation.create(actor, id, LOCK),
  ),
  'locks.refresh': ofDocument(
    [],
    ({ core }, actor, id) => core.dms.locks.refresh(actor, id, tokenOn(core, id), 9),
    locked,
  ),
  'locks.release': ofDocument(
    [],
    ({ core }, actor, id) => core.dms.locks.release(actor, id, tokenOn(core, id)),
    locked,
  ),
  'locks.break': ofDocument(['unlock'], ({ core }, actor, id) => core.dms.locks.break(actor, id), locked),
  'lockAdmin.breakOn': {
    ...ofDocument(['unlock'], ({ core }, actor, id) => core.dms.lockAdmin.breakOn(actor, id), locked),
    by: 'admin',
  },
  'lockAdmin.break': {
    ...ofDocument(
      ['unlock'],
      ({ core }, actor, id) => core.dms.lockAdmin.break(actor, (lock) => lock.entryId === id),
      locked,
    ),
    by: 'system',
  },
  'shares.create': ofDocument(['share'], ({ core }, actor, entryId) =>
    core.dms.shares.create(actor, { entryId, users: ['carl'], permissions: 1 }),
  ),
  'shares.update': ofDocument(
    ['share_update'],
    ({ core }, actor, id) => core.dms.shares.update(actor, id, { permissions: 3 }),
    shared,
  ),
  'shares.remove': ofDocument(
    ['unshare'],
    ({ core }, actor, id) => core.dms.shares.remove(actor, id),
    shared,
  ),
  'links.create': ofDocument(['link_create'], ({ core }, actor, entryId) =>
    core.dms.links.create(actor, { entryId, ...LINK_TERMS }),
  ),
  'links.update': ofDocument(
    ['link_update'],
    ({ core }, actor, id) => core.dms.links.update(actor, id, { label: 'L' }),
    linked,
  ),
  'linkMail.send': {
    leaves: ['link_mail'],
    async set(fixture) {
      const { core, ann } = fixture;
      const { id, code } = await core.dms.links.create(ann, {
        entryId: await newDocument(fixture),
        ...LINK_TERMS,
      });
      return (actor) => core.dms.linkMail.send(actor, id, { code, to: ['miller@example.com'], text: '' });
    },
  },
  'links.remove': ofDocument(
    ['link_delete'],
    ({ core }, actor, id) => core.dms.links.remove(actor, id),
    linked,
  ),
};

/** Changes of documents and folders, their locks and shares, by operation name. */
export const entryChanges: Readonly<Record<string, Change>> = { ...documents, ...entries, ...locksAndShares };

function relocation(
  leaves: readonly string[],
  layTarget: (fixture: ChangeFixture) => Promise<number>,
  change: (fixture: ChangeFixture, actor: Actor, id: number, target: number) => unknown,
): Change {
  return {
    leaves,
    async set(fixture) {
      const id = await newDocument(fixture);
      const target = await layTarget(fixture);
      return (actor) => change(fixture, actor, id, target);
    },
  };
}

async function deleted(fixture: ChangeFixture): Promise<number> {
  const id = await newDocument(fixture);
  await fixture.core.dms.entries.remove(fixture.ann, id);
  return id;
}

async function locked(fixture: ChangeFixture): Promise<number> {
  const id = await newDocument(fixture);
  await fixture.core.dms.lockCreation.create(fixture.ann, id, LOCK);
  return id;
}

async function shared(fixture: ChangeFixture): Promise<number> {
  const entryId = await newDocument(fixture);
  return (await fixture.core.dms.shares.create(fixture.ann, { entryId, users: ['carl'], permissions: 1 })).id;
}

async function linked({ core, ann, ...fixture }: ChangeFixture): Promise<number> {
  const entryId = await newDocument({ core, ann, ...fixture });
  return (await core.dms.links.create(ann, { entryId, ...LINK_TERMS })).id;
}

function tokenOn(core: CoreFixture, id: number): string {
  const [lock] = core.dms.lockAdmin.list(SYSTEM).filter(({ entryId }) => entryId === id);
  return lock?.token ?? '';
}

function targetOf(core: CoreFixture, id: number) {
  const row = core.database
    .prepare<[number], { folderId: number; name: string }>(
      'SELECT parent_id AS folderId, name FROM entries WHERE id = ?',
    )
    .get(id);
  if (row === undefined) throw new Error(`entry ${id} is gone`);
  return row;
}
