import type { Actor } from '../../src/model/actor.ts';
import { type Office, SYSTEM } from './accounts.ts';
import { type Change, newDocument, newFolder, ofDocument, type Stage } from './change.ts';
import { onto, putTo } from './tree.ts';

const LOCK = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;

async function twoVersions(stage: Stage): Promise<number> {
  const id = await newDocument(stage, 'one');
  await putTo(stage.office.dms, stage.ann, onto(stage.office.dms, stage.ann, id), 'two');
  return id;
}

const documents: Record<string, Change> = {
  'uploads.store': ofDocument(
    ['upload'],
    ({ office, fresh }, actor, folderId) => putTo(office.dms, actor, { folderId, name: fresh('new') }, 'x'),
    newFolder,
  ),
  'uploads.store, the next version': ofDocument(['new_version'], ({ office }, actor, entryId) =>
    putTo(office.dms, actor, onto(office.dms, actor, entryId), 'two'),
  ),
  'uploads.store, the same bytes': ofDocument([], ({ office }, actor, entryId) =>
    putTo(office.dms, actor, onto(office.dms, actor, entryId), 'one'),
  ),
  'uploads.store, the same bytes with a title': ofDocument(['update'], ({ office }, actor, entryId) =>
    putTo(office.dms, actor, onto(office.dms, actor, entryId), 'one', { title: 'T' }),
  ),
  'documents.update': ofDocument(['update'], ({ office }, actor, id) =>
    office.dms.documents.update(actor, id, { title: 'T', comments: 'C' }),
  ),
  'documents.update, the name': ofDocument(['rename'], ({ office, fresh }, actor, id) =>
    office.dms.documents.update(actor, id, { name: fresh('renamed') }),
  ),
  'documents.update, title and name': ofDocument(['update', 'rename'], ({ office, fresh }, actor, id) =>
    office.dms.documents.update(actor, id, { title: 'T', name: fresh('renamed') }),
  ),
  'documents.update, nothing': ofDocument([], ({ office }, actor, id) =>
    office.dms.documents.update(actor, id, {}),
  ),
  // A time by itself is not worth noting: clients set it after each upload.
  'properties.patch': ofDocument(['properties'], ({ office }, actor, id) =>
    office.dms.properties.patch(actor, id, [{ set: { namespace: 'urn:x', name: 'a', xml: '<a/>' } }]),
  ),
  'versions.comment': ofDocument(['version_comment'], ({ office }, actor, id) =>
    office.dms.versions.comment(actor, id, 1, 'C'),
  ),
  'versions.restore': ofDocument(
    ['version_restore'],
    ({ office }, actor, id) => office.dms.versions.restore(actor, id, 1),
    twoVersions,
  ),
  'versions.restore, the content that is there': ofDocument([], ({ office }, actor, id) =>
    office.dms.versions.restore(actor, id, 1),
  ),
  'versions.remove': ofDocument(
    ['version_delete'],
    ({ office }, actor, id) => office.dms.versions.remove(actor, id, 1),
    twoVersions,
  ),
};

const entries: Record<string, Change> = {
  'folders.create': ofDocument(
    ['create_folder'],
    ({ office, fresh }, actor, folderId) => office.dms.folders.create(actor, { folderId, name: fresh('in') }),
    newFolder,
  ),
  'folders.createSystem': {
    leaves: ['create_folder'],
    by: 'admin',
    set: async ({ office, fresh }) => {
      const name = fresh('Office');
      return (actor) => office.dms.folders.createSystem(actor, name);
    },
  },
  'entries.rename': ofDocument(['rename'], ({ office, fresh }, actor, id) =>
    office.dms.entries.rename(actor, id, fresh('renamed')),
  ),
  'entries.move': relocation(['move'], newFolder, ({ office, fresh }, actor, id, folderId) =>
    office.dms.entries.move(actor, id, { folderId, name: fresh('moved') }),
  ),
  'entries.move, within its folder': ofDocument(['rename'], ({ office, ann, fresh }, actor, id) =>
    office.dms.entries.move(actor, id, { folderId: ann.homeId, name: fresh('moved') }),
  ),
  'entries.move, onto a document': relocation(
    ['new_version'],
    (stage) => newDocument(stage, 'two'),
    ({ office }, actor, id, entryId) =>
      office.dms.entries.move(actor, id, targetOf(office, entryId), { overwrite: true }),
  ),
  'entries.move, onto a document with the same content': relocation(
    ['move'],
    newDocument,
    ({ office }, actor, id, entryId) =>
      office.dms.entries.move(actor, id, targetOf(office, entryId), { overwrite: true }),
  ),
  'entries.copy': relocation(['copy'], newFolder, ({ office, fresh }, actor, id, folderId) =>
    office.dms.entries.copy(actor, id, { folderId, name: fresh('copy') }),
  ),
  'entries.copy, onto a document': relocation(
    ['new_version'],
    (stage) => newDocument(stage, 'two'),
    ({ office }, actor, id, entryId) =>
      office.dms.entries.copy(actor, id, targetOf(office, entryId), { overwrite: true }),
  ),
  'entries.remove': ofDocument(['delete'], ({ office }, actor, id) => office.dms.entries.remove(actor, id)),
  'entries.remove, a folder': ofDocument(
    ['delete'],
    ({ office }, actor, id) => office.dms.entries.remove(actor, id),
    newFolder,
  ),
  'trash.restore': ofDocument(
    ['restore'],
    ({ office }, actor, id) => office.dms.trash.restore(actor, id),
    deleted,
  ),
  'trash.purge': ofDocument(['purge'], ({ office }, actor, id) => office.dms.trash.purge(actor, id), deleted),
  'trash.purgeExpired': {
    leaves: ['purge'],
    open: 'to everybody',
    async set(stage) {
      await stage.office.dms.trash.purgeExpired(stage.office.now(), 100);
      await deleted(stage);
      return () => stage.office.dms.trash.purgeExpired(stage.office.now(), 100);
    },
  },
};

const locksAndShares: Record<string, Change> = {
  // Programs lock and unlock whatever they open: only who ends another's lock, or his own by force, is noted.
  'locks.create': ofDocument([], ({ office }, actor, id) => office.dms.locks.create(actor, id, LOCK)),
  'locks.refresh': ofDocument(
    [],
    ({ office }, actor, id) => office.dms.locks.refresh(actor, id, tokenOn(office, id), 9),
    locked,
  ),
  'locks.release': ofDocument(
    [],
    ({ office }, actor, id) => office.dms.locks.release(actor, id, tokenOn(office, id)),
    locked,
  ),
  'locks.break': ofDocument(['unlock'], ({ office }, actor, id) => office.dms.locks.break(actor, id), locked),
  'lockAdmin.break': {
    ...ofDocument(
      ['unlock'],
      ({ office }, actor, id) => office.dms.lockAdmin.break(actor, (lock) => lock.entryId === id),
      locked,
    ),
    by: 'system',
  },
  'shares.create': ofDocument(['share'], ({ office }, actor, entryId) =>
    office.dms.shares.create(actor, { entryId, users: ['carl'], permissions: 1 }),
  ),
  'shares.update': ofDocument(
    ['share_update'],
    ({ office }, actor, id) => office.dms.shares.update(actor, id, { permissions: 3 }),
    shared,
  ),
  'shares.remove': ofDocument(
    ['unshare'],
    ({ office }, actor, id) => office.dms.shares.remove(actor, id),
    shared,
  ),
};

/** Changes of documents and folders, their locks and shares, by the name of the operation. */
export const entryChanges: Readonly<Record<string, Change>> = { ...documents, ...entries, ...locksAndShares };

function relocation(
  leaves: readonly string[],
  layTarget: (stage: Stage) => Promise<number>,
  change: (stage: Stage, actor: Actor, id: number, target: number) => unknown,
): Change {
  return {
    leaves,
    async set(stage) {
      const id = await newDocument(stage);
      const target = await layTarget(stage);
      return (actor) => change(stage, actor, id, target);
    },
  };
}

async function deleted(stage: Stage): Promise<number> {
  const id = await newDocument(stage);
  await stage.office.dms.entries.remove(stage.ann, id);
  return id;
}

async function locked(stage: Stage): Promise<number> {
  const id = await newDocument(stage);
  await stage.office.dms.locks.create(stage.ann, id, LOCK);
  return id;
}

async function shared(stage: Stage): Promise<number> {
  const entryId = await newDocument(stage);
  return (await stage.office.dms.shares.create(stage.ann, { entryId, users: ['carl'], permissions: 1 })).id;
}

function tokenOn(office: Office, id: number): string {
  const [lock] = office.dms.lockAdmin.list(SYSTEM).filter(({ entryId }) => entryId === id);
  return lock?.token ?? '';
}

function targetOf(office: Office, id: number) {
  const row = office.database
    .prepare<[number], { folderId: number; name: string }>(
      'SELECT parent_id AS folderId, name FROM entries WHERE id = ?',
    )
    .get(id);
  if (row === undefined) throw new Error(`entry ${id} is gone`);
  return row;
}
