import { ask, type Operation, PAGE, type Visit } from './matrix-operation.ts';

const path = ({ fixture }: Visit) => `/groups/${fixture.groupId}`;

/** Rows of the access matrix for groups. The group of the fixture has the user `member`. */
export const groups: Record<string, Operation> = {
  'list groups': {
    core: (dms, actor) => dms.groups.list(actor, PAGE),
    rest: (visit) => ask(visit, 'get', '/groups'),
  },
  'find groups': {
    core: (dms, actor) => dms.groups.find(actor, 'edit'),
    rest: (visit) => ask(visit, 'get', '/groups?q=edit'),
  },
  'read group': {
    core: (dms, actor, { fixture }) => dms.groups.get(actor, fixture.groupId),
    rest: (visit) => ask(visit, 'get', path(visit)),
  },
  'list members': {
    core: (dms, actor, { fixture }) => dms.groups.members(actor, fixture.groupId, PAGE),
    rest: (visit) => ask(visit, 'get', `${path(visit)}/members`),
  },
  'create group': {
    core: (dms, actor, { fixture }) => dms.groups.create(actor, `new-${fixture.number}`),
    rest: (visit) => ask(visit, 'post', '/groups', { name: `new-${visit.fixture.number}` }),
  },
  'rename group': {
    core: (dms, actor, { fixture }) => dms.groups.rename(actor, fixture.groupId, `other-${fixture.number}`),
    rest: (visit) => ask(visit, 'patch', path(visit), { name: `other-${visit.fixture.number}` }),
  },
  'delete group': {
    core: (dms, actor, { fixture }) => dms.groups.remove(actor, fixture.groupId),
    rest: (visit) => ask(visit, 'delete', path(visit)),
  },
  'add member': {
    core: (dms, actor, { fixture }) => dms.groups.addMembers(actor, fixture.groupId, ['third']),
    rest: (visit) => ask(visit, 'post', `${path(visit)}/members`, { users: ['third'] }),
  },
  'remove member': {
    core: (dms, actor, { fixture }) => dms.groups.removeMembers(actor, fixture.groupId, [fixture.memberId]),
    rest: (visit) => ask(visit, 'delete', `${path(visit)}/members/${visit.fixture.memberId}`),
  },
};
