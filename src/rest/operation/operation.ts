/*
 * What the interface offers: operations with the schemas that read requests and describe answers, and their routes.
 */
export {
  type Content,
  type Deprecation,
  type Operation,
  type Operations,
  operation,
} from './define-operation.ts';
export { announceDeprecation } from './deprecation.ts';
export type { Caller, Chapters, Route } from './route.ts';
