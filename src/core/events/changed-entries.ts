import type { Entry } from '../../model/entries/entry.ts';
import type { Context } from '../context.ts';
import type { Changes } from './changes.ts';

/** The entries that a period of changes concerns, loaded once for all users. */
export interface ChangedEntries {
  /** Entries whose own records may have changed. */
  readonly entries: readonly Entry[];
  /** Folders whose records or lists of members may have changed. */
  readonly folders: readonly number[];
  /** True if a record of a system folder may have changed. */
  readonly isOfSystem: boolean;
}

/** Loads the existing entries of these changes. */
export function changedEntries({ tables, now }: Context, changes: Changes): ChangedEntries {
  const locked = changes.list('lock').map(({ entryId }) => entryId);
  const flagged = flaggedIds(changes, (ids) => tables.shares.countOn(ids, now()));
  // Only the record of a folder says whether it is shared.
  const shared = tables.entries.listByIds(flagged).filter(({ kind }) => kind === 'folder');
  // The list that shows an entry shows its lock, too.
  const shown = new Set([...locked, ...shared.map(({ id }) => id)]);
  const ids = new Set([...changes.list('entry').map(({ id }) => id), ...shown]);
  const entries = tables.entries.listByIds([...ids]);
  const parents = entries.flatMap(({ id, parentId }) =>
    shown.has(id) && parentId !== null ? [parentId] : [],
  );
  const members = tables.entries.listByIds([...changes.list('members').map(({ id }) => id), ...parents]);
  const folders = [...entries, ...members].filter(({ kind }) => kind === 'folder');
  return {
    entries,
    folders: [...new Set(folders.map(({ id }) => id))],
    isOfSystem: changes.has({ of: 'system' }) || entries.some(({ rootKind }) => rootKind === 'system'),
  };
}

/** Ids of the entries that have become shared, or are no longer. */
function flaggedIds(
  changes: Changes,
  countOn: (ids: readonly number[]) => ReadonlyMap<number, number>,
): number[] {
  const begun = new Map<number, number>();
  for (const { entryId } of changes.list('begun')) begun.set(entryId, (begun.get(entryId) ?? 0) + 1);
  const ids = [...new Set([...begun.keys(), ...changes.list('ended').map(({ entryId }) => entryId)])];
  const active = countOn(ids);
  // No share of these is older than the changes.
  return ids.filter((id) => (active.get(id) ?? 0) <= (begun.get(id) ?? 0));
}
