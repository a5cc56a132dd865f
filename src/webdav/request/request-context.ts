import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PathEntry, Source } from '../../core/browse/browse.ts';
import type { Dms } from '../../core/dms.ts';
import type { Logger } from '../../log.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { DavError } from '../protocol/protocol.ts';
import type { Extension } from './extension.ts';
import type { IfHeader } from './if-header.ts';
import type { DavPath, Mount } from './paths.ts';

/** Request before its method runs. */
export interface IncomingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: Logger;
  /** Client address. */
  readonly ip: string | null;
  readonly requestId: string;
  /** Undefined until the user is authenticated, and always for OPTIONS, which needs no user. */
  context: RequestContext | undefined;
}

/** Request of an authenticated user, with everything that a method needs. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly dms: Dms;
  /** User with the lock tokens that the `If` header submits. */
  readonly actor: UserActor;
  /** Where the client reaches the drive; all hrefs of the response begin with it. */
  readonly mount: Mount;
  /** What this address offers beyond RFC 4918; undefined for `/webdav`. */
  readonly extension: Extension | undefined;
  readonly path: DavPath;
  /** The resource, as the core names it: by the request path, or the id of the document at an edit address. */
  readonly source: Source;
  readonly ifHeader: IfHeader | undefined;
  /** `server.base_url` of the configuration; null if not set. */
  readonly baseUrl: string | null;
  /** Clock, in milliseconds UTC. */
  readonly now: () => number;
}

/** Handler of one HTTP method. The caller sends the error response if the handler throws or rejects. */
export type Method = (context: RequestContext) => void | Promise<void>;

/** Entry that the request names; undefined if there is none, or the user may not read it. */
export function locate({ dms, actor, source }: RequestContext): PathEntry | undefined {
  return dms.tree.locate(actor, source);
}

/**
 * Like {@link locate}, for methods that need an existing entry.
 * @throws {DavError} 404
 */
export function locateExisting(context: RequestContext): PathEntry {
  const located = locate(context);
  if (located === undefined) throw new DavError(404, 'Not found.');
  return located;
}
