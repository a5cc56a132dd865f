import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseRanges } from '../../../src/http/content/ranges.ts';

describe('byte ranges', () => {
  it('are read with both ends, without the last, and from the end', () => {
    assert.deepEqual(parseRanges('bytes=0-4', 10), [{ start: 0, end: 4 }]);
    assert.deepEqual(parseRanges('bytes=5-', 10), [{ start: 5, end: 9 }]);
    assert.deepEqual(parseRanges('bytes=-3', 10), [{ start: 7, end: 9 }]);
    assert.deepEqual(parseRanges('bytes=,0-4, ,,5-5,', 10)?.length, 2);
    assert.deepEqual(parseRanges('BYTES=0-0, 9-9', 10), [
      { start: 0, end: 0 },
      { start: 9, end: 9 },
    ]);
  });

  it('are cut to the content', () => {
    assert.deepEqual(parseRanges('bytes=5-999999999999999999999', 10), [{ start: 5, end: 9 }]);
    assert.deepEqual(parseRanges('bytes=-100', 10), [{ start: 0, end: 9 }]);
    assert.deepEqual(parseRanges('bytes=20-30,0-1', 10), [{ start: 0, end: 1 }]);
  });

  it('cannot be satisfied when all lie outside', () => {
    assert.equal(parseRanges('bytes=10-', 10), 'unsatisfiable');
    assert.equal(parseRanges('bytes=-0', 10), 'unsatisfiable');
    assert.equal(parseRanges('bytes=0-', 0), 'unsatisfiable');
    assert.equal(parseRanges('bytes=-5', 0), 'unsatisfiable');
  });

  it('are ignored when malformed or of another unit', () => {
    for (const header of [
      'bytes=5-2',
      'bytes=',
      'bytes=a-b',
      'bytes=1-2-3',
      'pages=1-2',
      'kilobytes=1-2',
      'bytes=-',
      '0-5',
      'bytes=0-1,x',
    ]) {
      assert.equal(parseRanges(header, 10), undefined, header);
    }
  });

  it('are ignored when there are too many or they lie on top of each other', () => {
    const many = Array.from({ length: 51 }, (_, index) => `${String(index * 10)}-${String(index * 10)}`);
    assert.equal(parseRanges(`bytes=${many.join(',')}`, 1000), undefined);
    assert.equal(parseRanges(`bytes=${many.slice(1).join(',')}`, 1000)?.length, 50);
    assert.equal(parseRanges('bytes=0-,0-,0-,0-', 1000), undefined);
    assert.equal(parseRanges('bytes=0-5,5-9,9-12,12-15', 1000), undefined);
    assert.equal(parseRanges('bytes=0-5,5-9,9-12', 1000)?.length, 3);
  });

  it('may come in any order', () => {
    const backwards = [40, 30, 20, 10, 0].map((start) => ({ start, end: start + 9 }));
    const texts = backwards.map(({ start, end }) => `${String(start)}-${String(end)}`);
    assert.deepEqual(parseRanges(`bytes=${texts.join(',')}`, 1000), backwards);
  });

  it('always lie within the content, whatever is sent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9,\- ]{0,30}$/), fc.nat(50), (text, size) => {
        const ranges = parseRanges(`bytes=${text}`, size);
        if (!Array.isArray(ranges)) return;
        for (const { start, end } of ranges) assert.ok(start >= 0 && start <= end && end < size);
      }),
    );
  });
});
