import type { PagedList } from '../../state/files/paged-list.ts';
import type { Selection } from '../../state/files/selection.ts';

/** The rows of a list, loaded or not. */
export interface Rows<T> {
  /** Identity of the list; stays the same while only the rows change. */
  readonly source: object;
  /** Number of rows; undefined until it is known. */
  readonly count: number | undefined;
  /** Undefined if the row is not loaded. */
  at(index: number): T | undefined;
  /** The index of a row; -1 if it is not loaded. */
  indexOf(id: number): number;
  /** Sets the viewport. @param to exclusive */
  show(from: number, to: number): void;
  /** The index of the first row whose name starts with `start`; undefined if there is none. */
  find(start: string): Promise<number | undefined>;
  /** The ids of all rows, loaded or not. */
  allIds(): Promise<readonly number[]>;
}

/**
 * Rows that load when they are scrolled into the viewport.
 * @param ways replace the default `find` and `allIds`, which search the loaded rows and load every page
 */
export function rowsOfList<T extends { readonly id: number; readonly name: string }>(
  list: PagedList<T>,
  ways: Partial<Pick<Rows<T>, 'find' | 'allIds'>> = {},
): Rows<T> {
  return {
    source: list,
    get count() {
      return list.total.value;
    },
    at: (index) => list.at(index),
    indexOf: (id) => list.indexOf(id),
    show: (from, to) => list.show(from, to),
    find: (start) => Promise.resolve(placeOf(list.loaded(), start)),
    allIds: () => list.allIds(),
    ...ways,
  };
}

/** The active row; undefined if there is none or it is not loaded. */
export function activeRow<T>(rows: Rows<T>, { active }: Selection): T | undefined {
  return active.value === undefined ? undefined : rows.at(rows.indexOf(active.value));
}

/** The index of the first name that starts with `start`, ignoring case. */
export function placeOf(
  items: readonly ({ readonly name: string } | undefined)[],
  start: string,
): number | undefined {
  const index = items.findIndex((item) => item?.name.toLowerCase().startsWith(start.toLowerCase()));
  return index === -1 ? undefined : index;
}
