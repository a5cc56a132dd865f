import { SESSION_COOKIE } from '../../http/session-cookie.ts';
import type { Header } from './openapi-types.ts';

/** Introduction of the OpenAPI document, in Markdown. */
export const INTRODUCTION = `Success is 200, 201 if something was created, or 202 if the work goes on after the response. The body contains \`data\`; for
lists also \`meta\`. The body of an error contains a \`message\`; with 422 also \`errors\`, with messages by
field. Times are ISO 8601, UTC, with milliseconds.

Send a personal access token with each request, or sign in to get a session cookie. A token needs the scope
\`read\` to read, \`write\` to change, and \`admin\` to manage users and to create system folders. Only
administrators can have tokens with \`admin\`. No scope includes another one. An entry that the caller may not
read is 404, as if it did not exist. HEAD is supported wherever GET is. A change with a session cookie must come
from a page of this service.

New fields, parameters and operations may be added at any time; clients must ignore fields that they do not
know. The pages of this service use the same routes under \`/web/api\`, which takes no tokens; programs use
\`/api\`. An operation that will be removed is first marked as deprecated, with the headers \`Deprecation\` and
\`Sunset\`.`;

const integer = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

/** Headers of responses, by name. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Id of the request, also in the server log.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': {
    description: 'Allowed requests per minute; absent if there is no limit.',
    schema: integer,
  },
  'X-RateLimit-Remaining': { description: 'Requests left in this window of one minute.', schema: integer },
  'X-RateLimit-Reset': { description: 'Unix time in seconds at which the window ends.', schema: integer },
  'Retry-After': { description: 'Seconds after which the client can try again.', schema: integer },
  'WWW-Authenticate': { description: 'How to authenticate (RFC 9110 §11.6.1).', schema: text },
  'Content-Range': { description: 'Size of the content (RFC 9110 §14.4).', schema: text },
  ETag: { description: 'Strong entity tag; each version has its own (RFC 9110 §8.8.3).', schema: text },
  'Last-Modified': { description: 'When the content was last changed (RFC 9110 §8.8.2).', schema: text },
  'Content-Disposition': {
    description: '`attachment` or `inline`, with the file name (RFC 6266).',
    schema: text,
  },
  Location: { description: 'URL of the upload (RFC 9110 §10.2.2).', schema: text },
  'Tus-Extension': { description: 'Supported extensions of tus.', schema: text },
  'Tus-Resumable': { description: 'Version of tus.', schema: text },
  'Tus-Version': { description: 'Supported versions of tus.', schema: text },
  'Upload-Expires': { description: 'Time at which the upload expires (RFC 9110 §5.6.7).', schema: text },
  'Upload-Length': { description: 'Length of the complete content in bytes.', schema: integer },
  'Upload-Offset': { description: 'Number of bytes that have arrived.', schema: integer },
  Deprecation: { description: 'Time since which the operation is deprecated (RFC 9745).', schema: text },
  Sunset: { description: 'Time at which the operation is removed (RFC 8594).', schema: text },
} as const satisfies Record<string, Header>;
/** Header that a response may have. */
export type HeaderName = keyof typeof HEADERS;

/** Error responses by status: component name, description, and headers in addition to those of every response. */
export const ERROR_RESPONSES = {
  400: { name: 'BadRequest', description: 'The request cannot be parsed, or is incomplete.', headers: [] },
  401: {
    name: 'Unauthorized',
    description: 'The caller is not signed in, or the token is not valid.',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description:
      'A permission or scope is missing, the entry is locked, or the request comes from another site.',
    headers: [],
  },
  404: {
    name: 'NotFound',
    description: 'The resource does not exist, or the caller may not read it.',
    headers: [],
  },
  409: {
    name: 'Conflict',
    description: '`Upload-Offset` is not the number of bytes that have arrived.',
    headers: [],
  },
  410: { name: 'Gone', description: 'The upload has expired.', headers: [] },
  412: {
    name: 'PreconditionFailed',
    description:
      'A conditional header, such as `If-Match`, is not met, or the version of tus is not supported.',
    headers: [],
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The content is longer than announced or allowed.',
    headers: [],
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body has the wrong media type, or is encoded.',
    headers: [],
  },
  416: {
    name: 'RangeNotSatisfiable',
    description: 'The content has none of the requested byte ranges.',
    headers: ['Content-Range'],
  },
  422: {
    name: 'ValidationError',
    description: 'A field is missing, has the wrong type, is unknown, or breaks a rule.',
    headers: [],
  },
  429: { name: 'TooManyRequests', description: 'Too many requests or attempts.', headers: ['Retry-After'] },
  460: {
    name: 'ChecksumMismatch',
    description: 'The bytes do not match the checksum.',
    headers: [],
  },
  500: {
    name: 'ServerError',
    description: 'Internal server error; the server log contains the cause.',
    headers: [],
  },
} as const satisfies Record<
  number,
  { readonly name: string; readonly description: string; readonly headers: readonly HeaderName[] }
>;
/** Status of an error response. */
export type ErrorStatus = keyof typeof ERROR_RESPONSES;

/** Authentication methods, as OpenAPI security schemes. */
export const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', description: 'A personal access token.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'The session cookie; `POST /login` sets it.',
  },
};
