import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { closeAfterUnreadBody } from './request-body.ts';

/** Alternating names and values, as accepted by `writeHead`. */
export type HeaderList = readonly OutgoingHttpHeader[];

const COMMON = Symbol('headers that are not set, and go out with the head');

const SEND = Symbol('writeHead of Node.js');

interface Prepared extends ServerResponse {
  [COMMON]?: HeaderList;
  [SEND]?: ServerResponse['writeHead'];
}

/**
 * Replaces `writeHead` of a response, which Node.js and Express call too, and adds these headers to the head. A header
 * of the same name that was set on the response before takes precedence. A list passed to `writeHead` must not repeat
 * any of these headers, nor contain a header twice: the header would be sent twice (test/http/connections/whole-heads.test.ts
 * checks all interfaces). If the request body has not arrived by then, the connection ends after the response.
 *
 * The headers are not set individually: for a head of nine headers, Node.js takes 4 microseconds less if `writeHead`
 * receives all of them. That is a third of its time for a small response.
 */
export function prepareHead(response: ServerResponse, headers: HeaderList): void {
  const prepared: Prepared = response;
  prepared[COMMON] = headers;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the response
  prepared[SEND] = response.writeHead;
  // Express replaces the prototype of a response, but leaves its own properties.
  prepared.writeHead = writeHead;
}

/** Adds a header to those of {@link prepareHead}; sets the header if the head is not prepared. */
export function addToHead(response: ServerResponse, name: string, value: string): void {
  const prepared: Prepared = response;
  const common = prepared[COMMON];
  if (common === undefined) response.setHeader(name, value);
  else prepared[COMMON] = [...common, name, value];
}

/** Converts a headers object to a list, without undefined values. */
export function headerList(
  headers: Readonly<Record<string, OutgoingHttpHeader | undefined>>,
): OutgoingHttpHeader[] {
  const list: OutgoingHttpHeader[] = [];
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) list.push(name, value);
  return list;
}

function isList(headers: unknown): headers is HeaderList {
  return Array.isArray(headers);
}

function writeHead(this: Prepared, status: number, ...others: unknown[]): ServerResponse {
  closeAfterUnreadBody(this.req, this);
  try {
    return sendHead(this, status, others);
  } catch (error) {
    // Node.js has already stored the reason phrase of this status, and would send it with the status of the error
    // response.
    this.statusMessage = '';
    throw error;
  }
}

function sendHead(response: Prepared, status: number, others: readonly unknown[]): ServerResponse {
  const { [COMMON]: common = [], [SEND]: send } = response;
  if (send === undefined) throw new Error('the head of this response was not prepared');
  const [headers] = others;
  // Fast path: no headers are set, so Node.js writes the list unchanged.
  if (isList(headers) && response.getHeaderNames().length === 0)
    return send.call(response, status, [...common, ...headers]);
  for (let index = 0; index < common.length; index += 2) {
    const name = String(common[index]);
    if (!response.hasHeader(name)) response.setHeader(name, common[index + 1] ?? '');
  }
  Reflect.apply(send, response, [status, ...others]);
  return response;
}
