import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Located } from '../../core/browse/browse.ts';
import type { Dms } from '../../core/dms.ts';
import type { Logger } from '../../log.ts';
import type { UserActor } from '../../model/actor.ts';
import { DavError } from '../protocol/protocol.ts';
import type { IfHeader } from './if-header.ts';
import type { DavPath } from './paths.ts';

/** A request from its arrival on. Its context is there once the server knows who asks. */
export interface IncomingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: Logger;
  /** Address of the client. */
  readonly ip: string | null;
  context: RequestContext | undefined;
}

/** The request of a signed-in user, with all that a method needs to answer it. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly dms: Dms;
  /** With the lock tokens that the `If` header submits. */
  readonly actor: UserActor;
  readonly path: DavPath;
  readonly ifHeader: IfHeader | undefined;
  /** How clients outside reach the service, where the configuration says so. */
  readonly baseUrl: string | null;
  /** The clock: milliseconds UTC. */
  readonly now: () => number;
}

/** Answers one kind of request. The caller answers what it throws or rejects with. */
export type Method = (context: RequestContext) => void | Promise<void>;

/** What the path of the request leads to now; undefined where there is nothing that the user may read. */
export function locate({ dms, actor, path }: RequestContext): Located | undefined {
  return dms.tree.resolve(actor, path.segments);
}

/** As {@link locate}. @throws {DavError} 404 where there is nothing */
export function locateExisting(context: RequestContext): Located {
  const located = locate(context);
  if (located === undefined) throw new DavError(404, 'Not found.');
  return located;
}

/** The folder and name by which the client knows an entry. @throws {DavError} 403 for the mount root, which has none */
export function visibleName({ folderId, name }: Located): {
  readonly folderId: number;
  readonly name: string;
} {
  if (folderId === null) throw new DavError(403, 'The mount root cannot be changed.');
  return { folderId, name };
}
