import type { ServerResponse } from 'node:http';
import { type PropfindRequest, parsePropfind } from '../webdav/properties/properties.ts';
import {
  beginMultistatus,
  DAV,
  DavError,
  emptyElement,
  FIXED_PREFIXES,
  type PropertyName,
  propstat,
} from '../webdav/protocol/protocol.ts';
import { type RequestContext, readDepth, readText } from '../webdav/request/request.ts';

/** Namespace of the properties of ownCloud. */
export const OWNCLOUD = 'http://owncloud.org/ns';
/** Namespace of the properties of Nextcloud. */
export const NEXTCLOUD = 'http://nextcloud.org/ns';
/** Content of `DAV:resourcetype` for a folder. */
export const COLLECTION = '<d:collection/>';

const DECLARATIONS = [...FIXED_PREFIXES]
  .map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`)
  .join('');

/**
 * Properties by namespace and local name: a function returns the content as XML; undefined if the resource does not have
 * the property.
 */
export type Properties<Resource> = Readonly<
  Record<string, ReadonlyMap<string, (resource: Resource) => string | undefined>>
>;

/** What a PROPFIND asks for. */
export interface Asked {
  readonly depth: '0' | '1';
  readonly properties: PropfindRequest;
}

/**
 * Reads a PROPFIND.
 * @throws {DavError} 400 | 403 (`Depth: infinity`, or no `Depth`) | 408 | 413
 * @throws {DmsError} unauthenticated | forbidden: the user lost access while the body arrived
 */
export async function readPropfind(context: RequestContext): Promise<Asked> {
  const depth = readDepth(context.request.headers) ?? 'infinity';
  if (depth === 'infinity')
    throw new DavError(403, 'Depth must be 0 or 1.', { precondition: 'propfind-finite-depth' });
  return { depth, properties: parsePropfind(await readText(context)) };
}

/** True if a request names a property. */
export function names({ requested }: PropfindRequest, namespace: string, name: string): boolean {
  return requested.some((one) => one.namespace === namespace && one.name === name);
}

/** A response to PROPFIND for resources that are no entries of the drive. They have no dead properties and no locks. */
export class Listing<Resource> {
  readonly #asked: PropfindRequest;
  readonly #body: ReturnType<typeof beginMultistatus>;
  readonly #properties: Properties<Resource>;

  constructor(response: ServerResponse, asked: PropfindRequest, properties: Properties<Resource>) {
    this.#asked = asked;
    this.#body = beginMultistatus(response, DECLARATIONS);
    this.#properties = properties;
  }

  /**
   * Appends a resource, and waits for a slow client.
   * @returns false if the client has disconnected
   */
  async append(href: string, resource: Resource): Promise<boolean> {
    this.#body.append(`<d:response><d:href>${href}</d:href>${this.#propstats(resource)}</d:response>`);
    if (this.#body.isFull) await this.#body.flush();
    return !this.#body.isClosed;
  }

  end(): void {
    if (!this.#body.isClosed) this.#body.end();
  }

  #propstats(resource: Resource): string {
    const { kind, included, requested } = this.#asked;
    let found = '';
    let missing = '';
    for (const name of [...requested, ...included]) {
      const content = this.#properties[name.namespace]?.get(name.name)?.(resource);
      if (content !== undefined) found += elementOf(name, kind === 'propname' ? '' : content);
      // `allprop` means the properties that the resource has.
      else if (kind === 'prop') missing += elementOf(name, '');
    }
    const notFound = missing === '' ? '' : propstat(missing, '404 Not Found');
    return found === '' && missing !== '' ? notFound : propstat(found, '200 OK') + notFound;
  }
}

function elementOf(property: PropertyName, content: string): string {
  const { namespace, name } = property;
  const prefix = namespace === DAV ? 'd' : FIXED_PREFIXES.get(namespace);
  if (prefix === undefined || content === '') return emptyElement(property);
  return `<${prefix}:${name}>${content}</${prefix}:${name}>`;
}
