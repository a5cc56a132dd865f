/* Parsing of requests: credentials, path, headers, conditions and body. */
export { authenticate } from './authentication.ts';
export { readSmallBody, readText, readXml, sendContinue } from './body.ts';
export {
  expectationOf,
  expectationOfWrite,
  requireIf,
  requireIfOf,
  requirePreconditions,
  requireSpelling,
} from './conditions.ts';
export { type ExpectedDigest, expectedDigests, requireDigests } from './digests.ts';
export type { DriveAddress } from './drive-address.ts';
export { entryHrefs } from './entry-href.ts';
export { GuestLimit } from './guest-limit.ts';
export {
  header,
  modifiedAt,
  readDepth,
  readDestination,
  readLockToken,
  readOverwrite,
  readTimeout,
  readWholeNumber,
} from './headers.ts';
export { isInHistory, refuseHistory, timeOfName } from './history-path.ts';
export { parseIf, submittedTokens } from './if-header.ts';
export { lockedError } from './locked-response.ts';
export { loggedPath } from './logged-path.ts';
export { type DavPath, DRIVE, encodeName, isEditPath, Mount } from './paths.ts';
export {
  type ExtendedProperties,
  type Extension,
  type IncomingRequest,
  locate,
  locateExisting,
  type Method,
  type Reports,
  type RequestContext,
  type Resource,
} from './request-context.ts';
