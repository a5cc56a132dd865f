/** A page of a list that was asked for: `page` from 1, `perPage` from 1 to 200. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

/** A page of a list with the number of all its items. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

export const SORTS = ['name', 'size', 'updated_at', 'created_at', 'mime_type'] as const;
/** By what a folder's contents may be ordered; folders always come first. */
export type Sort = (typeof SORTS)[number];
export type Direction = 'asc' | 'desc';
