import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Slots } from '../../../web/parts/grid/slots.ts';

describe('slots of a list', () => {
  /** Shows rows with these keys from a place on. */
  function show(slots: Slots, from: number, keys: readonly number[]): boolean {
    return slots.show({ from, to: from + keys.length, keyAt: (place) => keys[place - from] ?? 0 });
  }

  function placesOf(slots: Slots): number[] {
    return slots.all.map(({ place }) => place.value);
  }

  it('show others when theirs have left, without another element', () => {
    const slots = new Slots(() => undefined);
    assert.equal(show(slots, 0, [10, 11, 12]), true);
    const before = slots.all;
    assert.equal(show(slots, 1, [11, 12, 13]), false);
    assert.deepEqual(placesOf(slots).toSorted(), [1, 2, 3]);
    assert.deepEqual(new Set(slots.all), new Set(before));
  });

  it('stay with a row that others move', () => {
    const slots = new Slots(() => undefined);
    show(slots, 0, [10, 11, 12]);
    const [first] = slots.all;
    show(slots, 0, [9, 10, 11]);
    assert.equal(first?.place.value, 1);
    assert.deepEqual(placesOf(slots).toSorted(), [0, 1, 2]);
  });

  it('leave the one that the user works in as it is', () => {
    const slots = new Slots(() => 0);
    show(slots, 0, [10, 11, 12]);
    assert.equal(show(slots, 1, [11, 12, 13]), true);
    assert.ok(slots.all.every(({ number }) => number !== 0));
    assert.deepEqual(placesOf(slots).toSorted(), [1, 2, 3]);
  });

  it('are fewer when there are fewer rows', () => {
    const slots = new Slots(() => undefined);
    show(slots, 0, [10, 11, 12]);
    assert.equal(show(slots, 0, [11]), true);
    assert.deepEqual(placesOf(slots), [0]);
  });

  it('show each place once where a row is there twice', () => {
    const slots = new Slots(() => undefined);
    show(slots, 0, [10, 10, 11]);
    assert.deepEqual(placesOf(slots).toSorted(), [0, 1, 2]);
  });

  it('come into the order of their rows, unless the user works in one', () => {
    let held: number | undefined;
    const slots = new Slots(() => held);
    show(slots, 0, [10, 11, 12]);
    show(slots, 1, [11, 12, 13]);
    assert.equal(slots.areInOrder, false);
    held = slots.all[1]?.number;
    slots.sort();
    assert.equal(slots.areInOrder, false);
    held = undefined;
    slots.sort();
    assert.equal(slots.areInOrder, true);
    assert.deepEqual(placesOf(slots), [1, 2, 3]);
  });
});
