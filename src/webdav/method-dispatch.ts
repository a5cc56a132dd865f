/*
 * Adapter for the package webdav-server (2.6.3, pinned exactly).
 *
 * Used from the package:
 * - the method table: normalisation of method names, and the handler for unknown methods.
 *
 * Implemented by dms instead, and why:
 * - All 13 methods (src/webdav/methods/). The package's methods hold whole files in memory, treat every `If` condition
 *   as true, and send no ETag on GET, HEAD and PUT. They crash the process on some requests: an untagged `If` with a
 *   lock token, PROPPATCH with two `set` elements, MKCOL with `If`, a `Content-Length` of 9007199254740992.
 * - URL parsing (request/paths.ts). `GET /%E0%A4%A` without credentials crashes the package, and so does `%00`.
 * - Header parsing (request/headers.ts). The package ignores `Timeout`, treats a missing `Overwrite` as `F`, and walks
 *   the whole tree for a PROPFIND without `Depth`.
 * - Basic credentials and authentication (request/authentication.ts). The package cuts passwords at `:`, fails on
 *   base64 with `+` or `/`, and accepts the logins `constructor`, `__proto__` and `toString`. It can reject with 401 or
 *   500 only; dms also needs 403 and 429.
 * - Locks (src/core/locks/). The package ties locks to users instead of lock tokens.
 * - The file system. The core's tree, with its permissions, versions and trash, is the only one. The package's
 *   in-memory file system stays empty.
 * - The request context (`HTTPRequestContext`). The package creates one before each method call: it parses the URL,
 *   runs regular expressions over all headers, looks up the user and the resource type, and sets headers. dms does all
 *   of that itself and does not use the result, which took a quarter of the time of a small GET.
 *
 * Therefore the package receives the method name only: no URL, headers, body or response.
 *
 * More in docs/build/webdav-clients.md. Tests: test/webdav/hostile/stock-crashes.test.ts, test/webdav/hostile/stock-faults.test.ts.
 */
// Version 2 only: the main entry point also loads version 1, another 80 modules.
import { type HTTPMethod, WebDAVServer } from 'webdav-server/lib/index.v2.js';
import type { IncomingRequest } from './request/request.ts';

/** Responds to a request, successful or not. Never throws. */
export type Responder = (incoming: IncomingRequest) => void;

/** Entry of the package's method table that responds to dms requests. */
interface Method extends HTTPMethod {
  readonly respond: Responder;
}

function isOurs(method: HTTPMethod): method is Method {
  return 'respond' in method;
}

/** Package server with access to its method table without a request context. */
class DispatchServer extends WebDAVServer {
  /** Method with this name, case-insensitive; the handler for unknown methods if there is none. */
  find(name: string): HTTPMethod {
    return this.methods[this.normalizeMethodName(name)] ?? this.unknownMethod;
  }
}

/**
 * Creates the dispatcher: a function that passes each request to the responder for its method. Method names are
 * case-insensitive.
 * @param responders by method name, one for each of the package's 13 methods
 * @param respondToUnknown responder for all other methods
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
