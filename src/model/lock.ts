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

/** A lock with what tells a person which one it is. */
export interface HeldLock extends Lock {
  /** Login of its holder. */
  readonly userLogin: string;
  readonly kind: 'file' | 'folder';
  /** From the root: `/Office/plan.txt` for what is the office's, `ann:/plan.txt` in the home of `ann`. */
  readonly path: string;
}

/** What others may know of a lock. */
export interface LockSummary {
  readonly user: string;
  readonly expiresAt: number;
}

/** Names of entities that our own XML has. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
]);

/** What a `DAV:owner` says to a person: its text without the markup. */
export function ownerText(ownerXml: string): string {
  const text = ownerXml
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(\w+|#13);/g, (_, name: string) => CHARACTERS.get(name) ?? ' ');
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
