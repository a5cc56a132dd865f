import { ask, type Operation, PAGE } from './matrix-operation.ts';

/** Rows of the access matrix about shares. */
export const sharing: Record<string, Operation> = {
  share: {
    intoFolder: ['REST'],
    core: (dms, actor, { scene }) =>
      dms.shares.create(actor, { entryId: scene.folder.id, users: ['third'], permissions: 1 }),
    rest: (visit) =>
      ask(visit, 'post', '/shares', {
        folder_id: visit.scene.folder.id,
        users: ['third'],
        permissions: 1,
      }),
  },
  unshare: {
    core: (dms, actor, { scene }) => dms.shares.remove(actor, scene.shareId),
    rest: (visit) => ask(visit, 'delete', `/shares/${visit.scene.shareId}`),
  },
  'change share': {
    core: (dms, actor, { scene }) => dms.shares.update(actor, scene.shareId, { permissions: 17 }),
    rest: (visit) => ask(visit, 'patch', `/shares/${visit.scene.shareId}`, { permissions: 17 }),
  },
  'read share': {
    core: (dms, actor, { scene }) => dms.shares.get(actor, scene.shareId),
    rest: (visit) => ask(visit, 'get', `/shares/${visit.scene.shareId}`),
  },
  'end share of reader': {
    core: (dms, actor, { scene }) => dms.shares.remove(actor, scene.readerShareId),
    rest: (visit) => ask(visit, 'delete', `/shares/${visit.scene.readerShareId}`),
  },
  'list shares': {
    core: (dms, actor) => dms.shares.list(actor, {}, PAGE),
    rest: (visit) => ask(visit, 'get', '/shares'),
  },
};
