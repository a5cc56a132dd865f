import type { DeadProperty } from '../model/entry.ts';
import { ALL_LIVE, liveProperty, type View } from './live-properties.ts';
import { emptyElement, type PropertyName, propstat } from './multistatus.ts';
import { badRequest } from './refusal.ts';
import { DAV, davChild, elementsOf, isDav, parseXml, type XmlElement } from './xml.ts';

/** One property that was asked for by name. */
interface Wanted extends PropertyName {
  readonly live: ((view: View) => string) | undefined;
  /** As it is named when it is missing. */
  readonly empty: string;
}

/** What a PROPFIND asks (RFC 4918 §14.20), made ready to be answered for many resources. */
export interface PropfindRequest {
  readonly kind: 'prop' | 'allprop' | 'propname';
  /** For `prop` all that is asked for; for `allprop` the live properties and what `include` adds. */
  readonly wanted: readonly Wanted[];
  /** Whether any answer depends on dead properties, which cost a query. */
  readonly dead: boolean;
  /** Whether any answer tells the quota. */
  readonly quota: boolean;
}

function wantedOf({ namespace, name }: PropertyName): Wanted {
  return { namespace, name, live: liveProperty(namespace, name), empty: emptyElement({ namespace, name }) };
}

const EVERY_LIVE = ALL_LIVE.map((name) => wantedOf({ namespace: DAV, name }));
const ALLPROP: PropfindRequest = { kind: 'allprop', wanted: EVERY_LIVE, dead: true, quota: false };
const PROPNAME: PropfindRequest = { kind: 'propname', wanted: EVERY_LIVE, dead: true, quota: false };

function isQuota({ namespace, name }: PropertyName): boolean {
  return namespace === DAV && name.startsWith('quota-');
}

/** More names than any client has use for would only serve to blow up the answer. */
const MOST_NAMES = 500;

function namesIn(element: XmlElement): Wanted[] {
  const elements = elementsOf(element);
  if (elements.length > MOST_NAMES)
    throw badRequest(`At most ${MOST_NAMES} properties can be asked for at once.`);
  return elements.map(({ namespace, local }) => wantedOf({ namespace, name: local }));
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
    const wanted = namesIn(prop);
    return {
      kind: 'prop',
      wanted,
      dead: wanted.some(({ live }) => live === undefined),
      quota: wanted.some(isQuota),
    };
  }
  const include = davChild(root, 'include');
  const named = include === undefined ? [] : namesIn(include);
  const extra = named.filter(({ live, name }) => live !== undefined && !ALL_LIVE.includes(name));
  return { ...ALLPROP, wanted: [...EVERY_LIVE, ...extra], quota: extra.some(isQuota) };
}

/** Clients send the same few bodies over and over, so the last ones are kept ready. */
const KEPT = 100;
const KEPT_LENGTH = 4096;
const known = new Map<string, PropfindRequest>();

/** What the body of a PROPFIND asks; none means `allprop` (RFC 4918 §9.1). @throws {Refusal} 400 */
export function parsePropfind(text: string): PropfindRequest {
  if (text === '') return ALLPROP;
  const ready = known.get(text);
  if (ready !== undefined) return ready;
  const request = interpret(parseXml(text));
  if (text.length <= KEPT_LENGTH) {
    if (known.size === KEPT) known.clear();
    known.set(text, request);
  }
  return request;
}

function findDead(dead: readonly DeadProperty[], wanted: Wanted): string {
  return (
    dead.find(({ namespace, name }) => name === wanted.name && namespace === wanted.namespace)?.xml ?? ''
  );
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

function all(request: PropfindRequest, view: View, dead: readonly DeadProperty[]): string {
  let found = '';
  for (const { live } of request.wanted) found += live?.(view) ?? '';
  for (const { xml } of dead) found += xml;
  return propstat(found, '200 OK');
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
  return request.kind === 'allprop' ? all(request, view, dead) : names(request, view, dead);
}
