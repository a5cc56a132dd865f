/** `0`: the lock covers the entry alone. `infinity`: it also covers all entries beneath it (RFC 4918 §6.1). */
export type LockDepth = '0' | 'infinity';

/** Whether other locks may cover the same entry (RFC 4918 §6.2). */
export type LockScope = 'exclusive' | 'shared';

/** A write lock (RFC 4918 §6). Times in milliseconds UTC. */
export interface Lock {
  /** An `opaquelocktoken:` URI (RFC 4918 Appendix C). Only its holder may learn it. */
  readonly token: string;
  readonly entryId: number;
  readonly depth: LockDepth;
  readonly scope: LockScope;
  /** Content of the `DAV:owner` element as XML, as the client sent it (RFC 4918 §14.17). */
  readonly ownerXml: string;
  /** The user who holds the lock. */
  readonly userId: number;
  /** Display name of that user. */
  readonly userName: string;
  readonly timeoutSeconds: number;
  readonly expiresAt: number;
}

/** A lock with the fields that identify it to an administrator. */
export interface HeldLock extends Lock {
  /** Login of the user who holds the lock. */
  readonly userLogin: string;
  readonly kind: 'file' | 'folder';
  /** Path from the root: `/Office/plan.txt` in the system folder `Office`, `ann:/plan.txt` in Ann's home. */
  readonly path: string;
}

/** A lock, as shown to other users. */
export interface LockSummary {
  /** Display name of the user who holds the lock. */
  readonly user: string;
  /** Milliseconds UTC. */
  readonly expiresAt: number;
}

/** The lock that covers an entry, as part of a record for one user. */
export interface ShownLock extends LockSummary {
  /** True if the lock is on the entry itself, and the user may end it without its token. */
  readonly breakable: boolean;
}

/** The entities that the server writes into stored XML. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
]);

/** The text of a `DAV:owner` element, as one line without markup, for display. */
export function ownerText(ownerXml: string): string {
  const text = ownerXml
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(\w+|#13);/g, (_, name: string) => ENTITIES.get(name) ?? ' ');
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
