import type { PagedList } from '../../state/files/paged-list.ts';
import type { Selection } from '../../state/files/selection.ts';

/** What a list shows, whether it is loaded or not. */
export interface Rows<T> {
  /** The list that they are of: the same as long as only its rows change. */
  readonly source: object;
  /** Number of rows; undefined while it is not known. */
  readonly count: number | undefined;
  /** Undefined while it is not loaded. */
  at(index: number): T | undefined;
  /** The place of a row; -1 if it is not loaded. */
  indexOf(id: number): number;
  /** Says what is on the screen. @param to exclusive */
  show(from: number, to: number): void;
  /** The place of the first row whose name starts so; undefined if there is none. */
  find(start: string): Promise<number | undefined>;
  /** The ids of all rows, loaded or not. */
  allIds(): Promise<readonly number[]>;
}

/**
 * Rows that are loaded as they come to be seen.
 * @param ways better ones than to look at what is loaded, and to load all
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

/** The row that the keyboard is on, if there is one and it is loaded. */
export function activeRow<T>(rows: Rows<T>, { active }: Selection): T | undefined {
  return active.value === undefined ? undefined : rows.at(rows.indexOf(active.value));
}

/** The place of the first name that starts so, whatever its case. */
export function placeOf(
  items: readonly ({ readonly name: string } | undefined)[],
  start: string,
): number | undefined {
  const index = items.findIndex((item) => item?.name.toLowerCase().startsWith(start.toLowerCase()));
  return index === -1 ? undefined : index;
}
