import {
  isInHistory,
  Mount,
  type RequestContext,
  readDestination,
  refuseHistory,
} from '../../webdav/request/request.ts';

/** A path below the files of a user: the login as the client has encoded it. */
const FILES = /^(?:https?:\/\/[^/?#]+)?(\/remote\.php\/dav\/files\/([^/?#]+))(?=[/?#]|$)/i;

/**
 * The request with its `Destination` as the path: conditions then apply to the document that is written.
 * @throws {DavError} 400 if `Destination` is missing or malformed; 403 in the drive at earlier times; 502 if it is not
 * below the files of the user
 */
export function atDestination(context: RequestContext): RequestContext {
  const mount = filesMount(context);
  const path = readDestination(context.request.headers, { baseUrl: context.baseUrl, mount });
  if (isInHistory(context, path)) refuseHistory();
  return { ...context, mount, path, source: { path: path.segments } };
}

/**
 * Names of the `Destination`, from the mount root downwards. Undefined if it is missing or not usable: only the MOVE needs
 * it.
 */
export function announcedDestination(context: RequestContext): readonly string[] | undefined {
  if (context.request.headers['destination'] === undefined) return undefined;
  try {
    const { segments } = atDestination(context).path;
    return segments.length > 0 ? segments : undefined;
  } catch {
    return undefined;
  }
}

/** Clients encode the login in the `Destination` and in the URL of the request in different ways. */
function filesMount({ actor, request }: RequestContext): Mount {
  const text = request.headers['destination'];
  const [, path, login] = (typeof text === 'string' ? FILES.exec(text.trim()) : null) ?? [];
  if (path !== undefined && login !== undefined && decoded(login) === actor.login.toLowerCase())
    return new Mount(path);
  return new Mount(`/remote.php/dav/files/${encodeURIComponent(actor.login)}`);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return undefined;
  }
}
