import type { ShareBeneath } from '../../storage/tree/tree.ts';
import type { Context } from '../context.ts';
import type { Changes } from './changes.ts';

/** Stands for the folder of a system folder, which has none. No entry has this id. */
export const SYSTEM = 0;

/** What the change of an entry does to a share of an entry beneath it. */
export interface ShareEffect {
  readonly share: ShareBeneath;
  /** Folders whose readers see a move or a new name; null: everybody does, because the entry was or is in the trash. */
  readonly parents: readonly (number | null)[];
  /** True if the folder of the shared entry may change, or if its record may appear or disappear. */
  readonly isMoved: boolean;
  /** True if the lock that covers the shared entry may change. Every recipient sees it. */
  readonly changesLock: boolean;
}

/** Changes just before and just after those of a period. The tree is read after all of them. */
export interface Surroundings {
  readonly before: Changes | undefined;
  readonly after: Changes;
}

/** What the changes of folders do to the shares beneath them. */
export function shareEffects(
  context: Context,
  changes: Changes,
  surroundings: Surroundings,
): readonly ShareEffect[] {
  const { entries } = context.tables;
  const tops = new Map(entries.listByIds(changes.tops()).map((entry) => [entry.id, entry]));
  const renamed = new Set(changes.list('renamed').map(({ id }) => id));
  const moved = new Map<number, (number | null)[]>();
  for (const { id, from, to } of changes.list('moved')) moved.set(id, [...(moved.get(id) ?? []), from, to]);
  const locks = new LockChanges(context, changes, surroundings);
  return changes.beneath.map((share) => {
    const folders = moved.get(share.topId) ?? [];
    const isRenamed = renamed.has(share.topId);
    return {
      share,
      parents: isRenamed ? [...folders, tops.get(share.topId)?.parentId ?? SYSTEM] : folders,
      isMoved: folders.length > 0,
      changesLock: locks.concern(share),
    };
  });
}

/** The locks that changed, or no longer cover the same entries. */
class LockChanges {
  readonly #context: Context;
  /** Entries whose own locks changed. */
  readonly #locked: ReadonlySet<number>;
  /** Of these, the folders with a lock that covers what is beneath. */
  readonly #lockedWhole: ReadonlySet<number>;
  /** The same with the surroundings: an entry may have been moved just after the lock above it changed. */
  readonly #lockedAround: ReadonlySet<number>;
  readonly #moved: ReadonlySet<number>;
  /**
   * For each entry that was moved in the period or just after it: its folder before the first move; null for a root, or
   * in the trash.
   */
  readonly #first = new Map<number, number | null>();
  /** For each moved entry: whether other locks cover it now. */
  readonly #covered = new Map<number, boolean>();

  constructor(context: Context, changes: Changes, { before, after }: Surroundings) {
    this.#context = context;
    this.#locked = new Set(changes.list('lock').map(({ entryId }) => entryId));
    this.#lockedWhole = new Set(lockedWhole(changes));
    this.#lockedAround = new Set([before, changes, after].flatMap((each) => (each ? lockedWhole(each) : [])));
    this.#moved = new Set(changes.list('moved').map(({ id }) => id));
    for (const { id, from } of [...changes.list('moved'), ...after.list('moved')])
      if (!this.#first.has(id)) this.#first.set(id, from);
  }

  /** True if the lock that covers a shared entry may have changed. */
  concern({ entryId, topId }: ShareBeneath): boolean {
    if (entryId === topId ? this.#locked.has(topId) : this.#lockedWhole.has(topId)) return true;
    const covered = this.#covered.get(topId) ?? (this.#moved.has(topId) && this.#isCoveredByOthers(topId));
    this.#covered.set(topId, covered);
    return covered;
  }

  /** True if a moved entry may have lost or got the lock of a folder above. */
  #isCoveredByOthers(id: number): boolean {
    const { ancestry, locks } = this.#context.tables;
    if (!locks.any() && this.#lockedAround.size === 0) return false;
    const earlier = this.#earlierLineage(id);
    const later = new Set(ancestry.list(id).map((above) => above.id));
    const different = [...earlier.symmetricDifference(later)];
    return (
      different.some((above) => this.#lockedAround.has(above)) ||
      locks.listOn(different, this.#context.now()).some(({ depth }) => depth === 'infinity')
    );
  }

  /** Ids of an entry and of the folders that were above it before the changes. */
  #earlierLineage(id: number): Set<number> {
    const lineage = new Set<number>();
    let next: number | undefined = id;
    while (next !== undefined && !lineage.has(next)) {
      const above: readonly number[] = this.#context.tables.ancestry.list(next).map((each) => each.id);
      const at = above.findIndex((each) => this.#first.has(each));
      for (const each of at < 0 ? [next, ...above] : above.slice(0, at + 1)) lineage.add(each);
      // A folder that was purged has nothing above it any more.
      next = this.#first.get(above[at] ?? next) ?? undefined;
    }
    return lineage;
  }
}

/** Folders whose locks on all that is beneath them changed. */
function lockedWhole(changes: Changes): number[] {
  return changes.list('lock').flatMap(({ entryId, isDeep }) => (isDeep ? [entryId] : []));
}
