import { escapeText } from '../../http/content/escape.ts';
import type { DeadProperty } from '../../model/entries/entry.ts';
import {
  badRequest,
  DAV,
  davChild,
  elementsOf,
  emptyElement,
  FIXED_PREFIXES,
  isDav,
  keepParsed,
  type PropertyName,
  parseXml,
  propstat,
  type XmlElement,
} from '../protocol/protocol.ts';
import { isFavouriteName } from './favourite.ts';
import { ALLPROP_NAMES, liveProperty, type PropertySource } from './live-properties.ts';

/** Property that the client requests, prepared for use with many resources. */
interface RequestedProperty extends PropertyName {
  /** Undefined for a dead property. */
  readonly live: ((source: PropertySource) => string) | undefined;
  /** Prefix that the root element of the response declares for the namespace, if any. */
  readonly prefix: string | undefined;
  /** Empty element, for a resource that lacks the property. */
  readonly empty: string;
  /**
   * Start of the stored XML of a dead property that declares its namespace with the prefix that the root element of the
   * response also declares, and the same start without that declaration.
   */
  readonly opening: { readonly declared: string; readonly bare: string } | undefined;
}

/** Prefixes declared on the root element of the response, by namespace. */
type Prefixes = ReadonlyMap<string, string>;

/** Parsed PROPFIND body (RFC 4918 §14.20), prepared for use with many resources. */
export interface PropfindRequest {
  readonly kind: 'prop' | 'allprop' | 'propname';
  /** For `prop`, the properties that the client names; else the live properties of `allprop`. */
  readonly requested: readonly RequestedProperty[];
  /** For `allprop`, the additional properties that the client names in `DAV:include`. */
  readonly included: readonly RequestedProperty[];
  /** True if the response depends on dead properties; reading them takes a query. */
  readonly needsDeadProperties: boolean;
  /** True if the response contains quota properties. */
  readonly needsQuota: boolean;
  /** True if the response tells which entries are favourites of the user. */
  readonly needsFavourites: boolean;
  /** Namespace declarations for the root element of the response, as attributes with a leading space. */
  readonly declarations: string;
}

const NO_PREFIXES: Prefixes = new Map();

function requestedProperty(
  { namespace, name }: PropertyName,
  prefixes: Prefixes = NO_PREFIXES,
): RequestedProperty {
  const prefix = prefixes.get(namespace);
  const property = { namespace, name, prefix, live: liveProperty(namespace, name, prefix) };
  if (prefix === undefined) return { ...property, empty: emptyElement(property), opening: undefined };
  const bare = `<${prefix}:${name}`;
  return {
    ...property,
    empty: `${bare}/>`,
    opening: { declared: bare + declaration(namespace, prefix), bare },
  };
}

function declaration(namespace: string, prefix: string): string {
  return ` xmlns:${prefix}="${escapeText(namespace)}"`;
}

/**
 * Prefixes that the client uses for namespaces other than `DAV:`. The root element declares them once, which keeps the
 * response short. Windows requests four such properties for each member and rejects a response over 1,000,000 bytes;
 * declarations on each member would make folders of a thousand members unusable.
 */
function prefixesOf(elements: readonly XmlElement[]): Prefixes {
  const prefixes = new Map<string, string>();
  const taken = new Set(['', 'd', 'xml']);
  for (const { namespace, prefix: sent } of elements) {
    const prefix = FIXED_PREFIXES.get(namespace) ?? sent;
    if (namespace === DAV || taken.has(prefix) || prefixes.has(namespace)) continue;
    prefixes.set(namespace, prefix);
    taken.add(prefix);
  }
  return prefixes;
}

const ALLPROP: PropfindRequest = {
  kind: 'allprop',
  requested: ALLPROP_NAMES.map((name) => requestedProperty({ namespace: DAV, name })),
  included: [],
  needsDeadProperties: true,
  needsQuota: false,
  needsFavourites: false,
  declarations: '',
};
const PROPNAME: PropfindRequest = { ...ALLPROP, kind: 'propname' };

function isQuota({ namespace, name }: PropertyName): boolean {
  return namespace === DAV && name.startsWith('quota-');
}

/** Maximum number of properties in one request. Bounds the response size; no client needs more. */
const MAX_NAMES = 500;
/**
 * Maximum total length of their names and namespaces, in characters. The response repeats all of them for each member
 * that lacks the properties.
 */
const MAX_NAMES_LENGTH = 32 * 1024;

function parseNames(element: XmlElement): Pick<PropfindRequest, 'requested' | 'declarations'> {
  // Duplicates are dropped: each costs as much as the first, for each member.
  const elements = [
    ...new Map(elementsOf(element).map((one) => [`${one.namespace}\n${one.local}`, one])).values(),
  ];
  if (elements.length > MAX_NAMES)
    throw badRequest(`At most ${MAX_NAMES} properties are allowed in one request.`);
  const length = elements.reduce((sum, { namespace, local }) => sum + namespace.length + local.length, 0);
  if (length > MAX_NAMES_LENGTH)
    throw badRequest(
      `The names of the properties must not be longer than ${MAX_NAMES_LENGTH} characters together.`,
    );
  const prefixes = prefixesOf(elements);
  return {
    requested: elements.map(({ namespace, local }) =>
      requestedProperty({ namespace, name: local }, prefixes),
    ),
    declarations: [...prefixes].map((one) => declaration(...one)).join(''),
  };
}

/**
 * Request for the properties that a `DAV:prop` element names.
 * @throws {DavError} 400
 */
export function requestOf(prop: XmlElement): PropfindRequest {
  const { requested, declarations } = parseNames(prop);
  return {
    kind: 'prop',
    requested,
    declarations,
    included: [],
    needsDeadProperties: requested.some(({ live }) => live === undefined),
    needsQuota: requested.some(isQuota),
    needsFavourites: requested.some(isFavouriteName),
  };
}

function parseRoot(root: XmlElement): PropfindRequest {
  if (!isDav(root, 'propfind')) throw badRequest('The body must be a DAV:propfind element.');
  const prop = davChild(root, 'prop');
  const allprop = davChild(root, 'allprop');
  const propname = davChild(root, 'propname');
  if ([prop, allprop, propname].filter((one) => one !== undefined).length !== 1) {
    throw badRequest('DAV:propfind must contain exactly one of prop, allprop and propname.');
  }
  if (propname !== undefined) return PROPNAME;
  if (prop !== undefined) return requestOf(prop);
  const include = davChild(root, 'include');
  if (include === undefined) return ALLPROP;
  const { requested, declarations } = parseNames(include);
  const included = requested.filter(({ live, name }) => live === undefined || !ALLPROP_NAMES.includes(name));
  return {
    ...ALLPROP,
    included,
    needsQuota: included.some(isQuota),
    needsFavourites: included.some(isFavouriteName),
    declarations,
  };
}

/**
 * Parses a PROPFIND body. An empty body means `allprop` (RFC 4918 §9.1).
 * @throws {DavError} 400
 */
export const parsePropfind = keepParsed((text) => (text === '' ? ALLPROP : parseRoot(parseXml(text))));

/** Element of a requested dead property; an empty string if the resource does not have the property. */
function deadElement(deadProperties: readonly DeadProperty[], property: RequestedProperty): string {
  const { opening } = property;
  const xml = deadProperties.find((one) => isSameName(one, property))?.xml ?? '';
  if (opening === undefined || !xml.startsWith(opening.declared)) return xml;
  return opening.bare + xml.slice(opening.declared.length);
}

/** Element of a requested property; an empty string if the resource does not have it. */
function elementOf(
  property: RequestedProperty,
  source: PropertySource,
  deadProperties: readonly DeadProperty[],
): string {
  const extended = source.extended?.(property, property.prefix) ?? '';
  if (extended !== '') return extended;
  return property.live === undefined ? deadElement(deadProperties, property) : property.live(source);
}

function propResponse(
  request: PropfindRequest,
  source: PropertySource,
  deadProperties: readonly DeadProperty[],
  minimal: boolean,
): string {
  let found = '';
  let missing = '';
  for (const property of request.requested) {
    const element = elementOf(property, source, deadProperties);
    if (element === '') missing += property.empty;
    else found += element;
  }
  if (missing === '' || (minimal && found !== '')) return propstat(found, '200 OK');
  const notFound = propstat(missing, '404 Not Found');
  return found === '' ? notFound : propstat(found, '200 OK') + notFound;
}

/** False for a dead property with the name of a live one: an earlier release stored it. */
function isShown(property: PropertyName, { extended }: PropertySource): boolean {
  return !isFavouriteName(property) && (extended?.(property, undefined) ?? '') === '';
}

function isSameName(one: PropertyName, other: PropertyName): boolean {
  return one.name === other.name && one.namespace === other.namespace;
}

function allpropResponse(
  request: PropfindRequest,
  source: PropertySource,
  deadProperties: readonly DeadProperty[],
  minimal: boolean,
): string {
  let found = '';
  let missing = '';
  const dead = deadProperties.filter((property) => isShown(property, source));
  for (const property of request.requested) found += elementOf(property, source, dead);
  for (const property of dead) found += property.xml;
  for (const property of request.included) {
    const element = elementOf(property, source, dead);
    if (element === '') missing += property.empty;
    // `found` already has all dead properties.
    else if (!dead.some((one) => isSameName(one, property))) found += element;
  }
  const notFound = missing === '' || minimal ? '' : propstat(missing, '404 Not Found');
  return propstat(found, '200 OK') + notFound;
}

function propnameResponse(
  request: PropfindRequest,
  source: PropertySource,
  deadProperties: readonly DeadProperty[],
): string {
  let found = '';
  const dead = deadProperties.filter((property) => isShown(property, source));
  for (const property of request.requested)
    if (elementOf(property, source, dead) !== '') found += property.empty;
  for (const property of dead) found += emptyElement(property);
  return propstat(found, '200 OK');
}

/**
 * `DAV:propstat` elements of one resource.
 * @param deadProperties all dead properties of the resource; may be empty if the request does not need them
 * @param minimal omits missing properties (`Prefer: return=minimal`, RFC 8144 §2.1)
 */
export function propstatsOf(
  request: PropfindRequest,
  source: PropertySource,
  deadProperties: readonly DeadProperty[],
  minimal: boolean,
): string {
  if (request.kind === 'prop') return propResponse(request, source, deadProperties, minimal);
  return request.kind === 'allprop'
    ? allpropResponse(request, source, deadProperties, minimal)
    : propnameResponse(request, source, deadProperties);
}
