import type { ServerResponse } from 'node:http';
import { escapeText } from '../../http/content/escape.ts';
import { sendResponse, XML_START, XML_TYPE } from './response.ts';
import { StreamedBody } from './streamed-body.ts';
import { DAV, XML_NAMESPACE } from './xml.ts';

const MULTISTATUS_END = '</d:multistatus>';
const MULTISTATUS = { status: 207, headers: { 'Content-Type': XML_TYPE } };

/** Property name. */
export interface PropertyName {
  readonly namespace: string;
  /** Local name. */
  readonly name: string;
}

/** Prefixes in responses, whatever the client uses: the iOS apps of Nextcloud and ownCloud compare names with prefixes. */
export const FIXED_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://owncloud.org/ns', 'oc'],
  ['http://nextcloud.org/ns', 'nc'],
]);

/**
 * Empty element with this name, valid anywhere inside `DAV:multistatus`. `DAV:` has the one-letter prefix `d`; any
 * other namespace is declared on the element.
 */
export function emptyElement({ namespace, name }: PropertyName): string {
  if (namespace === DAV) return `<d:${name}/>`;
  if (namespace === XML_NAMESPACE) return `<xml:${name}/>`;
  const prefix = FIXED_PREFIXES.get(namespace) ?? 'x';
  return namespace === '' ? `<${name}/>` : `<${prefix}:${name} xmlns:${prefix}="${escapeText(namespace)}"/>`;
}

/**
 * `DAV:propstat`: the properties of one resource that have the same status (RFC 4918 §14.22).
 * @param properties property elements as XML
 * @param status status code and reason phrase, e.g. `200 OK`
 * @param error `DAV:error` element as XML, or empty
 */
export function propstat(properties: string, status: string, error = ''): string {
  const statusElement = `<d:status>HTTP/1.1 ${status}</d:status>`;
  return `<d:propstat><d:prop>${properties}</d:prop>${statusElement}${error}</d:propstat>`;
}

/**
 * Begins a 207 Multi-Status response (RFC 4918 §13). The caller appends `DAV:response` elements.
 * @param declarations namespace declarations in addition to `d`, as attributes with a leading space
 */
export function beginMultistatus(response: ServerResponse, declarations = ''): StreamedBody {
  const start = `${XML_START}<d:multistatus xmlns:d="DAV:"${declarations}>`;
  return new StreamedBody(response, start, MULTISTATUS_END, MULTISTATUS);
}

/** Sends a cached multistatus body. */
export function sendMultistatus(response: ServerResponse, body: Buffer): void {
  sendResponse(response, MULTISTATUS.status, MULTISTATUS.headers, body);
}
