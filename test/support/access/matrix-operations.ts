import type { Dms } from '../../../src/core/dms.ts';
import type { Batch } from '../../../src/core/entries/entries.ts';
import type { Actor } from '../../../src/model/people/actor.ts';
import { metadataOf } from '../../rest/transfer/tus.ts';
import { lockInfo } from '../../webdav/client.ts';
import { fileTo, planOf, write } from '../tree.ts';
import { account } from './matrix-account-operations.ts';
import { groups } from './matrix-groups.ts';
import { history } from './matrix-history.ts';
import { linking } from './matrix-links.ts';
import { ask, documentPath, EVERYWHERE, type Operation, ownOf, PAGE, upload } from './matrix-operation.ts';
import { sharing } from './matrix-shares.ts';

const MARK_AS_FAVOURITE = `<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><favorite xmlns="http://owncloud.org/ns">1</favorite></d:prop></d:set></d:propertyupdate>`;
const PROPPATCH = `<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><a xmlns="urn:x">1</a></d:prop></d:set></d:propertyupdate>`;

const reading: Record<string, Operation> = {
  'read document': {
    core: (dms, actor, { fixture }) => dms.tree.document(actor, fixture.document.id),
    rest: (visit) => ask(visit, 'get', `/documents/${visit.fixture.document.id}`),
    dav: ({ fixture, visitor }) =>
      visitor.dav.ask('PROPFIND', documentPath(fixture), { headers: { Depth: '0' } }),
  },
  'read metadata': {
    core: (dms, actor, { fixture }) => dms.documents.metadata(actor, fixture.document.id),
    rest: (visit) => ask(visit, 'get', `/documents/${visit.fixture.document.id}/metadata`),
  },
  download: {
    core: (dms, actor, { fixture }) => dms.documents.open(actor, fixture.document.id),
    rest: (visit) => ask(visit, 'get', `/documents/${visit.fixture.document.id}/download`),
    dav: ({ fixture, visitor }) => visitor.dav.ask('GET', documentPath(fixture)),
  },
  'list versions': {
    core: (dms, actor, { fixture }) => dms.versions.list(actor, fixture.document.id, PAGE),
    rest: (visit) => ask(visit, 'get', `/documents/${visit.fixture.document.id}/versions`),
  },
  'download version': {
    core: (dms, actor, { fixture }) => dms.documents.open(actor, fixture.document.id, 1),
    rest: (visit) => ask(visit, 'get', `/documents/${visit.fixture.document.id}/versions/1/download`),
  },
  'read properties': {
    core: (dms, actor, { fixture }) => dms.properties.list(actor, fixture.document.id),
  },
  'read folder': {
    core: (dms, actor, { fixture }) => dms.tree.folder(actor, fixture.folder.id),
    rest: (visit) => ask(visit, 'get', `/folders/${visit.fixture.folder.id}`),
    dav: ({ fixture, visitor }) =>
      visitor.dav.ask('PROPFIND', `/${fixture.folder.name}/`, { headers: { Depth: '0' } }),
  },
  'mark as a favourite': {
    core: (dms, actor, { fixture }) => dms.favourites.mark(actor, fixture.document.id, true),
    rest: (visit) => ask(visit, 'put', `/documents/${visit.fixture.document.id}/favourite`),
    dav: ({ fixture, visitor }) =>
      visitor.dav.ask('PROPPATCH', documentPath(fixture), { body: MARK_AS_FAVOURITE }),
  },
  'note an opening': {
    core: (dms, actor, { fixture }) => dms.recent.noteOpening(actor, fixture.document.id),
    rest: (visit) => ask(visit, 'put', `/documents/${visit.fixture.document.id}/opening`),
  },
  'make edit address': {
    core: (dms, actor, { fixture, visitor }) => {
      const [, secret = ''] = (visitor.headers['Cookie'] ?? '').split('=');
      // A password makes no addresses, only a session or a token does.
      const signedIn = dms.authentication.bySession(secret, null) ?? actor;
      return dms.editAddresses.open(signedIn, fixture.document.id);
    },
    rest: (visit) => ask(visit, 'post', `/documents/${visit.fixture.document.id}/edit-address`),
  },
  'list recent': {
    core: (dms, actor) => dms.recent.list(actor, PAGE),
    rest: (visit) => ask(visit, 'get', '/recent'),
  },
  'list favourites': {
    core: (dms, actor) => dms.favourites.list(actor, PAGE),
    rest: (visit) => ask(visit, 'get', '/favourites'),
  },
  'find by path': {
    core: (dms, actor, { fixture }) => dms.tree.at(actor, [fixture.folder.name]),
    rest: (visit) => ask(visit, 'get', `/entries?path=/${visit.fixture.folder.name}`),
  },
  'list folder at a time': {
    core: (dms, actor, { fixture }) => dms.folderHistory.contents(actor, fixture.folder.id, 0, PAGE),
    rest: (visit) => ask(visit, 'get', `/folders/${visit.fixture.folder.id}/contents?at=2026-01-01`),
  },
  'list folder': {
    core: (dms, actor, { fixture }) =>
      dms.folderPages.members(actor, fixture.folder.id, { ...PAGE, sort: 'name', direction: 'asc' }),
    rest: (visit) => ask(visit, 'get', `/folders/${visit.fixture.folder.id}/contents`),
    dav: ({ fixture, visitor }) =>
      visitor.dav.ask('PROPFIND', `/${fixture.folder.name}/`, { headers: { Depth: '1' } }),
  },
  'find conflicts': {
    core: (dms, actor, { fixture }) =>
      dms.pathUploads.existing(actor, fixture.folder.id, [fixture.document.name]),
    rest: (visit) =>
      ask(visit, 'post', `/folders/${visit.fixture.folder.id}/conflicts`, {
        paths: [visit.fixture.document.name],
      }),
  },
  'search folder': {
    core: (dms, actor, { fixture }) =>
      dms.search.search(actor, fixture.folder.id, { q: 'document', filter: {} }, PAGE),
    rest: (visit) => ask(visit, 'get', `/folders/${visit.fixture.folder.id}/search?q=document`),
  },
  'read its activity': {
    core: (dms, actor, { fixture }) => dms.activity.ofDocument(actor, fixture.document.id, {}, PAGE),
    rest: (visit) => ask(visit, 'get', `/v2/documents/${visit.fixture.document.id}/activity`),
  },
};

const archives: Record<string, Operation> = {
  'make archive of own': {
    core: (dms, actor, visit) => dms.archives.create(actor, [ownOf(visit).id]),
    rest: (visit) => ask(visit, 'post', '/archives', { ids: [ownOf(visit).id] }),
  },
  'make archive': {
    intoFolder: ['core', 'REST'],
    core: (dms, actor, { fixture }) => dms.archives.create(actor, [fixture.document.id]),
    rest: (visit) => ask(visit, 'post', '/archives', { ids: [visit.fixture.document.id] }),
  },
};

const changing: Record<string, Operation> = {
  'put new version': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, { fixture }) => write(dms, actor, fixture.document.name, 'third', fixture.folder.id),
    rest: (visit) => upload(visit, visit.fixture.folder.id, visit.fixture.document.name),
    dav: ({ fixture, visitor }) => visitor.dav.ask('PUT', documentPath(fixture), { body: 'third' }),
  },
  'rename document': {
    core: (dms, actor, { fixture }) => dms.entries.rename(actor, fixture.document.id, 'renamed'),
    rest: (visit) => ask(visit, 'patch', `/documents/${visit.fixture.document.id}`, { name: 'renamed' }),
    dav: ({ fixture, visitor }) =>
      visitor.dav.ask('MOVE', documentPath(fixture), {
        headers: { Destination: visitor.dav.at(`/${fixture.folder.name}/renamed`) },
      }),
  },
  'rename folder': {
    core: (dms, actor, { fixture }) =>
      dms.entries.rename(actor, fixture.folder.id, `renamed-${fixture.number}`),
    rest: (visit) =>
      ask(visit, 'patch', `/folders/${visit.fixture.folder.id}`, { name: `renamed-${visit.fixture.number}` }),
  },
  'rename at the mount root': {
    core: (dms, actor, { fixture: { folder, number } }) =>
      dms.entries.move(actor, { path: [folder.name] }, { path: [`renamed-${number}`] }, { overwrite: false }),
    dav: ({ fixture, visitor }) =>
      visitor.dav.ask('MOVE', `/${fixture.folder.name}/`, {
        headers: { Destination: visitor.dav.at(`/renamed-${fixture.number}/`) },
      }),
  },
  'set title': {
    core: (dms, actor, { fixture }) => dms.documents.update(actor, fixture.document.id, { title: 'T' }),
    rest: (visit) => ask(visit, 'patch', `/documents/${visit.fixture.document.id}`, { title: 'T' }),
  },
  'set property': {
    core: (dms, actor, { fixture }) =>
      dms.properties.patch(actor, fixture.document.id, [
        { set: { namespace: 'urn:x', name: 'a', xml: '<a xmlns="urn:x">1</a>' } },
      ]),
    dav: ({ fixture, visitor }) => visitor.dav.ask('PROPPATCH', documentPath(fixture), { body: PROPPATCH }),
  },
  'set time': {
    core: (dms, actor, { fixture }) =>
      dms.properties.patch(actor, fixture.document.id, [], { modifiedAt: 1 }),
  },
  lock: {
    intoFolder: ['WebDAV'],
    core: (dms, actor, { fixture }) =>
      dms.lockCreation.create(actor, fixture.document.id, {
        depth: '0',
        scope: 'exclusive',
        ownerXml: '',
        timeoutSeconds: 60,
      }),
    dav: ({ fixture, visitor }) => visitor.dav.ask('LOCK', documentPath(fixture), { body: lockInfo() }),
  },
  'break lock of document': {
    core: (dms, actor, { fixture }) => dms.locks.break(actor, fixture.locked.document.id),
    rest: (visit) => ask(visit, 'delete', `/documents/${visit.fixture.locked.document.id}/lock`),
  },
  'break lock of folder': {
    core: (dms, actor, { fixture }) => dms.locks.break(actor, fixture.locked.folder.id),
    rest: (visit) => ask(visit, 'delete', `/folders/${visit.fixture.locked.folder.id}/lock`),
  },
  'comment on version': {
    core: (dms, actor, { fixture }) => dms.versions.comment(actor, fixture.document.id, 1, 'C'),
    rest: (visit) =>
      ask(visit, 'patch', `/documents/${visit.fixture.document.id}/versions/1`, { comment: 'C' }),
  },
  'restore version': {
    core: (dms, actor, { fixture }) => dms.versions.restore(actor, fixture.document.id, 1),
    rest: (visit) => ask(visit, 'post', `/documents/${visit.fixture.document.id}/versions/1/restore`),
  },
  'delete version': {
    core: (dms, actor, { fixture }) => dms.versions.remove(actor, fixture.document.id, 1),
    rest: (visit) => ask(visit, 'delete', `/documents/${visit.fixture.document.id}/versions/1`),
  },
};

const relocating: Record<string, Operation> = {
  'create document': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, { fixture }) => write(dms, actor, 'new', 'x', fixture.folder.id),
    rest: (visit) => upload(visit, visit.fixture.folder.id, 'new'),
    dav: ({ fixture, visitor }) => visitor.dav.ask('PUT', `/${fixture.folder.name}/new`, { body: 'x' }),
  },
  'create in a new folder': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, { fixture }) =>
      fileTo(dms, actor, { folderId: fixture.folder.id, path: ['sub'], name: 'new', conflict: 'fail' }, 'x'),
    rest: (visit) => upload(visit, visit.fixture.folder.id, 'new').field('path', 'sub'),
  },
  'begin upload': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, { fixture }) =>
      dms.resumableUploads.create(actor, planOf('new', 1, fixture.folder.id)),
    rest: (visit) => {
      const metadata = metadataOf({ filename: 'new', folder_id: visit.fixture.folder.id });
      const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1', 'Upload-Metadata': metadata };
      return ask(visit, 'post', '/uploads').set(headers);
    },
  },
  'list uploads': {
    core: (dms, actor) => dms.resumableUploads.list(actor),
    rest: (visit) => ask(visit, 'get', '/uploads'),
  },
  'create folder': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, { fixture }) =>
      dms.folders.create(actor, { folderId: fixture.folder.id, name: 'new' }),
    rest: (visit) => ask(visit, 'post', '/folders', { folder_id: visit.fixture.folder.id, name: 'new' }),
    dav: ({ fixture, visitor }) => visitor.dav.ask('MKCOL', `/${fixture.folder.name}/new`),
  },
  'move in': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, visit) =>
      dms.entries.move(actor, ownOf(visit).id, { folderId: visit.fixture.folder.id, name: 'moved' }),
    rest: (visit) =>
      ask(visit, 'post', `/documents/${ownOf(visit).id}/move`, { folder_id: visit.fixture.folder.id }),
    dav: (visit) =>
      visit.visitor.dav.ask('MOVE', `/${ownOf(visit).name}`, {
        headers: { Destination: visit.visitor.dav.at(`/${visit.fixture.folder.name}/moved`) },
      }),
  },
  'copy in': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, visit) =>
      dms.entries.copy(actor, ownOf(visit).id, { folderId: visit.fixture.folder.id, name: 'copied' }),
    rest: (visit) =>
      ask(visit, 'post', `/documents/${ownOf(visit).id}/copy`, {
        folder_id: visit.fixture.folder.id,
        name: 'copied',
      }),
    dav: (visit) =>
      visit.visitor.dav.ask('COPY', `/${ownOf(visit).name}`, {
        headers: { Destination: visit.visitor.dav.at(`/${visit.fixture.folder.name}/copied`) },
      }),
  },
  'move out': {
    core: (dms, actor, { fixture }) =>
      dms.entries.move(actor, fixture.document.id, { folderId: 0, name: fixture.document.name }),
    rest: (visit) => ask(visit, 'post', `/documents/${visit.fixture.document.id}/move`, { folder_id: 0 }),
    dav: ({ fixture, visitor }) =>
      visitor.dav.ask('MOVE', documentPath(fixture), {
        headers: { Destination: visitor.dav.at(`/${fixture.document.name}`) },
      }),
  },
  'copy out': {
    core: (dms, actor, { fixture }) =>
      dms.entries.copy(actor, fixture.folder.id, { folderId: 0, name: `copy-${fixture.number}` }),
    rest: (visit) =>
      ask(visit, 'post', `/folders/${visit.fixture.folder.id}/copy`, {
        folder_id: 0,
        name: `copy-${visit.fixture.number}`,
      }),
    dav: ({ fixture, visitor }) =>
      visitor.dav.ask('COPY', `/${fixture.folder.name}/`, {
        headers: { Destination: visitor.dav.at(`/copy-${fixture.number}/`) },
      }),
  },
  'delete document': {
    core: (dms, actor, { fixture }) => dms.entries.remove(actor, fixture.document.id),
    rest: (visit) => ask(visit, 'delete', `/documents/${visit.fixture.document.id}`),
    dav: ({ fixture, visitor }) => visitor.dav.ask('DELETE', documentPath(fixture)),
  },
  'delete folder': {
    core: (dms, actor, { fixture }) => dms.entries.remove(actor, fixture.folder.id),
    rest: (visit) => ask(visit, 'delete', `/folders/${visit.fixture.folder.id}`),
    dav: ({ fixture, visitor }) => visitor.dav.ask('DELETE', `/${fixture.folder.name}/`),
  },
};

/** Runs a batch with one entry. Throws the error with which the entry was refused. */
async function batchOfOne(dms: Dms, actor: Actor, batch: Batch): Promise<void> {
  for (const result of await dms.batches.run(actor, batch))
    if (result.status === 'failed') throw result.error;
}

const batches: Record<string, Operation> = {
  'move out in a batch': {
    core: (dms, actor, { fixture }) =>
      batchOfOne(dms, actor, { action: 'move', ids: [fixture.document.id], folderId: 0, conflict: 'rename' }),
  },
  'copy out in a batch': {
    core: (dms, actor, { fixture }) =>
      batchOfOne(dms, actor, { action: 'copy', ids: [fixture.document.id], folderId: 0, conflict: 'rename' }),
  },
  'copy in in a batch': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, visit) =>
      batchOfOne(dms, actor, {
        action: 'copy',
        ids: [ownOf(visit).id],
        folderId: visit.fixture.folder.id,
        conflict: 'rename',
      }),
  },
  'delete in a batch': {
    core: (dms, actor, { fixture }) =>
      batchOfOne(dms, actor, { action: 'delete', ids: [fixture.document.id] }),
  },
  'delete the own in a batch': {
    core: (dms, actor, visit) => batchOfOne(dms, actor, { action: 'delete', ids: [ownOf(visit).id] }),
    rest: (visit) => ask(visit, 'post', '/entries/batch', { action: 'delete', ids: [ownOf(visit).id] }),
  },
  'restore in a batch, deleted by deleter': {
    core: (dms, actor, { fixture }) =>
      batchOfOne(dms, actor, { action: 'restore', ids: [fixture.deletedByDeleter] }),
  },
  'purge in a batch, deleted by deleter': {
    core: (dms, actor, { fixture }) =>
      batchOfOne(dms, actor, { action: 'purge', ids: [fixture.deletedByDeleter] }),
  },
};

const discarded: Record<string, Operation> = {
  'list trash': {
    core: (dms, actor) => dms.trash.list(actor, PAGE),
    rest: (visit) => ask(visit, 'get', '/trash'),
  },
  'empty trash': {
    core: (dms, actor) => dms.emptyTrash.run(actor),
    rest: (visit) => ask(visit, 'delete', '/trash'),
  },
  'restore, deleted by owner': {
    core: (dms, actor, { fixture }) => dms.trash.restore(actor, fixture.deleted),
    rest: (visit) => ask(visit, 'post', `/trash/${visit.fixture.deleted}/restore`),
  },
  'restore, deleted by deleter': {
    core: (dms, actor, { fixture }) => dms.trash.restore(actor, fixture.deletedByDeleter),
    rest: (visit) => ask(visit, 'post', `/trash/${visit.fixture.deletedByDeleter}/restore`),
  },
  'purge, deleted by owner': {
    core: (dms, actor, { fixture }) => dms.trash.purge(actor, fixture.deleted),
    rest: (visit) => ask(visit, 'delete', `/trash/${visit.fixture.deleted}`),
  },
  'purge, deleted by deleter': {
    core: (dms, actor, { fixture }) => dms.trash.purge(actor, fixture.deletedByDeleter),
    rest: (visit) => ask(visit, 'delete', `/trash/${visit.fixture.deletedByDeleter}`),
  },
};

function newUser(number: number) {
  const login = `user-${number}`;
  return { login, name: login, email: `${login}@example.org`, password: 'correct horse battery' };
}

const office: Record<string, Operation> = {
  'read office folder': {
    core: (dms, actor, { fixture }) => dms.tree.folder(actor, fixture.office.id),
    rest: (visit) => ask(visit, 'get', `/folders/${visit.fixture.office.id}`),
    dav: ({ fixture, visitor }) =>
      visitor.dav.ask('PROPFIND', `/${fixture.office.name}/`, { headers: { Depth: '0' } }),
  },
  'create in office folder': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, { fixture }) => write(dms, actor, 'new', 'x', fixture.office.id),
    rest: (visit) => upload(visit, visit.fixture.office.id, 'new'),
    dav: ({ fixture, visitor }) => visitor.dav.ask('PUT', `/${fixture.office.name}/new`, { body: 'x' }),
  },
  'make office folder': {
    core: (dms, actor, { fixture }) => dms.folders.createSystem(actor, `made-${fixture.number}`),
    rest: (visit) => ask(visit, 'post', '/folders', { system: true, name: `made-${visit.fixture.number}` }),
  },
  'break lock of office folder': {
    core: (dms, actor, { fixture }) => dms.locks.break(actor, fixture.lockedOffice.id),
    rest: (visit) => ask(visit, 'delete', `/folders/${visit.fixture.lockedOffice.id}/lock`),
  },
  'see all locks': {
    core: (dms, actor) => dms.lockAdmin.list(actor),
  },
  'list locks': {
    core: (dms, actor) => dms.lockAdmin.page(actor, PAGE),
    rest: (visit) => ask(visit, 'get', '/locks'),
  },
  'end lock of anybody': {
    core: (dms, actor, { fixture }) => dms.lockAdmin.breakOn(actor, fixture.locked.document.id),
    rest: (visit) => ask(visit, 'delete', `/locks/${visit.fixture.locked.document.id}`),
  },
  'list office folders': {
    core: (dms, actor) => dms.folderPages.system(actor, PAGE),
    rest: (visit) => ask(visit, 'get', '/folders/system'),
  },
  'read status': {
    core: (dms, actor) => dms.serviceReport.read(actor),
    rest: (visit) => ask(visit, 'get', '/status'),
  },
  'read backups': {
    core: (dms, actor) => dms.backupStatus.overview(actor),
    rest: (visit) => ask(visit, 'get', '/backups'),
  },
  'list incidents': {
    core: (dms, actor) => dms.incidents.list(actor, true, PAGE),
    rest: (visit) => ask(visit, 'get', '/incidents?open=1'),
  },
  'lift incident': {
    core: (dms, actor, { fixture }) => dms.incidents.lift(actor, fixture.incident.id),
    rest: (visit) => ask(visit, 'post', `/incidents/${visit.fixture.incident.id}/lift`),
  },
  'start backup': {
    core: (dms, actor) => dms.backupStatus.request(actor),
    rest: (visit) => ask(visit, 'post', '/backups'),
  },
  'list activity': {
    core: (dms, actor) => dms.activity.list(actor, {}, PAGE),
    rest: (visit) => ask(visit, 'get', '/activity'),
  },
  'list users': {
    core: (dms, actor) => dms.users.list(actor, PAGE),
    rest: (visit) => ask(visit, 'get', '/users'),
  },
  'create user': {
    core: (dms, actor, { fixture }) => dms.users.create(actor, newUser(fixture.number)),
    rest: (visit) => ask(visit, 'post', '/users', newUser(visit.fixture.number)),
  },
};

/** Every row of the access matrix by name. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  [
    reading,
    history,
    archives,
    changing,
    sharing,
    groups,
    linking,
    relocating,
    batches,
    discarded,
    office,
    account,
  ].flatMap((group) => Object.entries(group)),
);
