import type { Page, PageRequest } from '../../model/entries/page.ts';
import { busy } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import {
  type EntryFilter,
  type EntryQuery,
  type IndexHit,
  MAX_COUNTED,
} from '../../storage/derived/derived.ts';
import type { Access } from '../access/access.ts';
import type { Context } from '../context.ts';
import { RoundRobinQueue } from '../round-robin-queue.ts';
import type { LocatedRecord, LocatedRecords } from './located-records.ts';
import { parseSearchQuery } from './search-query.ts';

/** Properties that an entry must have to be found, in addition to the words. */
export interface SearchFilter extends EntryFilter {
  /** Login name of the owner of the home that the entry is in. */
  readonly owner?: string | undefined;
}

/** One entry that a search found. */
export interface SearchResult extends LocatedRecord {
  /** HTML: the text around the match, escaped, with the match in `<mark>`. Empty for a search without words. */
  readonly snippet: string;
  /** A greater score is a better match (docs/build/contract/search.md §16). */
  readonly score: number;
}

interface Dependencies {
  readonly access: Access;
  readonly locatedRecords: LocatedRecords;
}

/** Finds entries by words and properties, among those that the actor may read. */
export class Search {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #queue = new RoundRobinQueue(message('searches_at_once'));

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Finds the entries beneath a folder that match the words and the filter, best match first. A search without words
   * finds all entries that match the filter; a search without words and filter finds none. Matches are counted up to
   * 1,000. Searches run one after another; users take turns.
   * @param folderId 0: everything that the actor sees at the mount root and beneath
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found | throttled (too many
   * searches, or one that takes too long) | unavailable
   */
  async search(
    actor: Actor,
    folderId: number,
    query: { q: string; filter: SearchFilter },
    request: PageRequest,
  ): Promise<Page<SearchResult>> {
    const { user } = this.#deps.access.folder(actor, folderId);
    const words = parseSearchQuery(query.q);
    const isFiltered = Object.values(query.filter).some((value) => value !== undefined);
    if (words === 'nothing' || (words === 'anything' && !isFiltered)) return { items: [], total: 0 };
    const { searchIndex, searchReader } = this.#context.derived;
    return this.#queue.run(user.userId, async () => {
      await searchIndex.prepare();
      const found = await searchReader.find({
        words: words === 'anything' ? { required: [], excluded: [] } : words,
        filter: query.filter,
        scope: this.#scope(actor, folderId, query.filter.owner),
        limit: request.perPage,
        offset: (request.page - 1) * request.perPage,
      });
      if (!found) throw busy(message('search_too_long'));
      const items = this.#resultsOf(user, found.hits);
      return found.total > MAX_COUNTED
        ? { items, total: MAX_COUNTED, isTotalLowerBound: true }
        : { items, total: found.total };
    });
  }

  /** @param owner login name of the owner whose home is searched; undefined: everything */
  #scope(actor: Actor, folderId: number, owner: string | undefined): EntryQuery['scope'] {
    const { user, entry } = this.#deps.access.folder(actor, folderId);
    const tops = folderId === 0 ? this.#deps.access.grantedIds(user) : [entry.id];
    // No user has the id 0.
    const ownerId =
      owner === undefined ? undefined : (this.#context.tables.users.findByLogin(owner)?.id ?? 0);
    return { tops, ownerId, exceptId: entry.id };
  }

  /** Results for the hits that the user may still read. */
  #resultsOf(user: UserActor, hits: readonly IndexHit[]): SearchResult[] {
    const { locatedRecords } = this.#deps;
    const readable = locatedRecords.readable(
      user,
      hits.map(({ id }) => id),
    );
    const results = new Map(
      locatedRecords.list(user, readable).map((located) => [located.record.id, located]),
    );
    return hits.flatMap(({ id, snippet, score }) => {
      const located = results.get(id);
      return located ? [{ ...located, snippet, score }] : [];
    });
  }
}
