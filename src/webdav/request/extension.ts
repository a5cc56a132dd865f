import type { OutgoingHttpHeaders } from 'node:http';
import type { Member } from '../../core/browse/browse.ts';
import type { Document } from '../../model/entries/entry.ts';
import type { PropertyName } from '../protocol/protocol.ts';
import type { Mount } from './paths.ts';
import type { Method, RequestContext } from './request-context.ts';

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
  /**
   * Additional headers of the response to a request that has written an entry.
   * @param etag entity tag of a document; undefined for a folder
   */
  readonly writtenHeaders: (id: number, etag: string | undefined) => OutgoingHttpHeaders;
  /** Time of the last change of a document as its clients accept it, in milliseconds UTC. */
  readonly timeOf: (document: Document) => number;
  /** Additional headers of the response with the content of a document. */
  readonly contentHeaders: (document: Document) => Readonly<Record<string, string>>;
}

/** An address at which clients reach the drive, or a folder beside it. */
export interface DriveAddress {
  readonly mount: Mount;
  /** Login name in the address: it is the address of this user only. */
  readonly login?: string;
  readonly extension?: Extension;
  /** Methods by name; by default those of the drive. */
  readonly methods?: Readonly<Record<string, Method>>;
}
