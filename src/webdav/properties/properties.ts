/*
 * Properties of resources (RFC 4918 §4, §15): what a client asks for, what it changes, and how they are written.
 */
export { activeLocks } from './active-locks.ts';
export type { View } from './live-properties.ts';
export {
  failedPropstats,
  type Instruction,
  instructionsIn,
  propstatOf,
  protectionOf,
} from './property-update.ts';
export { type PropfindRequest, parsePropfind, propstatsOf } from './propfind-request.ts';
