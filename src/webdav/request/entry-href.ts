import { DmsError } from '../../model/errors/errors.ts';
import { hrefOf } from './paths.ts';
import type { RequestContext } from './request-context.ts';

/** The href of the entry with this id; undefined if the user may not read the entry or it does not exist. */
export type EntryHrefs = (id: number) => string | undefined;

/**
 * Makes a function that gives hrefs, for one response. It works out each of them once, because one lock can
 * be in the properties of thousands of members.
 */
export function entryHrefs({ dms, actor }: RequestContext): EntryHrefs {
  const addressOf = dms.tree.addresses(actor);
  const known = new Map<number, string | undefined>([[actor.homeId, hrefOf([], true)]]);
  return (id) => {
    if (!known.has(id)) {
      known.set(
        id,
        unlessRefused(() => {
          const { path, kind } = addressOf(id);
          return hrefOf(path.split('/').filter(Boolean), kind === 'folder');
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
