import type { Usage } from '../../model/people/user.ts';
import type { SubtreeSize } from '../../storage/tree/tree.ts';

/** A complete copy of an entry that is not in a folder yet. */
export interface PreparedCopy {
  readonly sourceId: number;
  readonly rootId: number;
  /** User whose limits the copy counts against; null: none. */
  readonly ownerId: number | null;
  readonly usage: Usage;
  /** Levels of folders beneath the copy; 0: none. */
  readonly height: number;
}

/** Measured size of an entry. */
export interface MeasuredSize {
  readonly entryId: number;
  readonly size: SubtreeSize;
}

/**
 * Work done for a change before its transaction, in small steps between which other requests ran. At most one field is
 * set: each attempt prepares anew and keeps only its own result, so no change may need two preparations.
 */
export interface Prepared {
  readonly copy?: PreparedCopy;
  /** The entry is frozen, so it has not changed since it was measured. */
  readonly size?: MeasuredSize;
  /**
   * Size of the copy that the change will need, measured while the entry could change. The change throws
   * {@link NeedsCopy} again, unless it is refused for this size ({@link LargeChangeRefusal}).
   */
  readonly expectedCopy?: MeasuredSize;
  /** As `expectedCopy`, for {@link NeedsSize}. */
  readonly expectedSize?: MeasuredSize;
}

/** Thrown by a change that would copy more than one transaction should. {@link LargeChanges} catches the error. */
export class NeedsCopy extends Error {
  readonly sourceId: number;
  readonly userId: number;
  /** Owner of the home that the copy goes into; null: a system folder. */
  readonly ownerId: number | null;
  /** True if the change removes the source. No user may then change the source after it was copied. */
  readonly removesSource: boolean;

  constructor(need: Pick<NeedsCopy, 'sourceId' | 'userId' | 'ownerId' | 'removesSource'>) {
    super('the copy must be prepared');
    this.sourceId = need.sourceId;
    this.userId = need.userId;
    this.ownerId = need.ownerId;
    this.removesSource = need.removesSource;
  }
}

/** Thrown by a change that would measure more than one transaction should. {@link LargeChanges} catches the error. */
export class NeedsSize extends Error {
  readonly entryId: number;

  constructor(entryId: number) {
    super('the entry must be measured');
    this.entryId = entryId;
  }
}
