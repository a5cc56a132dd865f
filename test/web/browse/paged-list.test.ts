// Would catch a "select all" that ends early, without a word, at a page from which the service left out a row.
import assert from 'node:assert/strict';
import { PagedList } from '../../../web/state/files/paged-list.ts';

const SIZE = 3;

/** Pages of a list with rows from 1 to `total`; rows that became unreadable since they were found are left out. */
function pagesOf(total: number, { without, isLowerBound }: { without: number[]; isLowerBound?: true }) {
  return async (page: number, perPage: number) => {
    const rows = Array.from({ length: total }, (_, index) => ({ id: index + 1 }));
    const items = rows.slice((page - 1) * perPage, page * perPage).filter(({ id }) => !without.includes(id));
    return { items, total: isLowerBound ? SIZE : total, isLowerBound };
  };
}

describe('the ids of all rows of a list', () => {
  it('are complete although a page lacks a row', async () => {
    const list = new PagedList(pagesOf(8, { without: [2] }), SIZE);
    assert.deepEqual(await list.allIds(), [1, 3, 4, 5, 6, 7, 8]);
  });

  it('are complete when rows are counted only up to a limit', async () => {
    const list = new PagedList(pagesOf(8, { without: [2], isLowerBound: true }), SIZE);
    assert.deepEqual(await list.allIds(), [1, 3, 4, 5, 6, 7, 8]);
  });

  it('are none of an empty list', async () => {
    assert.deepEqual(await new PagedList(pagesOf(0, { without: [] }), SIZE).allIds(), []);
  });
});
