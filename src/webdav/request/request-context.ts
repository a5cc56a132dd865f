import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Located } from '../../core/browse/tree.ts';
import type { Dms } from '../../core/dms.ts';
import type { UserActor } from '../../model/actor.ts';
import type { Entry } from '../../model/entry.ts';
import type { IfHeader } from './if-header.ts';
import type { DavPath } from './paths.ts';

/** One request of somebody signed in, with all that a method needs to answer it. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly dms: Dms;
  /** With the lock tokens that the `If` header submits. */
  readonly actor: UserActor;
  readonly path: DavPath;
  readonly ifHeader: IfHeader | undefined;
  /** How the service is reached from outside, where the configuration says so. */
  readonly baseUrl: string | null;
  /** The clock: milliseconds UTC. */
  readonly now: () => number;
}

/** Answers one kind of request. What it throws or rejects with is answered by the caller. */
export type Method = (exchange: RequestContext) => void | Promise<void>;

/** What a path leads to. */
export type Found = Located | 'mount_root' | undefined;

/** What the path of the request leads to at this moment. */
export function locate(exchange: RequestContext): Found {
  exchange.dms.catchUp();
  return exchange.dms.tree.resolve(exchange.actor, exchange.path.segments);
}

/** The entry behind what was found; the mount root is the user's home with more in it. */
export function entryOf(exchange: RequestContext, found: Located | 'mount_root'): Entry {
  return found === 'mount_root' ? exchange.dms.tree.folder(exchange.actor, 0) : found.entry;
}

/** True when what was found has members. */
export function isFolder(found: Located | 'mount_root'): boolean {
  return found === 'mount_root' || found.entry.kind === 'folder';
}

/** Sends a whole answer; 204 and 304 go without a body. */
export function answer(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
  body: string | Buffer = '',
): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  if (status !== 204 && status !== 304) response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(status === 204 || status === 304 || response.req.method === 'HEAD' ? undefined : body);
}

/** The Content-Type of all XML that is sent (RFC 4918 §8.2). */
export const XML_TYPE = 'application/xml; charset=utf-8';
/** What every XML document begins with. */
export const XML_START = '<?xml version="1.0" encoding="utf-8"?>\n';
