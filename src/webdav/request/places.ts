import type { Target } from '../../core/placement/targets.ts';
import { DmsError } from '../../model/errors.ts';
import { DavError } from '../protocol/dav-error.ts';
import { hrefOf } from './paths.ts';
import type { Found, RequestContext } from './request-context.ts';

/** A name in a folder, where something is or may come to be. */
export interface Place {
  readonly segments: readonly string[];
  readonly name: string;
  /** 0 for the mount root, where new entries go into the home. */
  readonly folderId: number;
  readonly found: Found;
}

/**
 * The place that a path names.
 * @throws {DavError} 403 for the mount root, 409 when the folder above does not exist or is none
 */
export function placeOf({ dms, actor }: RequestContext, segments: readonly string[]): Place {
  const name = segments.at(-1);
  if (name === undefined) throw new DavError(403, 'The mount root stays as it is.');
  const parent = dms.tree.resolve(actor, segments.slice(0, -1));
  if (parent === undefined || (parent !== 'mount_root' && parent.entry.kind === 'file')) {
    throw new DavError(409, 'The folder above does not exist.');
  }
  const folderId = parent === 'mount_root' ? 0 : parent.entry.id;
  return { segments, name, folderId, found: dms.tree.resolve(actor, segments) };
}

/** True for what stands at the mount root but does not lie in the user's home: shared entries and system folders. */
function isForeign({ actor }: RequestContext, { folderId, found }: Place): boolean {
  return (
    folderId === 0 && found !== undefined && found !== 'mount_root' && found.entry.parentId !== actor.homeId
  );
}

/** How the core is told of a place: by folder and name, but for shared entries, whose name here is not their own. */
export function targetOf(exchange: RequestContext, place: Place): Target {
  if (place.found !== undefined && place.found !== 'mount_root' && isForeign(exchange, place)) {
    return { entryId: place.found.entry.id };
  }
  return { folderId: place.folderId, name: place.name };
}

/**
 * The name by which the client knows what the request is about, once it has been found: the core remembers it while the
 * client may be saving by way of other names.
 */
export function knownPlace(exchange: RequestContext): { readonly folderId: number; readonly name: string } {
  const { folderId, name } = placeOf(exchange, exchange.path.segments);
  return { folderId, name };
}

/** Href of an entry by its id; undefined when it cannot be reached by this user. */
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
