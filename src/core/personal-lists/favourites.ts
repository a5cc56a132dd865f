import type { Entry } from '../../model/entries/entry.ts';
import type { Expectation } from '../../model/entries/expectation.ts';
import type { Page, PageRequest } from '../../model/entries/page.ts';
import { DmsError, forbidden, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import { type AuthorisedEntry, commit, requireUser } from '../access/access.ts';
import type { LocatedRecord, LocatedRecords, Source, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';

/** Maximum number of favourites of a user. */
export const MAX_FAVOURITES = 1000;

interface Dependencies {
  readonly locatedRecords: LocatedRecords;
  readonly tree: Tree;
}

/**
 * Documents and folders that a user has marked. A mark changes nothing for other users. It stays with the entry when the
 * entry is moved or renamed. It is hidden while the entry is in the trash or the user may not read it.
 */
export class Favourites {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Marks an entry, or removes the mark. Does nothing if that is so already.
   * @param options.kind an entry of the other kind is `not_found`
   * @param options.expect conditions of the request
   * @returns the entry
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `write`; a home) | not_found | invalid (too many
   * favourites) | what `expect` throws
   */
  mark(
    actor: Actor,
    source: Source,
    isFavourite: boolean,
    { kind, expect }: { readonly kind?: Entry['kind']; readonly expect?: Expectation | undefined } = {},
  ): Promise<Entry> {
    return commit(this.#context, actor, () => {
      const { user, entry } = this.#deps.tree.toChange(actor, source);
      if (kind !== undefined && entry.kind !== kind) throw notFound();
      expect?.(entry, entry.parentId ?? 0);
      this.apply(user, entry, isFavourite);
      return entry;
    });
  }

  /**
   * Marks an entry that the user may read, or removes the mark, inside the caller's transaction.
   * @throws {DmsError} forbidden (a home) | invalid (too many favourites)
   */
  apply(user: UserActor, { id, rootKind }: Entry, isFavourite: boolean): void {
    const { favourites } = this.#context.tables;
    if (!isFavourite) {
      favourites.delete(user.userId, id);
      return;
    }
    if (rootKind === 'home') throw forbidden(message('home_no_favourite'));
    const marked = favourites.ids(user.userId);
    if (marked.has(id)) return;
    if (marked.size >= MAX_FAVOURITES) this.#makeRoom(user, marked);
    favourites.insert(user.userId, id, this.#context.now());
  }

  /** Ids of the actor's favourites, also of those that the actor cannot read. @throws {DmsError} unauthenticated | forbidden */
  ids(actor: Actor): ReadonlySet<number> {
    return this.#context.tables.favourites.ids(requireUser(actor, 'read').userId);
  }

  /**
   * The favourites that the actor may read: folders first, then by name.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  list(actor: Actor, { page, perPage }: PageRequest): Page<LocatedRecord> {
    const user = requireUser(actor, 'read');
    const readable = this.#readable(user);
    const shown = readable.slice((page - 1) * perPage, page * perPage);
    return { items: this.#deps.locatedRecords.list(user, shown), total: readable.length };
  }

  #readable(user: UserActor): readonly AuthorisedEntry[] {
    const ids = this.#context.tables.favourites.listInOrder(user.userId);
    return this.#deps.locatedRecords.readable(user, ids);
  }

  /**
   * Removes the oldest mark of an entry that the user cannot read, and whose mark the user therefore cannot remove.
   * @throws {DmsError} invalid: there is none
   */
  #makeRoom(user: UserActor, marked: ReadonlySet<number>): void {
    const readable = new Set(this.#readable(user).map(({ entry }) => entry.id));
    const hidden = [...marked].find((id) => !readable.has(id));
    if (hidden === undefined)
      throw new DmsError('invalid', message('favourites_too_many', { maximum: MAX_FAVOURITES }));
    this.#context.tables.favourites.delete(user.userId, hidden);
  }
}
