/** How far a lock reaches: the entry alone, or all beneath it too (RFC 4918 §6.1). */
export type LockDepth = '0' | 'infinity';
export type LockScope = 'exclusive' | 'shared';

/** A write lock (RFC 4918 §6). Times in milliseconds UTC. */
export interface Lock {
  /** `opaquelocktoken:` URI; who does not hold it must not learn it. */
  readonly token: string;
  readonly entryId: number;
  readonly depth: LockDepth;
  readonly scope: LockScope;
  /** The `DAV:owner` element's content as XML, as the client sent it. */
  readonly ownerXml: string;
  readonly userId: number;
  readonly userName: string;
  readonly timeoutSeconds: number;
  readonly expiresAt: number;
}

/** What others may know of a lock. */
export interface LockSummary {
  readonly user: string;
  readonly expiresAt: number;
}
