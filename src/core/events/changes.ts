import type { Change } from '../../storage/database/change-feed.ts';
import type { ShareBeneath } from '../../storage/tree/tree.ts';

/** Maximum number of separately recorded changes. With more, everything counts as changed. */
const MAX_CHANGES = 2000;

/** Changes collected over a period. */
export class Changes {
  /** Each change once, by its text. */
  readonly #changes = new Map<string, Change>();
  readonly #beneath: ShareBeneath[] = [];
  #isEverything = false;

  /** True if the changes are unknown, so that everything may have changed. */
  get isEverything(): boolean {
    return this.#isEverything;
  }

  get isEmpty(): boolean {
    return !this.#isEverything && this.#changes.size === 0;
  }

  /** Shares beneath the moved, renamed and locked entries; see {@link Changes.addBeneath}. */
  get beneath(): readonly ShareBeneath[] {
    return this.#beneath;
  }

  add(change: Change): void {
    if (this.#isEverything) return;
    if (change.of !== 'everything') this.#changes.set(JSON.stringify(change), change);
    if (change.of === 'everything' || this.#changes.size > MAX_CHANGES) this.#isEverything = true;
  }

  addAll(other: Changes): void {
    if (other.isEverything) this.#isEverything = true;
    for (const change of other.#changes.values()) this.add(change);
    this.addBeneath(other.beneath);
  }

  addBeneath(shares: readonly ShareBeneath[]): void {
    if (this.#isEverything) return;
    this.#beneath.push(...shares);
    if (this.#beneath.length > MAX_CHANGES) this.#isEverything = true;
  }

  /** The changes of a kind. */
  list<Of extends Change['of']>(of: Of): Extract<Change, { of: Of }>[] {
    return [...this.#changes.values()].filter(
      (change): change is Extract<Change, { of: Of }> => change.of === of,
    );
  }

  has(change: Change): boolean {
    return this.#changes.has(JSON.stringify(change));
  }

  /** Entries beneath which shares may be affected although their rows do not change. */
  tops(): number[] {
    const ids = [...this.list('moved'), ...this.list('renamed')].map(({ id }) => id);
    return [...new Set([...ids, ...this.list('lock').map(({ entryId }) => entryId)])];
  }
}
