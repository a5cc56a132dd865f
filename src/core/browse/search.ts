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

/** What a search is narrowed to, besides words. */
export interface SearchFilter extends EntryFilter {
  /** Login of the owner of the home that it lies in. */
  readonly owner?: string | undefined;
}

/** Something that was found. */
export interface SearchResult {
  readonly record: EntryRecord;
  /** As the actor sees it. */
  readonly path: string;
  /** Text around the match, with `<mark>`; all else is HTML-escaped. */
  readonly snippet: string;
  /** Greater is better. */
  readonly score: number;
}

/** What {@link Search} works with. */
interface Parts {
  readonly access: Access;
  readonly mountRoot: MountRoot;
  readonly records: EntryRecords;
  readonly tree: Tree;
}

/** Finding entries by words and properties, among those that the actor can reach. */
export class Search {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * All beneath a folder (0: all that the actor can reach) that has all the words and passes the filter, best first.
   * Without words, all that passes the filter; without both, nothing.
   * @throws {DmsError} not_found
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
    const tops = folderId === 0 ? mountRoot.list(user).map((mounted) => mounted.entry.id) : [];
    const owner =
      query.filter.owner === undefined ? undefined : (users.findByLogin(query.filter.owner)?.id ?? 0);
    const beneath = this.#beneath(new Set([entry.id, ...tops]), owner);
    const required = words === 'anything' ? { required: undefined, excluded: undefined } : words;
    const hits = searchIndex.match(required, query.filter).filter((hit) => beneath(hit, tops));
    const start = (request.page - 1) * request.perPage;
    const page = hits.slice(start, start + request.perPage);
    return { items: this.#found(user, page, required.required), total: hits.length };
  }

  /** Says whether a hit lies beneath one of the tops. Each folder's way up is walked once, however many hits it has. */
  #beneath(
    tops: ReadonlySet<number>,
    owner: number | undefined,
  ): (hit: IndexHit, mounted: readonly number[]) => boolean {
    const known = new Map<number, boolean>();
    const judge = (id: number): boolean => {
      const lineage = this.#context.tables.ancestry.list(id);
      const root = lineage.at(-1);
      if (!root || root.rootKind === 'trash') return false;
      return (
        (owner === undefined || root.ownerId === owner) && lineage.some((ancestor) => tops.has(ancestor.id))
      );
    };
    return (hit, mounted) => {
      // A shared entry stands at the mount root itself, though its folder may be out of reach.
      if (mounted.includes(hit.id)) return judge(hit.id);
      if (hit.parentId === null) return false;
      const before = known.get(hit.parentId);
      if (before !== undefined) return before;
      const verdict = judge(hit.parentId);
      known.set(hit.parentId, verdict);
      return verdict;
    };
  }

  #found(user: UserActor, hits: readonly IndexHit[], required: string | undefined): SearchResult[] {
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
