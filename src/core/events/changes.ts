import type { Change } from '../../storage/database/change-feed.ts';

/** Maximum number of separately recorded entries. With more, everything counts as changed. */
const MAX_ENTRIES = 2000;
/** Key of the trash of system folders. */
const OFFICE = 0;

/** Changes collected over a period. */
export class Changes {
  readonly entries = new Set<number>();
  readonly #accounts = new Set<number>();
  readonly #mountRoots = new Set<number>();
  readonly #trash = new Set<number>();
  /** Changed shares: the recipients, by entry. */
  readonly shares = new Map<number, Set<number>>();
  #isEverything = false;

  /** True if the changes are unknown, so that everything may have changed. */
  get isEverything(): boolean {
    return this.#isEverything;
  }

  get isEmpty(): boolean {
    const some = [this.entries, this.#accounts, this.#mountRoots, this.#trash, this.shares];
    return !this.#isEverything && some.every(({ size }) => size === 0);
  }

  add(change: Change): void {
    if (this.#isEverything) return;
    switch (change.of) {
      case 'entry':
        this.entries.add(change.id);
        break;
      case 'account':
        this.#accounts.add(change.userId);
        break;
      case 'mount_root':
        this.#mountRoots.add(change.userId);
        break;
      case 'trash':
        this.#trash.add(change.userId ?? OFFICE);
        break;
      case 'share':
        this.#addShare(change.entryId, change.userId);
        break;
      case 'everything':
        this.#isEverything = true;
    }
    if (this.entries.size > MAX_ENTRIES || this.shares.size > MAX_ENTRIES) this.#isEverything = true;
  }

  addAll(other: Changes): void {
    if (other.isEverything) this.#isEverything = true;
    for (const id of other.entries) this.add({ of: 'entry', id });
    for (const userId of other.#accounts) this.add({ of: 'account', userId });
    for (const userId of other.#mountRoots) this.add({ of: 'mount_root', userId });
    for (const id of other.#trash) this.#trash.add(id);
    for (const [entryId, users] of other.shares)
      for (const userId of users) this.add({ of: 'share', entryId, userId });
  }

  isOfAccount(userId: number): boolean {
    return this.#accounts.has(userId);
  }

  isOfMountRoot(userId: number): boolean {
    return this.#mountRoots.has(userId);
  }

  isOfTrash({ userId, isAdmin }: { readonly userId: number; readonly isAdmin: boolean }): boolean {
    return this.#trash.has(userId) || (isAdmin && this.#trash.has(OFFICE));
  }

  #addShare(entryId: number, userId: number | null): void {
    const users = this.shares.get(entryId) ?? new Set();
    if (userId !== null) users.add(userId);
    this.shares.set(entryId, users);
  }
}
