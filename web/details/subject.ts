import type { Shareable } from '../state/actions/sharing.ts';
import type { PagedList } from '../state/files/paged-list.ts';
import type { Selection } from '../state/files/selection.ts';

/** What details are about. */
export interface Subject {
  /** Undefined: none, or several. */
  readonly entry: Shareable | undefined;
  /** Number of rows that are selected. */
  readonly count: number;
  /** Of the documents that are selected, in bytes; undefined where not all of them are known. */
  readonly size?: number | undefined;
}

interface SubjectParts<T extends { readonly id: number }> {
  readonly list: PagedList<T>;
  readonly selection: Selection;
  /** The entry of a row; null if there is none any more. */
  readonly entryOf: (row: T) => (Shareable & { readonly size?: number }) | null;
  /** What it is about if nothing is selected. */
  readonly otherwise?: Shareable | undefined;
}

/** What the details beside a list are about. A component that calls it is drawn anew when that changes. */
export function subjectOf<T extends { readonly id: number }>(parts: SubjectParts<T>): Subject {
  const { list, selection, entryOf, otherwise } = parts;
  const ids = selection.ids.value;
  if (ids.size === 0) return { entry: otherwise, count: 0 };
  const entries = list
    .loaded()
    .filter(({ id }) => ids.has(id))
    .map((row) => entryOf(row));
  const sizes = entries.map((entry) => entry?.size);
  const areKnown = sizes.length === ids.size && !sizes.includes(undefined);
  return {
    entry: ids.size === 1 ? (entries[0] ?? undefined) : undefined,
    count: ids.size,
    size: areKnown ? sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) : undefined,
  };
}
