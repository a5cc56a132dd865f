import type { Usage } from '../../model/people/user.ts';
import type { SubtreeSize } from '../../storage/tree/tree.ts';

/** A whole copy of an entry that is in no folder yet. */
export interface PreparedCopy {
  readonly sourceId: number;
  readonly rootId: number;
  /** The user whose limits it counts against; null: none. */
  readonly ownerId: number | null;
  readonly usage: Usage;
  /** Levels of folders beneath it; 0: none. */
  readonly height: number;
}

/** How much an entry is that nobody has changed since it was measured. */
export interface PreparedSize {
  readonly entryId: number;
  readonly size: SubtreeSize;
}

/**
 * What was made for a change before its transaction, in parts between which others ran. One of them at most: what was
 * prepared for an earlier attempt is gone, so no change may need several.
 */
export interface Prepared {
  readonly copy?: PreparedCopy;
  readonly size?: PreparedSize;
}

/** Thrown by a change that would copy more than one transaction should. {@link Preparation} catches it. */
export class NeedsCopy extends Error {
  readonly sourceId: number;
  readonly userId: number;
  /** Owner of the home that the copy is put into; null: a system folder. */
  readonly ownerId: number | null;
  /** True if the change removes the source, so that nobody may change it after it was copied. */
  readonly removesSource: boolean;

  constructor(need: Pick<NeedsCopy, 'sourceId' | 'userId' | 'ownerId' | 'removesSource'>) {
    super('the copy must be prepared');
    this.sourceId = need.sourceId;
    this.userId = need.userId;
    this.ownerId = need.ownerId;
    this.removesSource = need.removesSource;
  }
}

/** Thrown by a change that would measure more than one transaction should. {@link Preparation} catches it. */
export class NeedsSize extends Error {
  readonly entryId: number;

  constructor(entryId: number) {
    super('the entry must be measured');
    this.entryId = entryId;
  }
}
