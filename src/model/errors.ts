import type { LockSummary } from './lock.ts';

/**
 * Every way in which the core refuses. Each face maps the whole union exhaustively
 * (`satisfies Record<ErrorCode, …>`), so that a new code breaks the build until both answer it.
 *
 * - `unauthenticated`: nobody is signed in, or the credentials are no longer good
 * - `forbidden`: known, readable, but not allowed to do this
 * - `not_found`: does not exist, or must not be known to exist
 * - `invalid`: a field breaks a rule; `fields` says which and why
 * - `name_taken`: the folder has an entry of that name already; `fields` names the field
 * - `parent_missing`: the path names a folder that does not exist
 * - `locked`: a WebDAV lock stands in the way; `lock` says whose
 * - `precondition_failed`: If-Match and its kin do not hold
 * - `quota_exceeded`, `storage_full`: no room for the content
 * - `too_large`: the content is longer than the configured limit
 * - `throttled`: too many attempts; `retryAfter` says when to come back
 * - `incomplete`: the sender broke off, or sent other than announced
 * - `unavailable`: the service cannot write at the moment (a failed disk)
 */
export type ErrorCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'name_taken'
  | 'parent_missing'
  | 'locked'
  | 'precondition_failed'
  | 'quota_exceeded'
  | 'storage_full'
  | 'too_large'
  | 'throttled'
  | 'incomplete'
  | 'unavailable';

/** Messages per field, as they go out under `errors`. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** An entry that a refusal is about; the actor may read it. */
export interface RefusedEntry {
  readonly id: number;
  readonly kind: 'file' | 'folder';
  readonly name: string;
}

/** What a {@link DmsError} may carry besides its message. */
export interface ErrorDetails {
  readonly fields?: FieldMessages;
  /** Seconds after which it is worth trying again. */
  readonly retryAfter?: number;
  readonly lock?: LockSummary;
  /** Ids of the entries that all locks in the way are on (RFC 4918 §6.1), not all of them known to the actor. */
  readonly lockRoots?: readonly number[];
  /** What the actor may not do something with. */
  readonly entry?: RefusedEntry;
  readonly cause?: unknown;
}

/** The one error that the core throws on purpose. Anything else is a fault of ours. */
export class DmsError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldMessages | undefined;
  readonly retryAfter: number | undefined;
  readonly lock: LockSummary | undefined;
  readonly lockRoots: readonly number[];
  readonly entry: RefusedEntry | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'DmsError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.lock = details.lock;
    this.lockRoots = details.lockRoots ?? [];
    this.entry = details.entry;
  }
}

/** A refusal of one field: `invalid('name', 'must not contain "/"')`. */
export function invalid(field: string, message: string): DmsError {
  return new DmsError('invalid', `${field}: ${message}`, { fields: { [field]: [message] } });
}

/** The one answer for what does not exist and for what the actor may not know to exist. */
export function notFound(): DmsError {
  return new DmsError('not_found', 'Not found.');
}

/** The actor may know of it but not do this. */
export function forbidden(message: string, entry?: RefusedEntry): DmsError {
  return new DmsError('forbidden', message, entry && { entry });
}
