/* Parsing of requests: credentials, path, headers, conditions and body. */
export { authenticate } from './authentication.ts';
export { readSmallBody, readText, readXml, sendContinue } from './body.ts';
export { expectationOf, requireIf, requireIfOf, requirePreconditions } from './conditions.ts';
export { type ExpectedDigest, expectedDigests, requireDigests } from './digests.ts';
export { entryHrefs } from './entry-href.ts';
export type { DriveAddress, ExtendedProperties, Extension, Resource } from './extension.ts';
export { GuestLimit } from './guest-limit.ts';
export {
  header,
  modifiedAt,
  readDepth,
  readDestination,
  readLockToken,
  readOverwrite,
  readTimeout,
} from './headers.ts';
export { isInHistory, refuseHistory, timeOfName } from './history-path.ts';
export { parseIf, submittedTokens } from './if-header.ts';
export { lockedError } from './locked-response.ts';
export { loggedPath } from './logged-path.ts';
export { type DavPath, DRIVE, encodeName, isEditPath, Mount } from './paths.ts';
export {
  type IncomingRequest,
  locate,
  locateExisting,
  type Method,
  type RequestContext,
} from './request-context.ts';
