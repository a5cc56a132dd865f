/*
 * The boundary to the package webdav-server (2.6.3, pinned exactly).
 *
 * What the package does for dms:
 * - It keeps the table of methods and dispatches a request to the method with its name.
 * - It creates its own context object for the request (`HTTPRequestContext`).
 * - It calls the authentication hook (`getUser`). The hook returns the user that dms has already
 *   authenticated.
 *
 * What dms does instead of the package, and why:
 * - All 13 methods (src/webdav/methods/). Those of the package hold whole files in memory, treat every `If`
 *   condition as true, send no ETag on GET, HEAD and PUT, and end the process on some requests: an untagged
 *   `If` with a lock token, PROPPATCH with two `set` elements, MKCOL with `If`, a `Content-Length` of
 *   9007199254740992.
 * - Parsing of URLs (request/paths.ts). `GET /%E0%A4%A` without credentials ends the process, and so does
 *   `%00`.
 * - Parsing of headers (request/headers.ts). The package ignores `Timeout`, takes a missing `Overwrite` for
 *   `F`, and walks the whole tree for a PROPFIND without `Depth`.
 * - Parsing of Basic credentials, and authentication (request/authentication.ts). The package cuts passwords
 *   at `:`, fails on base64 with `+` or `/`, and accepts the logins `constructor`, `__proto__` and
 *   `toString`. It can refuse with 401 or 500 only, and dms also needs 403 and 429.
 * - Locks (src/core/locks/). Locks of the package belong to users instead of lock tokens.
 * - The file system. The tree of the core is the only one, with its permissions, versions and trash. The
 *   package requires a file system object, so it gets an empty one.
 *
 * Therefore the package sees neither URL, headers, body nor response of a request. It gets the method name,
 * constants for the URL and the headers, and a stub for the response.
 *
 * More in docs/webdav-clients.md. Tests: test/webdav/stock-crashes.test.ts,
 * test/webdav/stock-faults.test.ts.
 */
import type { IncomingMessage } from 'node:http';
import { parse as parseUrl } from 'node:url';
import { v2 } from 'webdav-server';
import type { IncomingRequest } from './request/request.ts';

/**
 * The file system that the package requires. The package only asks for the type of `/`, to build an `Allow`
 * header.
 */
class EmptyFileSystem extends v2.FileSystem {
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

/** The properties of a request that the package reads. */
type DispatchRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * Constants in place of the client's headers and URL, both of which dms has parsed before. The package would
 * run regular expressions over all headers, five times, and parse the URL, which ends the process for some
 * URLs. `depth` is there because the package throws and catches an exception without it.
 */
const CONSTANT_HEADERS = { depth: '0' };
const CONSTANT_URL = '/';

/**
 * What the package gets instead of the response. It drops the headers that the package sets on every
 * response: `Access-Control-Allow-Origin: *`, a `Server` header, and a second `WWW-Authenticate`.
 */
class ResponseStub {
  readonly incoming: IncomingRequest;

  constructor(incoming: IncomingRequest) {
    this.incoming = incoming;
  }

  setHeader(): void {}

  on(): void {}
}

/**
 * Node.js warns once of `url.parse`, unless a package calls it. To find that out, it would look through the call
 * stack for each request that the package handles, a quarter of the cost of a small GET. After a first, unseen
 * warning it does not look again.
 */
function endUrlParseWarnings(): void {
  const isSilent = process.noDeprecation === true;
  process.noDeprecation = true;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the package uses it
  parseUrl(CONSTANT_URL);
  process.noDeprecation = isSilent;
}

/** webdav-server with constants for what it would compute again for each request with the same result. */
class DispatchServer extends v2.WebDAVServer {
  /** The package declares this as `any`. */
  declare readonly executeRequest: (request: DispatchRequest, response: ResponseStub) => void;
  readonly #root = this.rootFileSystem();
  readonly #path = new v2.Path(CONSTANT_URL);
  readonly #externalContext = super.createExternalContext();

  override getFileSystem(_path: v2.Path, callback: FileSystemCallback): void {
    callback(this.#root, this.#path, this.#path);
  }

  override createExternalContext(): v2.ExternalRequestContext {
    return this.#externalContext;
  }

  /** No `beforeRequest` listener is registered, so the method can run at once. */
  override invokeBeforeRequest(_context: v2.HTTPRequestContext, callback: () => void): void {
    callback();
  }
}

type FileSystemCallback = Parameters<v2.WebDAVServer['getFileSystem']>[1];

/** Answers a request, successful or not. It throws nothing. */
export type Responder = (incoming: IncomingRequest) => void;

/**
 * Creates the dispatch: a function that passes each request to the responder for its method. Method names
 * are compared without regard to case.
 * @param responders by method name, one for each of the package's 13 methods
 * @param respondToUnknown answers requests with any other method
 */
export function createDispatch(
  responders: Readonly<Record<string, Responder>>,
  respondToUnknown: Responder,
): Responder {
  endUrlParseWarnings();
  const settings = Object.assign(new v2.WebDAVServerOptions(), {
    rootFileSystem: new EmptyFileSystem(),
    httpAuthentication: {
      askForAuthentication: () => ({}),
      getUser(
        { response }: v2.HTTPRequestContext,
        callback: (error: Error | null, user?: v2.IUser) => void,
      ): void {
        const login = response instanceof ResponseStub ? response.incoming.context?.actor.login : undefined;
        if (login === undefined) callback(v2.Errors.MissingAuthorisationHeader);
        // Never with `isAdministrator`: for the package's administrators it skips privileges and locks.
        else callback(null, { uid: login, username: login });
      },
    },
    serverName: 'dms',
    version: '0',
    respondWithPaths: true,
  });
  const server = new DispatchServer(settings);
  const chunkedMethod = (respond: Responder): v2.HTTPMethod => ({
    // Never `unchunked`: for it the package allocates Content-Length bytes at once and drops chunked bodies.
    chunked: ({ response }) => {
      if (response instanceof ResponseStub) respond(response.incoming);
    },
    // The package asks this to build an `Allow` header, which the stub drops.
    isValidFor: () => false,
  });
  for (const [name, respond] of Object.entries(responders)) server.method(name, chunkedMethod(respond));
  server.onUnknownMethod(chunkedMethod(respondToUnknown));
  return (incoming) => {
    const { method } = incoming.request;
    const request = { method, url: CONSTANT_URL, headers: CONSTANT_HEADERS };
    server.executeRequest(request, new ResponseStub(incoming));
  };
}
