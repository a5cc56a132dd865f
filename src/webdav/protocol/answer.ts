import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** The Content-Type of all XML that is sent (RFC 4918 §8.2). */
export const XML_TYPE = 'application/xml; charset=utf-8';
/** What every XML document begins with. */
export const XML_START = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Sends a whole answer; 204 and 304 go without a body. */
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
