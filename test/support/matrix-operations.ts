import { lockInfo } from '../webdav/client.ts';
import { account } from './matrix-account-operations.ts';
import { ask, documentPath, EVERYWHERE, type Operation, ownOf, PAGE, upload } from './matrix-operation.ts';
import { sharing } from './matrix-shares.ts';
import { write } from './tree.ts';

const PROPPATCH = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><a xmlns="urn:x">1</a></D:prop></D:set></D:propertyupdate>`;

const reading: Record<string, Operation> = {
  'read document': {
    core: (dms, actor, { scene }) => dms.tree.document(actor, scene.document.id),
    rest: (visit) => ask(visit, 'get', `/documents/${visit.scene.document.id}`),
    dav: ({ scene, visitor }) =>
      visitor.dav.ask('PROPFIND', documentPath(scene), { headers: { Depth: '0' } }),
  },
  'read metadata': {
    core: (dms, actor, { scene }) => dms.documents.metadata(actor, scene.document.id),
    rest: (visit) => ask(visit, 'get', `/documents/${visit.scene.document.id}/metadata`),
  },
  download: {
    core: (dms, actor, { scene }) => dms.documents.open(actor, scene.document.id),
    rest: (visit) => ask(visit, 'get', `/documents/${visit.scene.document.id}/download`),
    dav: ({ scene, visitor }) => visitor.dav.ask('GET', documentPath(scene)),
  },
  'list versions': {
    core: (dms, actor, { scene }) => dms.versions.list(actor, scene.document.id, PAGE),
    rest: (visit) => ask(visit, 'get', `/documents/${visit.scene.document.id}/versions`),
  },
  'download version': {
    core: (dms, actor, { scene }) => dms.documents.open(actor, scene.document.id, 1),
    rest: (visit) => ask(visit, 'get', `/documents/${visit.scene.document.id}/versions/1/download`),
  },
  'read properties': {
    core: (dms, actor, { scene }) => dms.properties.list(actor, scene.document.id),
  },
  'read folder': {
    core: (dms, actor, { scene }) => dms.tree.folder(actor, scene.folder.id),
    rest: (visit) => ask(visit, 'get', `/folders/${visit.scene.folder.id}`),
    dav: ({ scene, visitor }) =>
      visitor.dav.ask('PROPFIND', `/${scene.folder.name}/`, { headers: { Depth: '0' } }),
  },
  'list folder': {
    core: (dms, actor, { scene }) =>
      dms.tree.listMembers(actor, scene.folder.id, { ...PAGE, sort: 'name', direction: 'asc' }),
    rest: (visit) => ask(visit, 'get', `/folders/${visit.scene.folder.id}/contents`),
    dav: ({ scene, visitor }) =>
      visitor.dav.ask('PROPFIND', `/${scene.folder.name}/`, { headers: { Depth: '1' } }),
  },
  'search folder': {
    core: (dms, actor, { scene }) =>
      dms.search.search(actor, scene.folder.id, { q: 'document', filter: {} }, PAGE),
    rest: (visit) => ask(visit, 'get', `/folders/${visit.scene.folder.id}/search?q=document`),
  },
  'read its activity': {
    core: (dms, actor, { scene }) => dms.activity.ofDocument(actor, scene.document.id, {}, PAGE),
    rest: (visit) => ask(visit, 'get', `/v2/documents/${visit.scene.document.id}/activity`),
  },
};

const changing: Record<string, Operation> = {
  'put new version': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, { scene }) => write(dms, actor, scene.document.name, 'third', scene.folder.id),
    rest: (visit) => upload(visit, visit.scene.folder.id, visit.scene.document.name),
    dav: ({ scene, visitor }) => visitor.dav.ask('PUT', documentPath(scene), { body: 'third' }),
  },
  'rename document': {
    core: (dms, actor, { scene }) => dms.entries.rename(actor, scene.document.id, 'renamed'),
    rest: (visit) => ask(visit, 'patch', `/documents/${visit.scene.document.id}`, { name: 'renamed' }),
    dav: ({ scene, visitor }) =>
      visitor.dav.ask('MOVE', documentPath(scene), {
        headers: { Destination: visitor.dav.at(`/${scene.folder.name}/renamed`) },
      }),
  },
  'rename folder': {
    core: (dms, actor, { scene }) => dms.entries.rename(actor, scene.folder.id, `renamed-${scene.number}`),
    rest: (visit) =>
      ask(visit, 'patch', `/folders/${visit.scene.folder.id}`, { name: `renamed-${visit.scene.number}` }),
    dav: ({ scene, visitor }) =>
      visitor.dav.ask('MOVE', `/${scene.folder.name}/`, {
        headers: { Destination: visitor.dav.at(`/renamed-${scene.number}/`) },
      }),
  },
  'set title': {
    core: (dms, actor, { scene }) => dms.documents.update(actor, scene.document.id, { title: 'T' }),
    rest: (visit) => ask(visit, 'patch', `/documents/${visit.scene.document.id}`, { title: 'T' }),
  },
  'set property': {
    core: (dms, actor, { scene }) =>
      dms.properties.patch(actor, scene.document.id, [
        { set: { namespace: 'urn:x', name: 'a', xml: '<a xmlns="urn:x">1</a>' } },
      ]),
    dav: ({ scene, visitor }) => visitor.dav.ask('PROPPATCH', documentPath(scene), { body: PROPPATCH }),
  },
  'set time': {
    core: (dms, actor, { scene }) => dms.properties.patch(actor, scene.document.id, [], { modifiedAt: 1 }),
  },
  lock: {
    intoFolder: ['WebDAV'],
    core: (dms, actor, { scene }) =>
      dms.locks.create(actor, scene.document.id, {
        depth: '0',
        scope: 'exclusive',
        ownerXml: '',
        timeoutSeconds: 60,
      }),
    dav: ({ scene, visitor }) => visitor.dav.ask('LOCK', documentPath(scene), { body: lockInfo() }),
  },
  'break lock of document': {
    core: (dms, actor, { scene }) => dms.locks.break(actor, scene.locked.document.id),
    rest: (visit) => ask(visit, 'delete', `/documents/${visit.scene.locked.document.id}/lock`),
  },
  'break lock of folder': {
    core: (dms, actor, { scene }) => dms.locks.break(actor, scene.locked.folder.id),
    rest: (visit) => ask(visit, 'delete', `/folders/${visit.scene.locked.folder.id}/lock`),
  },
  'comment on version': {
    core: (dms, actor, { scene }) => dms.versions.comment(actor, scene.document.id, 1, 'C'),
    rest: (visit) =>
      ask(visit, 'patch', `/documents/${visit.scene.document.id}/versions/1`, { comment: 'C' }),
  },
  'restore version': {
    core: (dms, actor, { scene }) => dms.versions.restore(actor, scene.document.id, 1),
    rest: (visit) => ask(visit, 'post', `/documents/${visit.scene.document.id}/versions/1/restore`),
  },
  'delete version': {
    core: (dms, actor, { scene }) => dms.versions.remove(actor, scene.document.id, 1),
    rest: (visit) => ask(visit, 'delete', `/documents/${visit.scene.document.id}/versions/1`),
  },
};

const relocating: Record<string, Operation> = {
  'create document': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, { scene }) => write(dms, actor, 'new', 'x', scene.folder.id),
    rest: (visit) => upload(visit, visit.scene.folder.id, 'new'),
    dav: ({ scene, visitor }) => visitor.dav.ask('PUT', `/${scene.folder.name}/new`, { body: 'x' }),
  },
  'create folder': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, { scene }) => dms.folders.create(actor, { folderId: scene.folder.id, name: 'new' }),
    rest: (visit) => ask(visit, 'post', '/folders', { folder_id: visit.scene.folder.id, name: 'new' }),
    dav: ({ scene, visitor }) => visitor.dav.ask('MKCOL', `/${scene.folder.name}/new`),
  },
  'move in': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, visit) =>
      dms.entries.move(actor, ownOf(visit).id, { folderId: visit.scene.folder.id, name: 'moved' }),
    rest: (visit) =>
      ask(visit, 'post', `/documents/${ownOf(visit).id}/move`, { folder_id: visit.scene.folder.id }),
    dav: (visit) =>
      visit.visitor.dav.ask('MOVE', `/${ownOf(visit).name}`, {
        headers: { Destination: visit.visitor.dav.at(`/${visit.scene.folder.name}/moved`) },
      }),
  },
  'copy in': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, visit) =>
      dms.entries.copy(actor, ownOf(visit).id, { folderId: visit.scene.folder.id, name: 'copied' }),
    rest: (visit) =>
      ask(visit, 'post', `/documents/${ownOf(visit).id}/copy`, {
        folder_id: visit.scene.folder.id,
        name: 'copied',
      }),
    dav: (visit) =>
      visit.visitor.dav.ask('COPY', `/${ownOf(visit).name}`, {
        headers: { Destination: visit.visitor.dav.at(`/${visit.scene.folder.name}/copied`) },
      }),
  },
  'move out': {
    core: (dms, actor, { scene }) =>
      dms.entries.move(actor, scene.document.id, { folderId: 0, name: scene.document.name }),
    rest: (visit) => ask(visit, 'post', `/documents/${visit.scene.document.id}/move`, { folder_id: 0 }),
    dav: ({ scene, visitor }) =>
      visitor.dav.ask('MOVE', documentPath(scene), {
        headers: { Destination: visitor.dav.at(`/${scene.document.name}`) },
      }),
  },
  'copy out': {
    core: (dms, actor, { scene }) =>
      dms.entries.copy(actor, scene.folder.id, { folderId: 0, name: `copy-${scene.number}` }),
    rest: (visit) =>
      ask(visit, 'post', `/folders/${visit.scene.folder.id}/copy`, {
        folder_id: 0,
        name: `copy-${visit.scene.number}`,
      }),
    dav: ({ scene, visitor }) =>
      visitor.dav.ask('COPY', `/${scene.folder.name}/`, {
        headers: { Destination: visitor.dav.at(`/copy-${scene.number}/`) },
      }),
  },
  'delete document': {
    core: (dms, actor, { scene }) => dms.entries.remove(actor, scene.document.id),
    rest: (visit) => ask(visit, 'delete', `/documents/${visit.scene.document.id}`),
    dav: ({ scene, visitor }) => visitor.dav.ask('DELETE', documentPath(scene)),
  },
  'delete folder': {
    core: (dms, actor, { scene }) => dms.entries.remove(actor, scene.folder.id),
    rest: (visit) => ask(visit, 'delete', `/folders/${visit.scene.folder.id}`),
    dav: ({ scene, visitor }) => visitor.dav.ask('DELETE', `/${scene.folder.name}/`),
  },
};

const discarded: Record<string, Operation> = {
  'list trash': {
    core: (dms, actor) => dms.trash.list(actor, PAGE),
    rest: (visit) => ask(visit, 'get', '/trash'),
  },
  'restore, deleted by owner': {
    core: (dms, actor, { scene }) => dms.trash.restore(actor, scene.deleted),
    rest: (visit) => ask(visit, 'post', `/trash/${visit.scene.deleted}/restore`),
  },
  'restore, deleted by deleter': {
    core: (dms, actor, { scene }) => dms.trash.restore(actor, scene.deletedByDeleter),
    rest: (visit) => ask(visit, 'post', `/trash/${visit.scene.deletedByDeleter}/restore`),
  },
  'purge, deleted by owner': {
    core: (dms, actor, { scene }) => dms.trash.purge(actor, scene.deleted),
    rest: (visit) => ask(visit, 'delete', `/trash/${visit.scene.deleted}`),
  },
  'purge, deleted by deleter': {
    core: (dms, actor, { scene }) => dms.trash.purge(actor, scene.deletedByDeleter),
    rest: (visit) => ask(visit, 'delete', `/trash/${visit.scene.deletedByDeleter}`),
  },
};

function newUser(number: number) {
  const login = `user-${number}`;
  return { login, name: login, email: `${login}@example.org`, password: 'correct horse battery' };
}

const office: Record<string, Operation> = {
  'read office folder': {
    core: (dms, actor, { scene }) => dms.tree.folder(actor, scene.office.id),
    rest: (visit) => ask(visit, 'get', `/folders/${visit.scene.office.id}`),
    dav: ({ scene, visitor }) =>
      visitor.dav.ask('PROPFIND', `/${scene.office.name}/`, { headers: { Depth: '0' } }),
  },
  'create in office folder': {
    intoFolder: EVERYWHERE,
    core: (dms, actor, { scene }) => write(dms, actor, 'new', 'x', scene.office.id),
    rest: (visit) => upload(visit, visit.scene.office.id, 'new'),
    dav: ({ scene, visitor }) => visitor.dav.ask('PUT', `/${scene.office.name}/new`, { body: 'x' }),
  },
  'make office folder': {
    core: (dms, actor, { scene }) => dms.folders.createSystem(actor, `made-${scene.number}`),
    rest: (visit) => ask(visit, 'post', '/folders', { system: true, name: `made-${visit.scene.number}` }),
  },
  'break lock of office folder': {
    core: (dms, actor, { scene }) => dms.locks.break(actor, scene.lockedOffice.id),
    rest: (visit) => ask(visit, 'delete', `/folders/${visit.scene.lockedOffice.id}/lock`),
  },
  'see all locks': {
    core: (dms, actor) => dms.lockAdmin.list(actor),
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
    core: (dms, actor, { scene }) => dms.users.create(actor, newUser(scene.number)),
    rest: (visit) => ask(visit, 'post', '/users', newUser(visit.scene.number)),
  },
};

/** Every row of the access matrix by its name. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  [reading, changing, sharing, relocating, discarded, office, account].flatMap((group) =>
    Object.entries(group),
  ),
);
