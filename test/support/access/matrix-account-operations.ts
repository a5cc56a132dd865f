import { ask, type Operation, PAGE, type Visit } from './matrix-operation.ts';

/** The password of the visitor's account; any text for a guest. */
function passwordOf({ visitor }: Visit): string {
  return `${visitor.login ?? 'nobody'}'s very own password`;
}

/** Operations of all users on their own account. No operation ends a session, because the visitors need theirs. */
export const account: Record<string, Operation> = {
  'read account': {
    core: (dms, actor) => dms.account.get(actor),
    rest: (visit) => ask(visit, 'get', '/account'),
  },
  'find people': {
    core: (dms, actor) => dms.people.find(actor, 'own'),
    rest: (visit) => ask(visit, 'get', '/people?q=own'),
  },
  'rename account': {
    core: (dms, actor, { fixture }) => dms.account.update(actor, { name: `Name ${fixture.number}` }),
    rest: (visit) => ask(visit, 'patch', '/account', { name: `Name ${visit.fixture.number}` }),
  },
  'list sessions': {
    core: (dms, actor) => dms.sessions.list(actor, PAGE),
    rest: (visit) => ask(visit, 'get', '/account/sessions'),
  },
  'list tokens': {
    core: (dms, actor) => dms.tokens.list(actor, PAGE),
    rest: (visit) => ask(visit, 'get', '/account/tokens'),
  },
  'make token': {
    core: (dms, actor) => dms.tokens.create(actor, { name: 'made' }),
    rest: (visit) => ask(visit, 'post', '/account/tokens', { name: 'made' }),
  },
  'begin second factor': {
    core: (dms, actor, visit) => dms.twoFactor.enrol(actor, 'totp', passwordOf(visit)),
    rest: (visit) => ask(visit, 'post', '/account/2fa', { method: 'totp', password: passwordOf(visit) }),
  },
  'switch off second factor': {
    core: (dms, actor, { fixture }) => dms.twoFactor.switchOff(actor, fixture.thirdId),
  },
  'invite user': {
    core: (dms, actor, { fixture }) => dms.passwordLinks.invite(actor, fixture.thirdId),
    rest: (visit) => ask(visit, 'post', `/users/${visit.fixture.thirdId}/invitation`),
  },
  'end sessions of user': {
    core: (dms, actor, { fixture }) => dms.sessions.endOf(actor, fixture.thirdId),
    rest: (visit) => ask(visit, 'delete', `/users/${visit.fixture.thirdId}/sessions`),
  },
};
