import assert from 'node:assert/strict';
import fc from 'fast-check';
import { NewestIds } from '../../../src/core/activity/newest-ids.ts';

describe('the newest of many ids', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 300 });

  it('are each there once, in whatever order they come, on any page', () => {
    fc.assert(
      fc.property(
        fc.array(ids, { maxLength: 8 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        (batches, page, perPage) => {
          const newest = new NewestIds(page * perPage);
          for (const batch of batches) newest.add(batch.filter((id) => id > newest.least));
          const sorted = [...new Set(batches.flat())].sort((one, other) => other - one);
          const offset = (page - 1) * perPage;
          assert.deepEqual(newest.from(offset), sorted.slice(offset, offset + perPage));
        },
      ),
    );
  });

  it('make older ones needless once there are enough', () => {
    const newest = new NewestIds(50);
    newest.add(Array.from({ length: 50 }, (_, index) => 1_000_000 - index));
    assert.ok(newest.least > 900_000);
  });
});
