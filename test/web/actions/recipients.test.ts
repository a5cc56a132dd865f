// Would catch a suggestion that hides a better one, a recipient that a request forgets, and "Leave" for a member.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  keyOf,
  rankedRecipients,
  receiptOf,
  recipientFields,
  recipientNames,
} from '../../../web/state/actions/recipients.ts';

const anna = { login: 'anna', name: 'Anna Acker' };
const carl = { login: 'accounts', name: 'Carl' };

describe('web/state/actions/recipients', () => {
  const namesFor = (q: string, groups: readonly string[]) =>
    rankedRecipients(
      q,
      [anna, carl],
      groups.map((name) => ({ name })),
    ).map(({ name }) => name);

  it('suggests people before groups that match equally well', () => {
    assert.deepEqual(namesFor('an', ['Ants']), ['Anna Acker', 'Ants', 'Carl']);
    assert.deepEqual(namesFor('ac', ['Accounting']), ['Anna Acker', 'Accounting', 'Carl']);
  });

  it('suggests a group first if the query is its whole name, and no user has it', () => {
    assert.deepEqual(namesFor('accounting', ['Accounting Berlin', 'ACCOUNTING']), [
      'ACCOUNTING',
      'Accounting Berlin',
      'Anna Acker',
      'Carl',
    ]);
    assert.deepEqual(namesFor('Accounts', ['accounts']).slice(0, 2), ['Carl', 'accounts']);
  });

  it('tells a user from a group of the same name', () => {
    const [user, group] = rankedRecipients('anna', [{ login: 'anna', name: 'anna' }], [{ name: 'anna' }]);
    assert.ok(user !== undefined && group !== undefined);
    assert.deepEqual([user.kind, group.kind], ['user', 'group']);
    assert.notEqual(keyOf(user), keyOf(group));
  });

  it('sends users, groups and typed text', () => {
    const chosen = rankedRecipients('anna', [anna], [{ name: 'Sales' }]);
    assert.deepEqual(recipientFields(chosen, ' berta '), { users: ['anna', 'berta'], groups: ['Sales'] });
    assert.deepEqual(recipientFields([], ' '), { users: [], groups: [] });
  });

  it('names users first', () => {
    assert.equal(recipientNames({ people: [anna], groups: ['Sales'] }), 'Anna Acker, Sales');
  });

  it('knows through which groups a user receives a share, and that its maker receives nothing', () => {
    const share = { users: ['berta'], groups: ['Sales', 'Board'], created_by: { id: 1, name: 'Anna' } };
    assert.deepEqual(receiptOf(share, { id: 2, login: 'berta' }, ['Sales']), {
      isDirect: true,
      through: ['Sales'],
    });
    assert.deepEqual(receiptOf(share, { id: 3, login: 'carl' }, []), { isDirect: false, through: [] });
    assert.deepEqual(receiptOf(share, { id: 1, login: 'anna' }, ['Sales']), { isDirect: false, through: [] });
  });
});
