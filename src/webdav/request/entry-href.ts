import { DmsError } from '../../model/errors.ts';
import { hrefOf } from './paths.ts';
import type { RequestContext } from './request-context.ts';

/** The href of the entry with this id; undefined if the user may not read the entry or it does not exist. */
export function hrefOfEntry({ dms, actor }: RequestContext, id: number): string | undefined {
  if (id === actor.homeId) return hrefOf([], true);
  try {
    const { kind } = dms.tree.entry(actor, id);
    return hrefOf(dms.tree.path(actor, id).split('/').filter(Boolean), kind === 'folder');
  } catch (error) {
    if (error instanceof DmsError) return undefined;
    throw error;
  }
}
