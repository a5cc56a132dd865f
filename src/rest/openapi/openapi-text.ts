import { SESSION_COOKIE } from '../http/http.ts';
import type { Header } from './openapi-types.ts';

/** What holds for the whole interface. */
export const ABOUT = `Success is 200, or 201 where something was created, with \`data\`; lists have \`meta\` as well.
Every refusal has a \`message\`, and with 422 \`errors\` by field. Times are ISO 8601, UTC, with milliseconds.

Send a personal access token with each request, or sign in for a session cookie. A token needs the scope \`read\` to read,
\`write\` to change, and \`admin\` (an administrator's) for users; none includes another. What the caller may not read does not exist for
him: 404. HEAD is answered wherever GET is. A request with a session cookie that changes something must come from the
pages of the service itself.

New fields, parameters and operations may come at any time; clients ignore fields that they do not know. What is going to be
removed is deprecated first, and says so by \`Deprecation\` and \`Sunset\`.`;

const integer = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

/** Headers of answers. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Names the request; the log has it too.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': { description: 'Requests a minute; absent where there is no limit.', schema: integer },
  'X-RateLimit-Remaining': { description: 'Requests left.', schema: integer },
  'X-RateLimit-Reset': { description: 'Unix time in seconds at which the minute ends.', schema: integer },
  'Retry-After': { description: 'Seconds after which it is worth trying again.', schema: integer },
  'WWW-Authenticate': { description: 'RFC 9110 §11.6.1.', schema: text },
  'Content-Range': { description: 'RFC 9110 §14.4.', schema: text },
  ETag: { description: 'Strong; changes with the content.', schema: text },
  'Last-Modified': { description: 'RFC 9110 §8.8.2.', schema: text },
  'Content-Disposition': { description: 'With the file name (RFC 6266).', schema: text },
  Deprecation: { description: 'Since when it is deprecated (RFC 9745).', schema: text },
  Sunset: { description: 'When it will be gone (RFC 8594).', schema: text },
} as const satisfies Record<string, Header>;
export type HeaderName = keyof typeof HEADERS;

/** Statuses of refusals: their names among the components, what they mean, and their headers beyond the common ones. */
export const REFUSALS = {
  400: { name: 'BadRequest', description: 'The request cannot be read.', headers: [] },
  401: {
    name: 'Unauthorized',
    description: 'Nobody is signed in, or the credentials are not good.',
    headers: ['WWW-Authenticate'],
  },
  403: { name: 'Forbidden', description: 'Known to the caller, but not allowed, or locked.', headers: [] },
  404: { name: 'NotFound', description: 'Not there, or not for the caller to know.', headers: [] },
  412: { name: 'PreconditionFailed', description: '`If-Match` or its kin does not hold.', headers: [] },
  416: {
    name: 'RangeNotSatisfiable',
    description: 'The content does not have the bytes that were asked for.',
    headers: ['Content-Range'],
  },
  422: {
    name: 'ValidationError',
    description: 'Fields are missing, wrong or refused by a rule.',
    headers: [],
  },
  429: { name: 'TooManyRequests', description: 'A limit is reached.', headers: ['Retry-After'] },
  500: { name: 'ServerError', description: 'A fault of the service; its log says more.', headers: [] },
} as const satisfies Record<
  number,
  { readonly name: string; readonly description: string; readonly headers: readonly HeaderName[] }
>;
export type Refusal = keyof typeof REFUSALS;

/** How a caller says who he is. */
export const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', description: 'A personal access token.' },
  session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'Set by `POST /login`.' },
};
