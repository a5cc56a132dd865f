import { ask, type Operation } from './matrix-operation.ts';

/** Rows of the access matrix for the drive at earlier times. */
export const history: Record<string, Operation> = {
  'list drive at a time': {
    core: (dms, actor) => dms.earlierDrive.resolve(actor, 0, []),
    dav: ({ visitor }) => visitor.dav.ask('PROPFIND', '/.history/2026-01-01Z/', { headers: { Depth: '1' } }),
  },
  'list members at a time': {
    core: (dms, actor, { fixture }) => dms.earlierDrive.members(actor, 0, fixture.folder.id).next(),
  },
  'download at a time': {
    core: (dms, actor, { fixture }) => dms.earlierDrive.open(actor, Date.now(), fixture.document.id),
    rest: (visit) =>
      ask(visit, 'get', `/documents/${visit.fixture.document.id}/download?at=${new Date().toISOString()}`),
  },
  'make archive at a time': {
    intoFolder: ['core', 'REST'],
    core: (dms, actor, { fixture }) => dms.archives.create(actor, [fixture.document.id], Date.now()),
    rest: (visit) =>
      ask(visit, 'post', '/archives', { ids: [visit.fixture.document.id], at: new Date().toISOString() }),
  },
};
