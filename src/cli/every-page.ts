import type { Page, PageRequest } from '../model/entries/page.ts';

const PER_PAGE = 200;

/** All items of a list. @param read reads one page of it */
export function everyPage<Item>(read: (page: PageRequest) => Page<Item>): readonly Item[] {
  const { items, total } = read({ page: 1, perPage: PER_PAGE });
  const pages = Math.ceil(total / PER_PAGE);
  const further = Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
    read({ page: index + 2, perPage: PER_PAGE }),
  );
  return [...items, ...further.flatMap((page) => page.items)];
}
