import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { headerList } from '../../http/connections/head.ts';

/** Content-Type of every XML response (RFC 4918 §8.2). */
export const XML_TYPE = 'application/xml; charset=utf-8';
/** XML declaration at the start of every XML response. */
export const XML_START = '<?xml version="1.0" encoding="utf-8"?>\n';

/**
 * Sends a complete response, without a body for 204, 304 and HEAD.
 * @param headers undefined values are skipped
 */
export function sendResponse(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
  body: string | Buffer = '',
): void {
  const isEmpty = status === 204 || status === 304;
  const list = headerList(headers);
  if (!isEmpty) list.push('Content-Length', Buffer.byteLength(body));
  response.writeHead(status, list);
  response.end(isEmpty || response.req.method === 'HEAD' ? undefined : body);
}
