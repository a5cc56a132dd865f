// Would catch: a change that counts although its transaction, or its part of one, was rolled back or will run again.
import assert from 'node:assert/strict';
import { type DocumentChange, DocumentChanges } from '../../../src/core/document-changes.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';

describe('changes of documents', () => {
  const user: UserActor = {
    ...{ kind: 'user', userId: 1, login: 'ann', name: 'Ann', isAdmin: false, isPaused: false, homeId: 1 },
    ...{ capabilities: new Set(), credential: { kind: 'operator' }, ip: null, lockTokens: new Set() },
  };
  const deleted = (id: number): DocumentChange => ({ kind: 'deleted', user, id, name: 'x', folderId: 1 });
  let changes: DocumentChanges;
  let heard: number[];

  beforeEach(() => {
    changes = new DocumentChanges();
    heard = [];
    changes.listen(({ id }) => heard.push(id));
  });

  it('are passed on once their transaction is committed, and only those of its last run', () => {
    changes.during(() => changes.note(deleted(1)));
    const { result, noted } = changes.during(() => {
      changes.note(deleted(2));
      changes.note(deleted(3));
      return 'done';
    });
    assert.equal(result, 'done');
    assert.deepEqual(heard, []);
    changes.committed(noted, 0);
    assert.deepEqual(heard, [2, 3]);
  });

  it('are forgotten if the transaction, or the part of it, fails', () => {
    const fails = (id: number) => () => {
      changes.note(deleted(id));
      throw new Error('refused');
    };
    assert.throws(() => changes.during(fails(1)));
    const { noted } = changes.during(() => {
      changes.note(deleted(2));
      assert.throws(() => changes.part(fails(3)));
      changes.part(() => changes.note(deleted(4)));
    });
    changes.committed(noted, 0);
    assert.deepEqual(heard, [2, 4]);
  });

  it('are not collected without a listener', () => {
    const others = new DocumentChanges();
    assert.deepEqual(others.during(() => others.note(deleted(1))).noted, []);
  });
});
