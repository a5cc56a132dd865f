import type { Actor, UserActor } from '../../model/actor.ts';
import type { EntryRecord } from '../../model/entry.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { EntryFilter, IndexHit } from '../../storage/tree/tree.ts';
import type { Access } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { EntryRecords } from './entry-records.ts';
import type { MountRoot } from './mount-root.ts';
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
  /** A greater score is a better match. */
  readonly score: number;
}

/** What {@link Search} works with. */
interface Parts {
  readonly access: Access;
  readonly mountRoot: MountRoot;
  readonly records: EntryRecords;
  readonly tree: Tree;
}

/** Finds entries by words and properties, among those that the actor may read. */
export class Search {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Finds the entries beneath a folder that match the words and the filter, best match first. Without
   * words: all that match the filter. Without words and filter: none.
   * @param folderId 0: everything that the actor sees at the mount root and beneath
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  search(
    actor: Actor,
    folderId: number,
    query: { q: string; filter: SearchFilter },
    request: PageRequest,
  ): Page<SearchResult> {
    const { access, mountRoot } = this.#parts;
    const { searchIndex, users } = this.#context.tables;
    const { user, entry } = access.folder(actor, folderId);
    const words = parseSearchQuery(query.q);
    const isFiltered = Object.values(query.filter).some((value) => value !== undefined);
    if (words === 'nothing' || (words === 'anything' && !isFiltered)) return { items: [], total: 0 };
    const mountedIds = new Set(folderId === 0 ? mountRoot.list(user).map(({ entry: { id } }) => id) : []);
    const ownerId =
      query.filter.owner === undefined ? undefined : (users.findByLogin(query.filter.owner)?.id ?? 0);
    const isInScope = this.#scopeOf(entry.id, mountedIds, ownerId);
    const searchWords = words === 'anything' ? { required: undefined, excluded: undefined } : words;
    const hits = searchIndex.match(searchWords, query.filter).filter(isInScope);
    const start = (request.page - 1) * request.perPage;
    const page = hits.slice(start, start + request.perPage);
    return { items: this.#resultsOf(user, page, searchWords.required), total: hits.length };
  }

  /**
   * Makes a filter for hits. A hit passes if it is beneath the folder, is a mounted entry, or is beneath a
   * mounted entry, and if it is in the home of the owner. The filter walks up from each parent folder once,
   * however many hits are in that folder.
   * @param ownerId undefined: any owner
   */
  #scopeOf(
    folderId: number,
    mountedIds: ReadonlySet<number>,
    ownerId: number | undefined,
  ): (hit: IndexHit) => boolean {
    const walk = (id: number): boolean => {
      const lineage = this.#context.tables.ancestry.list(id);
      const root = lineage.at(-1);
      if (!root || root.rootKind === 'trash') return false;
      return (
        (ownerId === undefined || root.ownerId === ownerId) &&
        lineage.some((ancestor) => ancestor.id === folderId || mountedIds.has(ancestor.id))
      );
    };
    const known = new Map<number, boolean>();
    return (hit) => {
      // The user may see a shared entry at the mount root without being able to read its folder.
      if (mountedIds.has(hit.id)) return walk(hit.id);
      if (hit.parentId === null) return false;
      const before = known.get(hit.parentId);
      if (before !== undefined) return before;
      const isInScope = walk(hit.parentId);
      known.set(hit.parentId, isInScope);
      return isInScope;
    };
  }

  #resultsOf(user: UserActor, hits: readonly IndexHit[], required: string | undefined): SearchResult[] {
    const { tree } = this.#parts;
    const { searchIndex } = this.#context.tables;
    const ids = hits.map((hit) => hit.id);
    const snippets = required === undefined ? new Map<number, string>() : searchIndex.snippets(required, ids);
    const records = new Map(this.#records(user, ids).map((record) => [record.id, record]));
    return hits.flatMap(({ id, score }) => {
      const record = records.get(id);
      if (!record) return [];
      return [{ record, path: tree.path(user, id), snippet: snippets.get(id) ?? '', score }];
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
