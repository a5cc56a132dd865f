import { DavError } from '../webdav/protocol/protocol.ts';
import { type DavPath, Mount, type RequestContext, readDestination } from '../webdav/request/request.ts';

/**
 * Folder of a collection that is always empty: what a client moves into it is restored. The name in it is up to the
 * client.
 */
export const RESTORE = 'restore';

/** A path below a collection of a user: the login as the client has encoded it. */
const COLLECTION = /^(?:https?:\/\/[^/?#]+)?(\/remote\.php\/dav\/(\w+)\/([^/?#]+))(?=[/?#]|$)/i;

/**
 * The `Destination` of a request, which must be below a collection of the user.
 * @param collection its name in the URL
 * @throws {DavError} 400 if the header is missing or malformed; 502 if it is elsewhere
 */
export function destinationIn(
  context: RequestContext,
  collection: string,
): { readonly mount: Mount; readonly path: DavPath } {
  const { baseUrl, request } = context;
  const mount = mountOf(context, collection);
  return { mount, path: readDestination(request.headers, { baseUrl, mount }) };
}

/** @throws {DavError} 400 | 502 as {@link destinationIn}; 403 if the `Destination` is not in the folder {@link RESTORE} */
export function requireRestore(context: RequestContext, collection: string): void {
  const { segments } = destinationIn(context, collection).path;
  if (segments.length !== 2 || segments[0] !== RESTORE)
    throw new DavError(403, 'The destination must be in the folder "restore".');
}

/** Clients encode the login in the `Destination` and in the URL of the request in different ways. */
function mountOf({ actor, request }: RequestContext, collection: string): Mount {
  const text = request.headers['destination'];
  const [, path, name, login] = (typeof text === 'string' ? COLLECTION.exec(text.trim()) : null) ?? [];
  const isOwn = login !== undefined && decoded(login) === actor.login.toLowerCase();
  if (path !== undefined && name === collection && isOwn) return new Mount(path);
  return new Mount(`/remote.php/dav/${collection}/${encodeURIComponent(actor.login)}`);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return undefined;
  }
}
