import type { EntryRecord } from '../../../model/entries/entry.ts';
import type { Expectation } from '../../../model/entries/expectation.ts';

/**
 * Result of a move or copy. `replaced`: the document at the target got a new version, or the entry there was removed.
 */
export interface RelocationResult {
  readonly outcome: 'created' | 'replaced';
  /** The entry at the target. */
  readonly entry: EntryRecord;
}

/** Options of every write to an entry. */
export interface WriteOptions {
  /**
   * True for a client that deletes and moves what its user removes from a computer: of an entry that is shared with the
   * user and seen at the mount root, it changes only what this user sees. A deletion leaves the share; a move may rename
   * the entry within the mount root, also without the permission to update it. Any other move is forbidden, and nothing
   * replaces such an entry, except by its next version.
   */
  readonly isOwnView?: boolean | undefined;
  /** Called with the entry before permissions are checked. */
  readonly expect?: Expectation | undefined;
}

/** Options of a move. */
export interface MoveOptions extends WriteOptions {
  /**
   * WebDAV: whether an entry at the target may be replaced (RFC 4918 §10.6). A document there gets the moved content as
   * its next version and keeps its id. Any other entry, and a document at a temporary-looking name, is removed. REST
   * omits it and never replaces an entry.
   */
  readonly overwrite?: boolean | undefined;
}

/** Options of a copy. */
export interface CopyOptions extends WriteOptions {
  /** As in {@link MoveOptions}, but a document at a temporary-looking name gets a version too. */
  readonly overwrite?: boolean | undefined;
  /** `0` copies a folder without its members (RFC 4918 §9.8.3). */
  readonly depth?: '0' | 'infinity' | undefined;
}
