import assert from 'node:assert/strict';
import fc from 'fast-check';
import { HighestIds } from '../../../src/core/activity/highest-ids.ts';

describe('the highest of many ids', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 300 });

  it('are each there once, in whatever order they come, on any page', () => {
    fc.assert(
      fc.property(
        fc.array(ids, { maxLength: 8 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        (batches, page, perPage) => {
          const highest = new HighestIds(page * perPage);
          for (const batch of batches) highest.add(batch.filter((id) => id > highest.lowerBound));
          const sorted = [...new Set(batches.flat())].sort((one, other) => other - one);
          const offset = (page - 1) * perPage;
          assert.deepEqual(highest.from(offset), sorted.slice(offset, offset + perPage));
        },
      ),
    );
  });

  it('make older ones needless once there are enough', () => {
    const highest = new HighestIds(50);
    highest.add(Array.from({ length: 50 }, (_, index) => 1_000_000 - index));
    assert.ok(highest.lowerBound > 900_000);
  });
});
