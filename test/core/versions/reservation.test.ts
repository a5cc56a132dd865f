import assert from 'node:assert/strict';
import { Reservation } from '../../../src/core/versions/reservation.ts';

const HOME = 1;
const GUEST = 2;
const ROOM = 10;

describe('a reservation', () => {
  let all: Set<Reservation>;
  let aborted: string[];

  beforeEach(() => {
    all = new Set();
    aborted = [];
  });

  const begin = (name: string, userId = HOME) => new Reservation(all, userId, () => aborted.push(name));
  const lack = (bytes: number, reserved: number) =>
    bytes > 0 && bytes > ROOM - reserved ? new Error('full') : undefined;

  function reserve(reservation: Reservation, target: string, bytes: number, more = {}): number {
    return reservation.reserve({ ownerId: HOME, target, bytes, released: 0, others: 0, ...more }, lack);
  }

  it('replaces the earlier one of the same upload', () => {
    const first = begin('first');
    for (const bytes of [4, 10, 6]) reserve(first, 'a', bytes);
    reserve(begin('second'), 'b', 4);
    assert.throws(() => reserve(begin('third'), 'c', 1));
  });

  it('counts the other contents of its upload', () => {
    reserve(begin('first'), 'a', 2, { others: 5 });
    assert.throws(() => reserve(begin('second'), 'b', 2, { others: 2 }));
    reserve(begin('second'), 'b', 2, { others: 1 });
  });

  it('counts in its home only', () => {
    reserve(begin('first'), 'a', 10);
    reserve(begin('second'), 'b', 10, { ownerId: GUEST });
  });

  it('ends when its upload is refused, so that another one is not refused because of it', () => {
    const [first, second] = [begin('first'), begin('second')];
    reserve(first, 'a', 5);
    reserve(second, 'b', 5);
    assert.throws(() => reserve(first, 'a', 6));
    reserve(second, 'b', 6);
  });

  it('aborts an earlier upload to the same name, never a later one', () => {
    const [first, second] = [begin('first'), begin('second')];
    reserve(first, 'a', 6);
    reserve(second, 'a', 6);
    assert.deepEqual(aborted, ['first']);
    // Bytes of the first upload that had already arrived are judged once more.
    assert.throws(() => reserve(first, 'a', 7));
    reserve(second, 'a', 10);
    assert.deepEqual(aborted, ['first']);
  });

  it('aborts no upload of another user, none to another name, and none in vain', () => {
    reserve(begin('guest', GUEST), 'a', 2);
    reserve(begin('own'), 'b', 4);
    reserve(begin('earlier'), 'a', 4);
    assert.throws(() => reserve(begin('own again'), 'a', 7));
    assert.throws(() => reserve(begin('guest again', GUEST), 'b', 1));
    assert.deepEqual(aborted, []);
  });

  it('lets only one of several uploads be the content that is there already', () => {
    assert.equal(reserve(begin('first', GUEST), 'a', 8, { released: 8 }), 0);
    assert.equal(reserve(begin('second', GUEST), 'a', 8, { released: 8 }), 8);
    assert.throws(() => reserve(begin('third', GUEST), 'b', 3));
  });
});
