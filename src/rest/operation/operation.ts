/*
 * Operations of the REST interface, and their routes. An operation has the schemas that parse its requests and describe
 * its responses.
 */
export {
  type Deprecation,
  type NonJsonResponse,
  type Operation,
  type Operations,
  operation,
} from './define-operation.ts';
export { announceDeprecation } from './deprecation.ts';
export type { Caller, Route, RoutesByTag } from './route.ts';
