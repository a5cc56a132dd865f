import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Member, PathEntry, Source } from '../../core/browse/browse.ts';
import type { Dms } from '../../core/dms.ts';
import type { WriteOptions } from '../../core/entries/entries.ts';
import type { Logger } from '../../log.ts';
import type { Document } from '../../model/entries/entry.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { DavError, type PropertyName } from '../protocol/protocol.ts';
import type { IfHeader } from './if-header.ts';
import type { DavPath, Mount } from './paths.ts';

/** A resource whose properties are requested. */
export interface Resource extends Member {
  /** Whether it is the mount root of the user, a member of it, or neither. */
  readonly place: 'mount_root' | 'at_mount_root' | 'beneath';
}

/** Live properties beyond those of RFC 4918, for one response. */
export interface ExtendedProperties {
  /** Reads what the properties of these resources need. Called before they are formatted. */
  readonly prepare: (resources: readonly Resource[]) => Promise<void>;
  /**
   * Element of a property; an empty string if the resource does not have it, or the extension does not know it.
   * @param prefix prefix that the response declares for the namespace, if any
   */
  readonly element: (resource: Resource, name: PropertyName, prefix: string | undefined) => string;
}

/** What an address of the drive offers beyond RFC 4918. */
export interface Extension {
  /**
   * Properties for one response.
   * @param names the properties that the client requests
   */
  readonly properties: (
    context: RequestContext,
    names: readonly PropertyName[],
  ) => Promise<ExtendedProperties>;
  /** True for a property of the extension, which clients must not change. */
  readonly isLive: (name: PropertyName) => boolean;
  /** Responds to a GET of a document with something else than its content. False: it did not. */
  readonly respondInstead: (context: RequestContext, document: Document) => boolean;
  /**
   * Additional headers of the response to a request that has written an entry.
   * @param etag entity tag of a document; undefined for a folder
   */
  readonly writtenHeaders: (id: number, etag: string | undefined) => OutgoingHttpHeaders;
  /** Options of the core for COPY, DELETE and MOVE. */
  readonly writeOptions: Pick<WriteOptions, 'isOwnView'>;
  /** Time of the last change of a document as its clients accept it, in milliseconds UTC. */
  readonly timeOf: (document: Pick<Document, 'modifiedAt'>) => number;
  /** Additional headers of the response with the content of a document. */
  readonly contentHeaders: (document: Document) => Readonly<Record<string, string>>;
}

/** REPORT, and the properties that belong to it (RFC 6578). */
export interface Reports {
  readonly respond: Method;
  /** Adds the properties of REPORT to those of the address, if the client requests one. */
  readonly properties: (
    context: RequestContext,
    names: readonly PropertyName[],
    ofAddress: ExtendedProperties | undefined,
  ) => Promise<ExtendedProperties | undefined>;
}

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
  /** Where the client reaches the drive, or a folder beside it; all hrefs of the response begin with it. */
  readonly mount: Mount;
  /** False for a folder beside the drive: its paths name no entries. */
  readonly isDrive: boolean;
  /** What this address offers beyond RFC 4918; undefined for `/webdav`. */
  readonly extension: Extension | undefined;
  /** REPORT and its properties; undefined: the drive has none. */
  readonly reports: Reports | undefined;
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
