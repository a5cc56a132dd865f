import type { IncomingMessage } from 'node:http';
import { v2 } from 'webdav-server';
import type { IncomingRequest } from './request/request.ts';

/**
 * The resource tree of webdav-server. Its own methods, which would use one, are all replaced; the tree is the core's,
 * and what is asked of this one is the kind of a resource, for a header that is not sent.
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

/** All that the library needs to know of a request. */
type Outline = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * It runs regular expressions over all headers, five times, and parses the URL, which ends the process for some: both
 * are read by ours before. Without a depth it throws and catches.
 */
const NO_HEADERS = { depth: '0' };
const HARMLESS_URL = '/';

/**
 * What the library gets for the response. It puts headers on every answer that are not ours to send: all origins, its
 * own name, a second challenge.
 */
class ResponseStub {
  readonly visit: IncomingRequest;

  constructor(visit: IncomingRequest) {
    this.visit = visit;
  }

  setHeader(): void {}

  on(): void {}
}

/** webdav-server without what it would find out anew for each request, though it is always the same. */
class Server extends v2.WebDAVServer {
  /** As the library types it, its dispatch is `any`. */
  declare readonly executeRequest: (request: Outline, response: ResponseStub) => void;
  readonly #root = this.rootFileSystem();
  readonly #path = new v2.Path(HARMLESS_URL);
  readonly #nobody = super.createExternalContext();

  override getFileSystem(_path: v2.Path, callback: FileSystemCallback): void {
    callback(this.#root, this.#path, this.#path);
  }

  override createExternalContext(): v2.ExternalRequestContext {
    return this.#nobody;
  }

  /** Nothing is to be done before, and so nothing to be waited for. */
  override invokeBeforeRequest(_context: v2.HTTPRequestContext, callback: () => void): void {
    callback();
  }
}

type FileSystemCallback = Parameters<v2.WebDAVServer['getFileSystem']>[1];

/** Answers a request; it throws nothing. */
export type Responder = (visit: IncomingRequest) => void;

/**
 * webdav-server as the shell around our methods: it keeps the table of methods and makes the request's context.
 *
 * The library cannot answer anything but 401 and 500, and reads Basic wrongly, so that it is told who has been
 * authenticated, and never asked. Nobody is an administrator to it, which would open locks.
 *
 * @param methods by name, every one that the library knows
 * @param unknown answers all others
 */
export function createDispatch(methods: Readonly<Record<string, Responder>>, unknown: Responder): Responder {
  const settings = Object.assign(new v2.WebDAVServerOptions(), {
    rootFileSystem: new EmptyFileSystem(),
    httpAuthentication: {
      askForAuthentication: () => ({}),
      getUser(
        { response }: v2.HTTPRequestContext,
        callback: (error: Error | null, user?: v2.IUser) => void,
      ): void {
        const login = response instanceof ResponseStub ? response.visit.context?.actor.login : undefined;
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
      if (response instanceof ResponseStub) respond(response.visit);
    },
    // Asked for a header that is not sent.
    isValidFor: () => false,
  });
  for (const [name, respond] of Object.entries(methods)) server.method(name, chunkedBy(respond));
  server.onUnknownMethod(chunkedBy(unknown));
  return (visit) => {
    const { method } = visit.request;
    server.executeRequest({ method, url: HARMLESS_URL, headers: NO_HEADERS }, new ResponseStub(visit));
  };
}
