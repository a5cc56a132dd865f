import type { IncomingMessage, ServerResponse } from 'node:http';
import { v2 } from 'webdav-server';

/**
 * The resource tree of webdav-server. Its own methods, which would use one, are all replaced; the tree is the core's,
 * and what is asked of this one is the kind of a resource, for a header that is not sent.
 */
class ThinFileSystem extends v2.FileSystem {
  constructor() {
    super({
      uid: () => 'dms',
      serialize: (_fileSystem, callback) => callback(v2.Errors.InvalidOperation),
      unserialize: (_data, callback) => callback(v2.Errors.InvalidOperation),
    });
    this.doNotSerialize();
  }

  override type(
    _context: v2.RequestContext,
    _path: v2.Path | string,
    callback: v2.ReturnCallback<v2.ResourceType>,
  ): void {
    callback(undefined, v2.ResourceType.Directory);
  }

  override _type(_path: v2.Path, _info: v2.TypeInfo, callback: v2.ReturnCallback<v2.ResourceType>): void {
    callback(undefined, v2.ResourceType.Directory);
  }

  override _lockManager(
    _path: v2.Path,
    _info: v2.LockManagerInfo,
    callback: v2.ReturnCallback<v2.ILockManager>,
  ): void {
    callback(v2.Errors.InvalidOperation);
  }

  override _propertyManager(
    _path: v2.Path,
    _info: v2.PropertyManagerInfo,
    callback: v2.ReturnCallback<v2.IPropertyManager>,
  ): void {
    callback(v2.Errors.InvalidOperation);
  }
}

/** What the library puts on every answer: all origins, its own name, a second challenge. None of it is ours. */
const NOT_OURS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Access-Control-Expose-Headers',
  'Allow',
  'DAV',
  'MS-Author-Via',
  'Server',
];

/** All that the library needs to know of a request. */
type Outline = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * It runs regular expressions over all headers, five times, and parses the URL, which ends the process for some: both
 * are read by ours before. Without the two headers it throws and catches.
 */
const NO_HEADERS = { depth: '0', 'content-length': '0' };
const HARMLESS_URL = '/webdav';

/** As the library types it, its dispatch is `any`. */
class Server extends v2.WebDAVServer {
  declare readonly executeRequest: (request: Outline, response: ServerResponse) => void;
}

/** Answers a request; it throws nothing. */
export type Responder = (response: ServerResponse) => void;

/**
 * webdav-server as the shell around our methods: it keeps the table of methods and makes the request's context.
 *
 * @param methods by name, every one that the library knows
 * @param unknown answers all others
 * @param loginOf who has been authenticated for this response: the library cannot answer anything but 401 and 500, and
 * reads Basic wrongly, so that it is told, and never asked. Nobody is an administrator to it, which would open locks
 */
export function createShell(
  methods: Readonly<Record<string, Responder>>,
  unknown: Responder,
  loginOf: (response: ServerResponse) => string | undefined,
): (method: string | undefined, response: ServerResponse) => void {
  const settings = Object.assign(new v2.WebDAVServerOptions(), {
    rootFileSystem: new ThinFileSystem(),
    httpAuthentication: {
      askForAuthentication: () => ({}),
      getUser(
        { response }: v2.HTTPRequestContext,
        callback: (error: Error | null, user?: v2.IUser) => void,
      ): void {
        const login = loginOf(response);
        if (login === undefined) callback(v2.Errors.MissingAuthorisationHeader);
        else callback(null, { uid: login, username: login });
      },
    },
    serverName: 'dms',
    version: '0',
    respondWithPaths: true,
  });
  const server = new Server(settings);
  const chunkedBy = (respond: Responder): v2.HTTPMethod => ({
    // Always chunked: the other way allocates Content-Length bytes at once.
    chunked: ({ response }) => {
      for (const name of NOT_OURS) response.removeHeader(name);
      respond(response);
    },
    isValidFor: () => true,
  });
  for (const [name, respond] of Object.entries(methods)) server.method(name, chunkedBy(respond));
  server.onUnknownMethod(chunkedBy(unknown));
  return (method, response) => {
    server.executeRequest({ method, url: HARMLESS_URL, headers: NO_HEADERS }, response);
  };
}
