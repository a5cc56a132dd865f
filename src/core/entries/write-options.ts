import type { EntryRecord } from '../../model/entry.ts';
import type { Expectation } from '../../model/expectation.ts';
import type { VisibleName } from '../../storage/tree/tree.ts';

/** What became of a move or a copy. `replaced`: an entry at the target became a version or went to the trash. */
export interface RelocationResult {
  readonly outcome: 'created' | 'replaced';
  readonly entry: EntryRecord;
}

/** What every write to an entry may be told. */
export interface WriteOptions {
  /** Judged on the entry before rights are checked. */
  readonly expect?: Expectation | undefined;
  /**
   * The name by which a WebDAV client knows the entry. With it, the rules of saving by rename apply: the client may be
   * about to put new content at that name (docs/webdav-clients.md).
   */
  readonly from?: VisibleName | undefined;
}

/** What a move may be told besides. */
export interface MoveOptions extends WriteOptions {
  /**
   * True: an entry at the target is replaced. A document gets the moved content as its next version and keeps its id;
   * any other entry, and one with a temporary name, goes to the trash. Left out: a REST request, which never replaces.
   */
  readonly overwrite?: boolean | undefined;
}

/** What a copy may be told besides. */
export interface CopyOptions extends WriteOptions {
  /** As for a move. */
  readonly overwrite?: boolean | undefined;
  /** `0` copies a folder without its members. */
  readonly depth?: '0' | 'infinity' | undefined;
}
