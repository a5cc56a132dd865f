import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeText } from '../../http/content/escape.ts';
import { sendResponse, XML_START, XML_TYPE } from '../../webdav/protocol/protocol.ts';
import { queryOf } from '../sync-context.ts';

/** Data of an OCS response. Names are those of XML elements. */
export type OcsData = string | number | boolean | readonly OcsData[] | { readonly [name: string]: OcsData };

/** Response of OCS before its format and version are known. */
export interface OcsResponse {
  /** HTTP status. */
  readonly status: number;
  readonly message: string;
  readonly data: OcsData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Version of OCS in the path: the codes in the body differ. */
export type OcsVersion = 1 | 2;

/** Codes of version 1 that are not the HTTP status. */
const CODES_OF_VERSION_1: ReadonlyMap<number, number> = new Map([
  [200, 100],
  [401, 997],
  [404, 998],
]);

function xmlOf(data: OcsData): string {
  if (typeof data === 'string') return escapeText(data);
  if (typeof data === 'number') return String(data);
  if (typeof data === 'boolean') return data ? '1' : '';
  if (isList(data)) return data.map((item) => elementOf('element', item)).join('');
  return Object.entries(data)
    .map(([name, value]) => elementOf(name, value))
    .join('');
}

function isList(data: OcsData): data is readonly OcsData[] {
  return Array.isArray(data);
}

function elementOf(name: string, data: OcsData): string {
  const content = xmlOf(data);
  return content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`;
}

/** True if the client asks for JSON, by the query or else by `Accept`. XML is the default of OCS. */
function wantsJson(request: IncomingMessage): boolean {
  const format = queryOf(request).get('format');
  return format === null ? request.headers.accept?.includes('application/json') === true : format === 'json';
}

/**
 * Sends an OCS response: `meta` with the outcome, and the data. The HTTP status is the same for both versions.
 * @param version that of the path
 */
export function sendOcs(response: ServerResponse, version: OcsVersion, outcome: OcsResponse): void {
  const { status, message, data, headers = {} } = outcome;
  const statuscode = version === 1 ? (CODES_OF_VERSION_1.get(status) ?? status) : status;
  const meta = { status: status === 200 ? 'ok' : 'failure', statuscode, message };
  const isJson = wantsJson(response.req);
  const body = isJson
    ? JSON.stringify({ ocs: { meta, data } })
    : XML_START + elementOf('ocs', { meta, data });
  const type = isJson ? 'application/json; charset=utf-8' : XML_TYPE;
  sendResponse(response, status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers }, body);
}
