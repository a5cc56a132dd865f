import type { LockSummary } from '../entries/lock.ts';
import { type FactsOf, type Message, type MessageCode, message } from './messages.ts';

/**
 * Codes of all errors of the core. The REST interface and the WebDAV interface each map every code to a status
 * (`satisfies Record<ErrorCode, …>`), so that a new code breaks the build until both map it.
 *
 * - `unauthenticated`: the caller is not signed in, or the credentials are no longer valid
 * - `forbidden`: the actor may know the entry, but may not do this
 * - `not_found`: the entry does not exist, or the actor may not know that it exists
 * - `invalid`: a field breaks a rule; `fields` contains the fields and reasons
 * - `name_taken`: the folder already has an entry of that name; `fields` names the field
 * - `parent_missing`: a folder on the path does not exist, or the name belonged to a share that has ended
 * - `locked`: a WebDAV lock prevents the change; `lock` names its holder
 * - `precondition_failed`: a conditional header does not hold (RFC 9110 §13), or a lock token is not valid
 * - `quota_exceeded`: the content does not fit into the quota of the owner
 * - `storage_full`: the content does not fit onto the disk
 * - `too_large`: the content is longer than the configured limit
 * - `throttled`: too many attempts; `retryAfter` is the time until a retry
 * - `incomplete`: the request body ended early, or its size differs from the announced one
 * - `unavailable`: the service cannot write at the moment, because the disk failed
 * - `database_locked`: another program keeps a file of the database locked; `retryAfter` is the time until a retry
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
  | 'unavailable'
  | 'database_locked';

/** Faults of each field of a request. */
export type FieldMessages = Readonly<Record<string, readonly Message[]>>;

/** The entry that an error concerns. The actor may read it. */
export interface DeniedEntry {
  readonly id: number;
  readonly kind: 'file' | 'folder';
  readonly name: string;
}

/** Details of a {@link DmsError}. */
export interface ErrorDetails {
  readonly fields?: FieldMessages;
  /** Seconds until the caller may retry. */
  readonly retryAfter?: number;
  /** The lock that prevents the change. */
  readonly lock?: LockSummary;
  /**
   * Ids of all entries whose locks prevent the change (RFC 4918 §6.1); the actor may be unable to read some of them.
   */
  readonly lockRoots?: readonly number[];
  /** True: the locks conflict with the requested lock (RFC 4918 §9.10.6). */
  readonly isLockConflict?: boolean;
  /** The entry that the actor may not change. */
  readonly entry?: DeniedEntry;
  readonly cause?: unknown;
}

/** Default retry interval: the work that blocks a request usually takes a few seconds. */
const RETRY_AFTER_S = 5;

/** The only error that the core throws deliberately. Any other error is a bug and leads to status 500. */
export class DmsError extends Error {
  readonly code: ErrorCode;
  /** The message for users; `message` is its text. */
  readonly reason: Message;
  readonly fields: FieldMessages | undefined;
  readonly retryAfter: number | undefined;
  readonly lock: LockSummary | undefined;
  readonly lockRoots: readonly number[];
  readonly isLockConflict: boolean;
  readonly entry: DeniedEntry | undefined;

  constructor(code: ErrorCode, reason: Message, details: ErrorDetails = {}) {
    super(reason.text, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'DmsError';
    this.code = code;
    this.reason = reason;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.lock = details.lock;
    this.lockRoots = details.lockRoots ?? [];
    this.isLockConflict = details.isLockConflict ?? false;
    this.entry = details.entry;
  }
}

/** An error about one field: `invalid('name', 'name_slash')`. */
export function invalid<Code extends MessageCode>(
  field: string,
  code: Code,
  ...facts: FactsOf<Code>
): DmsError {
  return invalidField(field, message(code, ...facts));
}

/** As {@link invalid}, with an existing message. */
export function invalidField(field: string, fault: Message): DmsError {
  return invalidFields({ [field]: [fault] }, `${field}: ${fault.text}`);
}

/**
 * An error about several fields.
 * @param faults the faults, as one English sentence
 */
export function invalidFields(fields: FieldMessages, faults: string): DmsError {
  return new DmsError('invalid', message('invalid', { faults }), { fields });
}

/** The error for a request that the service refuses because of its current load. It contains the time until a retry. */
export function busy(reason: Message): DmsError {
  return new DmsError('throttled', reason, { retryAfter: RETRY_AFTER_S });
}

/** The error for an operation that fails because another program keeps a file of the database locked. */
export function databaseLocked(cause?: unknown): DmsError {
  return new DmsError('database_locked', message('database_locked'), { retryAfter: RETRY_AFTER_S, cause });
}

/** The error for an entry that does not exist. An entry that the actor may not know gets the same error. */
export function notFound(): DmsError {
  return new DmsError('not_found', message('not_found'));
}

/** The error for a version that does not exist, of a document that the actor may read. */
export function noVersion(number: number): DmsError {
  return new DmsError('not_found', message('no_version', { number }));
}

/** The error for a document that has no version of a time, and that the actor may read. */
export function noVersionAt(): DmsError {
  return new DmsError('not_found', message('no_version_at'));
}

/**
 * The error for an operation that the actor may not perform.
 * @param entry the entry that the operation concerns, if any
 */
export function forbidden(reason: Message, entry?: DeniedEntry): DmsError {
  return new DmsError('forbidden', reason, entry && { entry });
}
