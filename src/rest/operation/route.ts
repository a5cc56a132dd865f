import type { Operation } from './define-operation.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/**
 * Minimum sign-in of an operation. Without it the response is 401, before the body is read. The core checks the
 * permissions of a signed-in user.
 *
 * - `guest`: none
 * - `half_signed_in`: the password was correct; the second factor may still be missing
 * - `user`: a complete sign-in, by session or by token
 */
export type Caller = 'guest' | 'half_signed_in' | 'user';

/** Row of the route table. The path is relative to `/api`, with parameters as in OpenAPI: `/documents/{id}`. */
export type Route = readonly [method: Method, path: `/${string}`, caller: Caller, operation: Operation];

/** Routes by the tag that groups them in the OpenAPI document. */
export type RoutesByTag = Readonly<Record<string, readonly Route[]>>;
