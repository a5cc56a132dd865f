import assert from 'node:assert/strict';
import type { ArchivedEntry } from '../../../src/core/entries/archives/archive-plans.ts';
import { PendingArchives } from '../../../src/core/entries/archives/pending-archives.ts';

const ENTRY: ArchivedEntry = {
  id: 1,
  folder: undefined,
  name: 'a',
  version: 1,
  size: 1,
  modifiedAt: 0,
};
const [ANN, BEN] = [1, 2];

describe('archives that wait to be fetched', () => {
  let pending: PendingArchives;

  beforeEach(() => {
    pending = new PendingArchives({ ofRequester: 3, entries: 10 });
  });

  function add(id: number, requester: number, count: number, now = 0): void {
    const entries = Array.from({ length: count }, () => ENTRY);
    pending.add({ id, requester, entries, name: 'a.zip', expiresAt: now + 10, isEarlier: false }, now);
  }

  const ids = (): number[] => [1, 2, 3, 4, 5, 6].filter((id) => pending.get(id) !== undefined);

  it('are the newest of each user', () => {
    for (const id of [1, 2, 3, 4]) add(id, ANN, 1);
    assert.deepEqual(ids(), [2, 3, 4]);
  });

  it('take the room of nobody who keeps less', () => {
    add(1, ANN, 2);
    for (const id of [2, 3, 4]) add(id, BEN, 5);
    assert.deepEqual(ids(), [1, 4]);
  });

  it('are gone when their time is over', () => {
    add(1, ANN, 1);
    add(2, BEN, 1, 10);
    assert.deepEqual(ids(), [2]);
  });
});
