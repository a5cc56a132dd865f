import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EarlierListing } from '../../../src/core/browse/earlier-listing.ts';

/** Members by their ids, in the order of a folder. */
const members = fc.uniqueArray(fc.nat(50), { maxLength: 30 });

function listingOf(ids: readonly number[]) {
  const bounds = [7];
  for (const id of ids) bounds.push((bounds.at(-1) ?? 0) + 1 + id);
  return { bytes: Buffer.from('listing'), ids, bounds };
}

describe('an earlier listing', () => {
  it('gives exactly the parts of those that have not changed, wherever the others are now', () => {
    fc.assert(
      fc.property(members, members, fc.array(fc.nat(50)), (before, changed, places) => {
        const listing = listingOf(before);
        const now = before.filter((id) => !changed.includes(id));
        const unchanged = new Set(now);
        // Each of those that have changed is new, at another place, or gone.
        changed.forEach((id, index) => {
          const place = places[index];
          if (place !== undefined) now.splice(place % (now.length + 1), 0, id);
        });
        const earlier = new EarlierListing(listing, (id) => changed.includes(id));
        for (const id of now) {
          const index = before.indexOf(id);
          const part = {
            id,
            source: listing.bytes,
            start: listing.bounds[index],
            end: listing.bounds[index + 1],
          };
          assert.deepEqual(earlier.partOf(id), unchanged.has(id) ? part : undefined);
        }
      }),
    );
  });

  it('gives no part of a member that changes while the new listing is made', () => {
    const changed = new Set<number>();
    const earlier = new EarlierListing(listingOf([1, 2, 3]), (id) => changed.has(id));
    assert.equal(earlier.partOf(1)?.id, 1);
    changed.add(2);
    assert.equal(earlier.partOf(2), undefined);
    assert.equal(earlier.partOf(3)?.id, 3);
  });
});
