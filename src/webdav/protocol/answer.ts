import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** The Content-Type of every XML response (RFC 4918 §8.2). */
export const XML_TYPE = 'application/xml; charset=utf-8';
/** The XML declaration, with which every XML response begins. */
export const XML_START = '<?xml version="1.0" encoding="utf-8"?>\n';

/**
 * Sends a complete response. The body is left out for 204, 304 and HEAD.
 * @param headers those with the value undefined are left out
 */
export function answer(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
  body: string | Buffer = '',
): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  if (status !== 204 && status !== 304) response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(status === 204 || status === 304 || response.req.method === 'HEAD' ? undefined : body);
}
