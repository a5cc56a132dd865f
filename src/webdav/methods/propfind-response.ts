import { isMountRoot, type PathEntry } from '../../core/browse/browse.ts';
import { once } from '../../http/once.ts';
import type { DeadProperty } from '../../model/entries/entry.ts';
import {
  type ActiveLocks,
  type PropertySource,
  type PropfindRequest,
  propstatsOf,
} from '../properties/properties.ts';
import type { StreamedBody } from '../protocol/protocol.ts';
import type { ExtendedProperties, RequestContext, Resource } from '../request/request.ts';

/** PROPFIND response that is being written: the data shared by all of its resources. */
export interface PropfindResponse {
  readonly context: RequestContext;
  readonly request: PropfindRequest;
  /** True to omit missing properties (`Prefer: return=minimal`). */
  readonly minimal: boolean;
  readonly body: StreamedBody;
  readonly activeLocks: ActiveLocks;
  /** Properties of the extension of the address, if it has one. */
  readonly extended: ExtendedProperties | undefined;
  /** Ids of the user's favourites, read at most once. */
  readonly favourites: () => ReadonlySet<number>;
}

export const NO_PROPERTIES: readonly DeadProperty[] = [];

/** Appends the `DAV:response` element of one resource. */
export function appendResource(
  propfindResponse: PropfindResponse,
  href: string,
  source: PropertySource,
  deadProperties: readonly DeadProperty[],
): void {
  const { body, request, minimal } = propfindResponse;
  const propstats = propstatsOf(request, source, deadProperties, minimal);
  body.append(`<d:response><d:href>${href}</d:href>${propstats}</d:response>`);
}

export function quotaOf(
  { context }: PropfindResponse,
  folderId: number,
): NonNullable<PropertySource['quota']> {
  return once(() => context.dms.health.quota(context.actor, folderId));
}

/** The resource at the request path. */
export function resourceOf({ actor }: RequestContext, found: PathEntry): Resource {
  const isAtMountRoot = found.folderId === actor.homeId;
  return { ...found, place: isMountRoot(found) ? 'mount_root' : isAtMountRoot ? 'at_mount_root' : 'beneath' };
}

/** Returns the source of the properties of the extension for a resource. */
export function extendedOf({ extended }: PropfindResponse, resource: Resource): PropertySource['extended'] {
  return extended && ((name, prefix) => extended.element(resource, name, prefix));
}

/** Appends the resource at the request path. */
export function appendSelf(propfindResponse: PropfindResponse, found: PathEntry, href: string): void {
  const { context, request } = propfindResponse;
  const { entry } = found;
  const { dms, actor } = context;
  const source: PropertySource = {
    entry,
    name: isMountRoot(found) ? actor.name : found.name,
    activeLocks: () =>
      propfindResponse.activeLocks(dms.locks.covering(actor, entry.id), { id: entry.id, href }),
    isFavourite: () => propfindResponse.favourites().has(entry.id),
    extended: extendedOf(propfindResponse, resourceOf(context, found)),
    quota: entry.kind === 'folder' ? quotaOf(propfindResponse, entry.id) : undefined,
  };
  const deadProperties = request.needsDeadProperties ? dms.properties.list(actor, entry.id) : NO_PROPERTIES;
  appendResource(propfindResponse, href, source, deadProperties);
}
