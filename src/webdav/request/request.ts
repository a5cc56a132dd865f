/* Parsing of requests: credentials, path, headers, conditions and body. */
export { authenticate } from './authentication.ts';
export { readText, readXml, sendContinue } from './body.ts';
export { expectationOf, requireIf, requirePreconditions } from './conditions.ts';
export { expectedDigests, requireDigests } from './digests.ts';
export { entryHrefs } from './entry-href.ts';
export { GuestLimit } from './guest-limit.ts';
export {
  header,
  readDepth,
  readDestination,
  readLockToken,
  readOverwrite,
  readTimeout,
} from './headers.ts';
export { parseIf, submittedTokens } from './if-header.ts';
export { lockedError } from './locked-response.ts';
export { type DavPath, encodeName, hrefOf, isMounted, parsePath } from './paths.ts';
export {
  type IncomingRequest,
  locate,
  locateExisting,
  type Method,
  type RequestContext,
} from './request-context.ts';
