import { DmsError } from '../../model/errors/errors.ts';
import type { RequestContext } from './request-context.ts';

/** Href of the entry with this id; undefined if the entry does not exist or the user may not read it. */
export type EntryHrefs = (id: number) => string | undefined;

/**
 * Creates an href lookup for one response. Caches each href, because one lock can be in the properties of thousands of
 * members.
 */
export function entryHrefs({ dms, actor, mount, path, source }: RequestContext): EntryHrefs {
  // At an edit address, no response names a path of the drive.
  if (typeof source === 'number')
    return (id) => (id === source ? mount.hrefOf(path.segments, false) : undefined);
  const addressOf = dms.tree.addresses(actor);
  const known = new Map<number, string | undefined>([[actor.homeId, mount.hrefOf([], true)]]);
  return (id) => {
    if (!known.has(id)) {
      known.set(
        id,
        unlessRefused(() => {
          const { path, kind } = addressOf(id);
          return mount.hrefOf(path.split('/').filter(Boolean), kind === 'folder');
        }),
      );
    }
    return known.get(id);
  };
}

function unlessRefused(href: () => string): string | undefined {
  try {
    return href();
  } catch (error) {
    if (error instanceof DmsError) return undefined;
    throw error;
  }
}
