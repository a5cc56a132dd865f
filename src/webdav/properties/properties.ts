/*
 * Properties of resources (RFC 4918 §4, §15): parsing of PROPFIND and PROPPATCH bodies, and property
 * elements as XML.
 */
export { type ActiveLocks, activeLocksFor } from './active-locks.ts';
export type { PropertySource } from './live-properties.ts';
export {
  failedPropstats,
  type Instruction,
  instructionsIn,
  partsOf,
  propstatOf,
  violationInUpdate,
  violationOf,
} from './property-update.ts';
export { type PropfindRequest, parsePropfind, propstatsOf, requestOf } from './propfind-request.ts';
