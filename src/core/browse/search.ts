import { setTimeout as pause } from 'node:timers/promises';
import type { Actor, UserActor } from '../../model/actor.ts';
import type { EntryRecord } from '../../model/entry.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { EntryFilter, IndexHit, SearchWords } from '../../storage/tree/tree.ts';
import type { Access } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { EntryRecords } from './entry-records.ts';
import { parseSearchQuery } from './search-query.ts';
import type { Tree } from './tree.ts';

/** Properties that an entry must have to be found, besides the words. */
export interface SearchFilter extends EntryFilter {
  /** Login of the owner of the home that the entry is in. */
  readonly owner?: string | undefined;
}

/** One entry that a search found. */
export interface SearchResult {
  readonly record: EntryRecord;
  /** The path as the actor sees it, starting with `/`. */
  readonly path: string;
  /**
   * HTML: the text around the match, escaped, with the match in `<mark>`. Empty for a search without words.
   */
  readonly snippet: string;
  /** A greater score is a better match (docs/contract.md §16). */
  readonly score: number;
}

/** What {@link Search} works with. */
interface Parts {
  readonly access: Access;
  readonly records: EntryRecords;
  readonly tree: Tree;
}

/** Finds entries by words and properties, among those that the actor may read. */
export class Search {
  readonly #context: Context;
  readonly #parts: Parts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Finds the entries beneath a folder that match the words and the filter, best match first. Without
   * words: all that match the filter. Without words and filter: none. Searches run one after another, at
   * most half of the time, so that they keep no other request waiting for long.
   * @param folderId 0: everything that the actor sees at the mount root and beneath
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found |
   * invalid (q)
   */
  async search(
    actor: Actor,
    folderId: number,
    query: { q: string; filter: SearchFilter },
    request: PageRequest,
  ): Promise<Page<SearchResult>> {
    this.#parts.access.folder(actor, folderId);
    const words = parseSearchQuery(query.q);
    const isFiltered = Object.values(query.filter).some((value) => value !== undefined);
    if (words === 'nothing' || (words === 'anything' && !isFiltered)) return { items: [], total: 0 };
    while (await this.#inTurn(() => this.#context.tables.searchIndex.indexBatch()));
    const searchWords = words === 'anything' ? { required: undefined, excluded: undefined } : words;
    return this.#inTurn(() => this.#find(actor, folderId, searchWords, query.filter, request));
  }

  #find(
    actor: Actor,
    folderId: number,
    words: SearchWords,
    filter: SearchFilter,
    { page, perPage }: PageRequest,
  ): Page<SearchResult> {
    const { user, entry } = this.#parts.access.folder(actor, folderId);
    const tops = folderId === 0 ? this.#reachable(user) : [entry.id];
    const scope = { tops: this.#ownedBy(filter.owner, tops), exceptId: entry.id };
    const range = { limit: perPage, offset: (page - 1) * perPage };
    const { hits, total } = this.#context.tables.entrySearch.find(words, filter, scope, range);
    return { items: this.#resultsOf(user, hits, words.required), total };
  }

  /**
   * The home, the shared entries, and for administrators the system folders, without those beneath another
   * one. All that the user may read is one of these or beneath one.
   */
  #reachable(user: UserActor): number[] {
    const { ancestry } = this.#context.tables;
    const tops = new Set(this.#parts.access.topIds(user));
    const isBeneathAnother = (id: number) =>
      ancestry.list(id).some((above) => above.id !== id && tops.has(above.id));
    return [...tops].filter((id) => !isBeneathAnother(id));
  }

  /** Those of the entries that lie in the home of the user with this login; undefined: all. */
  #ownedBy(login: string | undefined, ids: readonly number[]): readonly number[] {
    if (login === undefined) return ids;
    const { ancestry, users } = this.#context.tables;
    const owner = users.findByLogin(login);
    return owner === undefined ? [] : ids.filter((id) => ancestry.list(id).at(-1)?.ownerId === owner.id);
  }

  /** Runs `work` after what came before it. Then other requests have as long as it took. */
  #inTurn<T>(work: () => T): Promise<T> {
    let begin = 0;
    const turn = this.#last.then(() => {
      begin = performance.now();
      return work();
    });
    this.#last = turn.then(ignore, ignore).then(() => pause(performance.now() - begin));
    return turn;
  }

  #resultsOf(user: UserActor, hits: readonly IndexHit[], required: string | undefined): SearchResult[] {
    const ids = hits.map((hit) => hit.id);
    if (ids.length === 0) return [];
    const { entrySearch } = this.#context.tables;
    const snippets = required === undefined ? new Map<number, string>() : entrySearch.snippets(required, ids);
    const records = new Map(this.#records(user, ids).map((record) => [record.id, record]));
    const addressOf = this.#parts.tree.addresses(user);
    return hits.flatMap(({ id, score }) => {
      const record = records.get(id);
      if (!record) return [];
      return [{ record, path: addressOf(id).path, snippet: snippets.get(id) ?? '', score }];
    });
  }

  #records(user: UserActor, ids: readonly number[]): EntryRecord[] {
    const { access, records } = this.#parts;
    return records.list(
      this.#context.tables.entries
        .listByIds(ids)
        .map((entry) => records.source(user, entry, access.found(user, entry).standing)),
    );
  }
}

function ignore(): void {
  // Whoever searches hears of the error. The next search does not.
}
