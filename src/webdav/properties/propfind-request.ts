import { LRUCache } from 'lru-cache';
import { escapeText } from '../../http/escape.ts';
import type { DeadProperty } from '../../model/entry.ts';
import {
  badRequest,
  DAV,
  davChild,
  elementsOf,
  emptyElement,
  isDav,
  type PropertyName,
  parseXml,
  propstat,
  type XmlElement,
} from '../protocol/protocol.ts';
import { ALL_LIVE, liveProperty, type View } from './live-properties.ts';

/** One property that was asked for by name. */
interface Wanted extends PropertyName {
  readonly live: ((view: View) => string) | undefined;
  /** As it is named when it is missing. */
  readonly empty: string;
  /** How a dead property begins that declares by itself what the whole answer declares already, and without that. */
  readonly opening: { readonly declared: string; readonly bare: string } | undefined;
}

/** Prefixes by the namespace that they stand for in the whole answer. */
type Prefixes = ReadonlyMap<string, string>;

/** What a PROPFIND asks (RFC 4918 §14.20), made ready to be answered for many resources. */
export interface PropfindRequest {
  readonly kind: 'prop' | 'allprop' | 'propname';
  /** For `prop` all that is asked for, else the live properties. */
  readonly wanted: readonly Wanted[];
  /** What is asked for by name beside `allprop`. */
  readonly included: readonly Wanted[];
  /** Whether any answer depends on dead properties, which cost a query. */
  readonly dead: boolean;
  /** Whether any answer tells the quota. */
  readonly quota: boolean;
  /** Namespaces to be declared once for the whole answer, as they stand in a tag. */
  readonly declarations: string;
}

const NO_PREFIXES: Prefixes = new Map();

function wantedOf({ namespace, name }: PropertyName, prefixes: Prefixes = NO_PREFIXES): Wanted {
  const wanted = { namespace, name, live: liveProperty(namespace, name) };
  const prefix = prefixes.get(namespace);
  if (prefix === undefined) return { ...wanted, empty: emptyElement(wanted), opening: undefined };
  const bare = `<${prefix}:${name}`;
  return {
    ...wanted,
    empty: `${bare}/>`,
    opening: { declared: bare + declaration(namespace, prefix), bare },
  };
}

function declaration(namespace: string, prefix: string): string {
  return ` xmlns:${prefix}="${escapeText(namespace)}"`;
}

/**
 * The client's own prefixes for what it asks of other namespaces: Windows asks four such properties of each of a
 * thousand members, and takes no more than a million bytes for an answer.
 */
function prefixesOf(elements: readonly XmlElement[]): Prefixes {
  const prefixes = new Map<string, string>();
  const taken = new Set(['', 'D', 'xml']);
  for (const { namespace, prefix } of elements) {
    if (namespace === DAV || taken.has(prefix) || prefixes.has(namespace)) continue;
    prefixes.set(namespace, prefix);
    taken.add(prefix);
  }
  return prefixes;
}

const EVERY_LIVE = ALL_LIVE.map((name) => wantedOf({ namespace: DAV, name }));
const ALLPROP: PropfindRequest = {
  kind: 'allprop',
  wanted: EVERY_LIVE,
  included: [],
  dead: true,
  quota: false,
  declarations: '',
};
const PROPNAME: PropfindRequest = { ...ALLPROP, kind: 'propname' };

function isQuota({ namespace, name }: PropertyName): boolean {
  return namespace === DAV && name.startsWith('quota-');
}

/** More names than any client has use for would only serve to blow up the answer. */
const MOST_NAMES = 500;

function namesIn(element: XmlElement): Pick<PropfindRequest, 'wanted' | 'declarations'> {
  const elements = elementsOf(element);
  if (elements.length > MOST_NAMES)
    throw badRequest(`At most ${MOST_NAMES} properties can be asked for at once.`);
  const prefixes = prefixesOf(elements);
  return {
    wanted: elements.map(({ namespace, local }) => wantedOf({ namespace, name: local }, prefixes)),
    declarations: [...prefixes].map((one) => declaration(...one)).join(''),
  };
}

function interpret(root: XmlElement): PropfindRequest {
  if (!isDav(root, 'propfind')) throw badRequest('The body is no DAV:propfind.');
  const prop = davChild(root, 'prop');
  const allprop = davChild(root, 'allprop');
  const propname = davChild(root, 'propname');
  if ([prop, allprop, propname].filter((one) => one !== undefined).length !== 1) {
    throw badRequest('DAV:propfind must hold one of prop, allprop and propname.');
  }
  if (propname !== undefined) return PROPNAME;
  if (prop !== undefined) {
    const { wanted, declarations } = namesIn(prop);
    return {
      kind: 'prop',
      wanted,
      declarations,
      included: [],
      dead: wanted.some(({ live }) => live === undefined),
      quota: wanted.some(isQuota),
    };
  }
  const include = davChild(root, 'include');
  if (include === undefined) return ALLPROP;
  const { wanted, declarations } = namesIn(include);
  const included = wanted.filter(({ live, name }) => live === undefined || !ALL_LIVE.includes(name));
  return { ...ALLPROP, included, quota: included.some(isQuota), declarations };
}

/** Clients send the same few bodies over and over, so the last ones are kept ready. */
const KEPT_LENGTH = 4096;
const known = new LRUCache<string, PropfindRequest>({ max: 100 });

/** What the body of a PROPFIND asks; none means `allprop` (RFC 4918 §9.1). @throws {Refusal} 400 */
export function parsePropfind(text: string): PropfindRequest {
  if (text === '') return ALLPROP;
  const ready = known.get(text);
  if (ready !== undefined) return ready;
  const request = interpret(parseXml(text));
  if (text.length <= KEPT_LENGTH) known.set(text, request);
  return request;
}

function findDead(dead: readonly DeadProperty[], { namespace, name, opening }: Wanted): string {
  const xml = dead.find((one) => one.name === name && one.namespace === namespace)?.xml ?? '';
  if (opening === undefined || !xml.startsWith(opening.declared)) return xml;
  return opening.bare + xml.slice(opening.declared.length);
}

function named(
  request: PropfindRequest,
  view: View,
  dead: readonly DeadProperty[],
  minimal: boolean,
): string {
  let found = '';
  let missing = '';
  for (const wanted of request.wanted) {
    const element = wanted.live === undefined ? findDead(dead, wanted) : wanted.live(view);
    if (element === '') missing += wanted.empty;
    else found += element;
  }
  if (missing === '' || (minimal && found !== '')) return propstat(found, '200 OK');
  const absent = propstat(missing, '404 Not Found');
  return found === '' ? absent : propstat(found, '200 OK') + absent;
}

function all(request: PropfindRequest, view: View, dead: readonly DeadProperty[], minimal: boolean): string {
  let found = '';
  let missing = '';
  for (const { live } of request.wanted) found += live?.(view) ?? '';
  for (const { xml } of dead) found += xml;
  for (const wanted of request.included) {
    const element = wanted.live === undefined ? findDead(dead, wanted) : wanted.live(view);
    if (element === '') missing += wanted.empty;
    else if (wanted.live !== undefined) found += element;
  }
  const absent = missing === '' || minimal ? '' : propstat(missing, '404 Not Found');
  return propstat(found, '200 OK') + absent;
}

function names(request: PropfindRequest, view: View, dead: readonly DeadProperty[]): string {
  let found = '';
  for (const { live, empty } of request.wanted) if ((live?.(view) ?? '') !== '') found += empty;
  for (const property of dead) found += emptyElement(property);
  return propstat(found, '200 OK');
}

/**
 * The `DAV:propstat` elements of one resource.
 * @param minimal leave out what is missing (RFC 8144 §2.1, `Prefer: return=minimal`)
 */
export function propstatsOf(
  request: PropfindRequest,
  view: View,
  dead: readonly DeadProperty[],
  minimal: boolean,
): string {
  if (request.kind === 'prop') return named(request, view, dead, minimal);
  return request.kind === 'allprop' ? all(request, view, dead, minimal) : names(request, view, dead);
}
