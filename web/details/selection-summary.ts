import type { Shareable } from '../state/actions/sharing.ts';
import type { PagedList } from '../state/files/paged-list.ts';
import type { Selection } from '../state/files/selection.ts';

/** What the details beside a list show. */
export interface SelectionSummary {
  /** Undefined if no entry or several entries are selected. */
  readonly entry: Shareable | undefined;
  /** Number of selected rows. */
  readonly count: number;
  /** Total size of the selected documents, in bytes; undefined if some of them are not loaded. */
  readonly size?: number | undefined;
}

interface SummaryParts<T extends { readonly id: number }> {
  readonly list: PagedList<T>;
  readonly selection: Selection;
  /** The entry of a row; null if the entry no longer exists. */
  readonly entryOf: (row: T) => (Shareable & { readonly size?: number }) | null;
  /** The entry to show while nothing is selected. */
  readonly otherwise?: Shareable | undefined;
}

/**
 * The summary for the details beside a list. A component that calls this function renders again when the summary
 * changes.
 */
export function selectionSummary<T extends { readonly id: number }>(
  parts: SummaryParts<T>,
): SelectionSummary {
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
