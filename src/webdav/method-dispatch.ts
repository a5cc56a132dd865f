/*
 * The boundary to the package webdav-server (2.6.3, pinned exactly).
 *
 * What the package does for dms:
 * - It keeps the table of methods, and says how a method's name is spelled there and what answers unknown ones.
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
 * - The file system. The tree of the core is the only one, with its permissions, versions and trash. That of the
 *   package, in memory, stays empty.
 * - The context object for the request (`HTTPRequestContext`). The package makes one before it calls a method: it parses
 *   the URL, runs regular expressions over all headers, asks for a user and for the type of the resource, and sets
 *   headers. dms has done all of that, and would read nothing of it: it was a fourth of the cost of a small GET.
 *
 * Therefore the package sees neither URL, headers, body nor response of a request. It gets the name of the method.
 *
 * More in docs/build/webdav-clients.md. Tests: test/webdav/stock-crashes.test.ts,
 * test/webdav/stock-faults.test.ts.
 */
// Its second version alone: the entrance of the package loads the first one as well, which is another 80 modules.
import { type HTTPMethod, WebDAVServer } from 'webdav-server/lib/index.v2.js';
import type { IncomingRequest } from './request/request.ts';

/** Answers a request, successful or not. It throws nothing. */
export type Responder = (incoming: IncomingRequest) => void;

/** A method in the table of the package that answers requests as dms knows them. */
interface Method extends HTTPMethod {
  readonly respond: Responder;
}

function isOurs(method: HTTPMethod): method is Method {
  return 'respond' in method;
}

/** The package with a way to its table that needs no context. */
class DispatchServer extends WebDAVServer {
  /** The method with this name, in whatever case. */
  find(name: string): HTTPMethod {
    return this.methods[this.normalizeMethodName(name)] ?? this.unknownMethod;
  }
}

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
  const server = new DispatchServer();
  const method = (respond: Responder): Method => ({ respond });
  for (const [name, respond] of Object.entries(responders)) server.method(name, method(respond));
  server.onUnknownMethod(method(respondToUnknown));
  return (incoming) => {
    const found = server.find(incoming.request.method ?? '');
    if (!isOurs(found)) throw new Error('the package answers a method by itself');
    found.respond(incoming);
  };
}
