import { ask, type Operation, PAGE } from './matrix-operation.ts';

/** Rows of the access matrix for links. */
export const linking: Record<string, Operation> = {
  'make link': {
    intoFolder: ['REST'],
    core: (dms, actor, { fixture }) =>
      dms.links.create(actor, {
        ...{ entryId: fixture.folder.id, kind: 'view', label: '', password: null },
        ...{ expiresAt: null, maxDownloads: null, isListed: true },
      }),
    rest: (visit) => ask(visit, 'post', '/links', { folder_id: visit.fixture.folder.id }),
  },
  'make link to collect files': {
    intoFolder: ['REST'],
    core: (dms, actor, { fixture }) =>
      dms.links.create(actor, {
        ...{ entryId: fixture.folder.id, kind: 'upload', label: '', password: null },
        ...{ expiresAt: null, maxDownloads: null, isListed: true },
      }),
    rest: (visit) => ask(visit, 'post', '/links', { folder_id: visit.fixture.folder.id, kind: 'upload' }),
  },
  'change link': {
    core: (dms, actor, { fixture }) => dms.links.update(actor, fixture.linkId, { label: 'changed' }),
    rest: (visit) => ask(visit, 'patch', `/links/${visit.fixture.linkId}`, { label: 'changed' }),
  },
  'send link': {
    core: (dms, actor, { fixture: { linkId: id, linkCode: code } }) =>
      dms.linkMail.send(actor, id, { code, to: ['miller@example.com'], text: '' }),
    rest: (visit) => {
      const { linkId, linkCode: code } = visit.fixture;
      return ask(visit, 'post', `/links/${linkId}/mail`, { code, to: ['miller@example.com'] });
    },
  },
  'delete link': {
    core: (dms, actor, { fixture }) => dms.links.remove(actor, fixture.linkId),
    rest: (visit) => ask(visit, 'delete', `/links/${visit.fixture.linkId}`),
  },
  'read link': {
    core: (dms, actor, { fixture }) => dms.links.get(actor, fixture.linkId),
    rest: (visit) => ask(visit, 'get', `/links/${visit.fixture.linkId}`),
  },
  'read uses of link': {
    core: (dms, actor, { fixture }) => dms.links.uses(actor, fixture.linkId),
    rest: (visit) => ask(visit, 'get', `/links/${visit.fixture.linkId}/uses`),
  },
  'list links': {
    core: (dms, actor) => dms.links.list(actor, {}, PAGE),
    rest: (visit) => ask(visit, 'get', '/links'),
  },
  'list links of everyone': {
    core: (dms, actor) => dms.links.list(actor, { everyone: true }, PAGE),
    rest: (visit) => ask(visit, 'get', '/links?everyone=1'),
  },
};
