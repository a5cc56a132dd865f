/** The page of a list that a caller requests: `page` from 1, `perPage` from 1 to 200. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Number of items on all pages together; where {@link Page.isTotalLowerBound}, of those that were counted. */
  readonly total: number;
  /** True if there are more items than were counted. */
  readonly isTotalLowerBound?: boolean;
}

/** Fields by which the entries of a folder may be ordered. Folders always come first. */
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
