/** The requested page of a list: `page` from 1, `perPage` from 1 to 200. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Number of items on all pages; with {@link Page.isTotalLowerBound}, the number of counted items. */
  readonly total: number;
  /** True if counting stopped before the last item. */
  readonly isTotalLowerBound?: boolean;
}

/** Fields for ordering the entries of a folder. Folders always come first. */
export const SORTS = ['name', 'size', 'updated_at', 'created_at', 'mime_type'] as const;

/** One of {@link SORTS}. */
export type Sort = (typeof SORTS)[number];

/** Ascending or descending order. */
export type Direction = 'asc' | 'desc';

/** The order of a list of entries. Equal values are ordered by name, then by id. */
export interface Order {
  readonly sort: Sort;
  readonly direction: Direction;
}
