import { ask, type Operation, PAGE } from './matrix-operation.ts';

/** Rows of the access matrix for shares. */
export const sharing: Record<string, Operation> = {
  share: {
    intoFolder: ['REST'],
    core: (dms, actor, { fixture }) =>
      dms.shares.create(actor, { entryId: fixture.folder.id, users: ['third'], permissions: 1 }),
    rest: (visit) =>
      ask(visit, 'post', '/shares', {
        folder_id: visit.fixture.folder.id,
        users: ['third'],
        permissions: 1,
      }),
  },
  unshare: {
    core: (dms, actor, { fixture }) => dms.shares.remove(actor, fixture.shareId),
    rest: (visit) => ask(visit, 'delete', `/shares/${visit.fixture.shareId}`),
  },
  'change share': {
    core: (dms, actor, { fixture }) => dms.shares.update(actor, fixture.shareId, { permissions: 17 }),
    rest: (visit) => ask(visit, 'patch', `/shares/${visit.fixture.shareId}`, { permissions: 17 }),
  },
  'read share': {
    core: (dms, actor, { fixture }) => dms.shares.get(actor, fixture.shareId),
    rest: (visit) => ask(visit, 'get', `/shares/${visit.fixture.shareId}`),
  },
  'end share of reader': {
    core: (dms, actor, { fixture }) => dms.shares.remove(actor, fixture.readerShareId),
    rest: (visit) => ask(visit, 'delete', `/shares/${visit.fixture.readerShareId}`),
  },
  'list shares': {
    core: (dms, actor) => dms.shares.list(actor, {}, PAGE),
    rest: (visit) => ask(visit, 'get', '/shares'),
  },
};
