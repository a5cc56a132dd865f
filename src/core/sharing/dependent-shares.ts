import { allows, SHARE } from '../../model/entries/permissions.ts';
import type { Share } from '../../model/entries/share.ts';
import { invalid } from '../../model/errors/errors.ts';
import type { Access, AuthorisedEntry } from '../access/access.ts';
import type { Context } from '../context.ts';
import { ownsEntry } from './share-views.ts';

/** Maximum number of shares that are listed or ended together. */
const MAX_SHARES = 1000;

interface Dependencies {
  readonly access: Access;
}

/**
 * Finds the shares that depend on a share that was just ended or reduced: shares made by its recipients, by the
 * recipients of those shares, and so on. Runs inside the caller's transaction, after the change.
 */
export class DependentShares {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Shares on the entry and beneath it that their makers could no longer make, limited to those that the user may end.
   * Shares made by the recipients come before the shares that depend on those. At most 1000 are considered.
   * @param recipients ids of the users who had the share
   * @param isComplete true: more than 1000 are an error
   * @throws {DmsError} invalid (cascade)
   */
  list(authorised: AuthorisedEntry, recipients: readonly number[], isComplete: boolean): Share[] {
    const left = this.#madeAfter(authorised, recipients);
    if (isComplete && left.size > MAX_SHARES)
      throw invalid('cascade', 'too_many_dependent_shares', { maximum: MAX_SHARES });
    // Two users may have a permission only from each other. So a share stops being a
    // candidate only once its maker has the permission without all remaining candidates.
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const share of left.values()) if (this.#isHeld(share, left)) left.delete(share.id);
    }
    return [...left.values()].slice(0, MAX_SHARES);
  }

  /** Shares that these users made of the entry, shares that their recipients made of it, and so on. */
  #madeAfter(authorised: AuthorisedEntry, recipients: readonly number[]): Map<number, Share> {
    const { shares } = this.#context.tables;
    const found = new Map<number, Share>();
    for (let makers = recipients; makers.length > 0 && found.size <= MAX_SHARES; ) {
      const next = shares
        .listMadeByAny(makers, this.#context.now())
        .filter(({ id, entryId }) => !found.has(id) && this.#isWithin(entryId, authorised.entry.id))
        .slice(0, MAX_SHARES + 1 - found.size)
        .flatMap(({ id }) => this.#endable(authorised, id) ?? []);
      for (const share of next) found.set(share.id, share);
      makers = shares.recipientsOf(next.map(({ id }) => id));
    }
    return found;
  }

  #isWithin(entryId: number, folderId: number): boolean {
    return this.#context.tables.ancestry.list(entryId).some(({ id }) => id === folderId);
  }

  /** True if the maker could make the share without the shares in `without`. */
  #isHeld(share: Share, without: ReadonlyMap<number, unknown>): boolean {
    const { entries, users } = this.#context.tables;
    const entry = entries.find(share.entryId);
    const maker = share.createdBy && users.find(share.createdBy.id);
    if (!entry || !maker) return false;
    const viewer = { userId: maker.id, isAdmin: maker.isAdmin };
    const entryAccess = this.#deps.access.accessTo(viewer, entry);
    if (!entryAccess) return false;
    const heldUntil = this.#deps.access.heldUntil(viewer, entryAccess, share.permissions | SHARE, without);
    return heldUntil >= (share.expiresAt ?? Infinity);
  }

  /** The share, if the user may end it for all its recipients. */
  #endable({ user }: AuthorisedEntry, id: number): Share | undefined {
    const { entries, shares } = this.#context.tables;
    const share = shares.find(id);
    const entry = share && entries.find(share.entryId);
    const entryAccess = entry && this.#deps.access.accessTo(user, entry);
    if (!entryAccess) return undefined;
    const isCreator = share.createdBy?.id === user.userId;
    const leaves = shares.isReceived(id, user.userId) && !ownsEntry(user, entryAccess);
    const mayEnd = allows(entryAccess.permissions, SHARE) && !leaves;
    return isCreator || mayEnd ? share : undefined;
  }
}
