// Would catch a chunk that is appended where it does not belong, and a name of a client that is not understood.
import assert from 'node:assert/strict';
import { placeOf } from '../../../src/core/entries/uploads/chunk-order.ts';

describe('the place of a chunk', () => {
  const place = (
    name: string,
    offset: number | undefined,
    received: number,
    last?: [string, number, number],
  ) => {
    const [lastName, number, size] = last ?? [];
    const before =
      lastName === undefined || number === undefined || size === undefined
        ? undefined
        : { name: lastName, number, size };
    const found = placeOf({ name, offset }, { offset: received }, before);
    return found && [found.start, found.number, found.isRepeat];
  };
  const ZERO = '0000000000000000';
  const TEN = '0000000000000010';

  it('is the end of the chunks before it, if its name says so', () => {
    for (const first of [ZERO, '0', '1', '00001', `${ZERO}-0000000000000009`, '0-9'])
      assert.deepEqual(place(first, undefined, 0), [0, 1, false], first);
    assert.deepEqual(place(TEN, 10, 10, [ZERO, 1, 10]), [10, 2, false]);
    assert.deepEqual(place('10-19', undefined, 10, ['0-9', 1, 10]), [10, 2, false]);
    assert.deepEqual(place('1', 10, 10, ['0', 1, 10]), [10, 2, false]);
    assert.deepEqual(place('00008', undefined, 70, ['00007', 7, 10]), [70, 8, false]);
  });

  it('is that of the last chunk with the same name', () => {
    assert.deepEqual(place(TEN, 10, 30, [TEN, 2, 20]), [10, 2, true]);
    assert.deepEqual(place('7', undefined, 30, ['00007', 2, 20]), [10, 2, true]);
    // A chunk without bytes begins where the next one does.
    assert.deepEqual(place(TEN, undefined, 10, [TEN, 2, 0]), [10, 2, true]);
  });

  it('is nowhere, if name or offset are others', () => {
    assert.equal(place('2', undefined, 0), undefined);
    assert.equal(place(TEN, undefined, 0), undefined);
    assert.equal(place('0', 1, 0), undefined);
    assert.equal(place('3', undefined, 10, ['1', 1, 10]), undefined);
    assert.equal(place('0', undefined, 20, ['1', 2, 10]), undefined);
    assert.equal(place('2', 9, 10, ['1', 1, 10]), undefined);
    assert.equal(place('1', 10, 10, ['1', 1, 10]), undefined);
    assert.equal(place(TEN, undefined, 10, ['0', 1, 10]), undefined);
    assert.equal(place('10', undefined, 10, [ZERO, 1, 10]), undefined);
    for (const name of ['', 'a', '-1', '1-', '1.5', '１'])
      assert.equal(place(name, undefined, 0), undefined, name);
  });
});
