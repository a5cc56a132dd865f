import type { UserActor } from '../../model/people/actor.ts';
import type { EntryAccess } from '../access/access.ts';
import type { Context } from '../context.ts';

/** Id of the entry of an access. */
export function idOf(entryAccess: EntryAccess): number {
  const [entry] = entryAccess.lineage;
  if (!entry) throw new Error('the lineage is empty');
  return entry.id;
}

/**
 * The access with all folders above the entry. The lineage of a visitor of a link ends at the linked entry, but a folder
 * above it can be locked or frozen, too.
 */
export function withAllAbove(
  { credential }: UserActor,
  entryAccess: EntryAccess,
  { ancestry }: Context['tables'],
): EntryAccess {
  if (credential.kind !== 'link') return entryAccess;
  return { ...entryAccess, lineage: ancestry.list(idOf(entryAccess)) };
}
