import type { Page, PageRequest } from '../../model/entries/page.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type {
  ActivityFilter,
  ActivitySource,
  FolderMark,
  StoredActivity,
  Stretch,
} from '../../storage/accounts/accounts.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Access } from '../access/access.ts';
import type { Context } from '../context.ts';
import { HighestIds } from './highest-ids.ts';

/**
 * Lengths of stretches (ranges of ids of the log). The first is short, because most lists need only the newest
 * activities. The maximum keeps one query from delaying other requests for long.
 */
const FIRST_STRETCH = 2000;
const MAX_STRETCH = 50_000;

/** Counting of the records of a list stops above this number. */
const MAX_COUNTED = 10_000;

/**
 * Maximum per query: records scanned, folders searched, and folders found in them. Other requests run between two
 * queries.
 */
const RECORDS_AT_ONCE = 20_000;
const FOLDERS_AT_ONCE = 100;
const FOUND_AT_ONCE = 5000;
/** Sorts before every folder. */
const FIRST_FOLDER: FolderMark = { id: 0, sortKey: '' };

interface Dependencies {
  readonly access: Access;
}

/**
 * Finds and counts the records of the activity log for one page of a list, in small steps between which other requests
 * run.
 */
export class ActivityPages {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * A page of the whole log, newest first. Counts the log in stretches, until the page is complete and
   * {@link MAX_COUNTED} is exceeded.
   */
  async all(filter: ActivityFilter, { page, perPage }: PageRequest): Promise<Page<StoredActivity>> {
    const { activities } = this.#context.tables;
    const whole = activities.whole();
    const offset = (page - 1) * perPage;
    if (offset < MAX_STRETCH && Object.values(filter).every((value) => value === undefined))
      return counted(activities.list({}, whole, perPage, offset), activities.size(MAX_COUNTED + 1));
    const items: StoredActivity[] = [];
    let toSkip = offset;
    let total = 0;
    for (const stretch of stretches(whole, FIRST_STRETCH, MAX_STRETCH)) {
      await yieldToRequests();
      const matching = activities.count(filter, stretch);
      if (matching > toSkip && items.length < perPage)
        items.push(...activities.list(filter, stretch, perPage - items.length, toSkip));
      toSkip = Math.max(0, toSkip - matching);
      total += matching;
      if (items.length === perPage && total > MAX_COUNTED) break;
    }
    return counted(items, total);
  }

  /** A page of the records of one entry, newest first. */
  ofEntry(id: number, filter: ActivityFilter, page: PageRequest): Promise<Page<StoredActivity>> {
    return this.#page([{ kind: 'entry', ids: [id] }], undefined, filter, page);
  }

  /**
   * A page of the records that the user may see, newest first: the user's own actions, actions of others in readable
   * folders, and actions on single readable documents. Each of these sources is a range of an index.
   */
  async visibleTo(user: UserActor, filter: ActivityFilter, page: PageRequest): Promise<Page<StoredActivity>> {
    const { folders, documents } = await this.#beneath(this.#deps.access.topIds(user));
    const sources: ActivitySource[] = [
      ...slices([...folders]).map((ids) => ({ kind: 'place', ids }) as const),
      ...slices(documents).map((ids) => ({ kind: 'entry', ids }) as const),
    ];
    return this.#page(sources, user.userId, filter, page);
  }

  /** @param userId a user whose records all belong to the list, even those outside the sources */
  async #page(
    sources: readonly ActivitySource[],
    userId: number | undefined,
    filter: ActivityFilter,
    { page, perPage }: PageRequest,
  ): Promise<Page<StoredActivity>> {
    const { activities } = this.#context.tables;
    const whole = activities.whole();
    const highest = new HighestIds(page * perPage);
    let total = 0;
    const add = async (source: ActivitySource, isOwn: boolean): Promise<void> => {
      for (const [part, range] of this.#partsOf(source, whole)) {
        await yieldToRequests();
        if (total <= MAX_COUNTED) {
          const tally = activities.tally(part, filter, range, isOwn ? 0 : (userId ?? 0));
          total += tally.total - tally.own;
          if (tally.total === 0) continue;
        }
        const wanted = { after: Math.max(range.after, highest.lowerBound), until: range.until };
        highest.add(activities.newest(part, filter, wanted, highest.count));
      }
    };
    if (userId !== undefined) await add({ kind: 'user', ids: [userId] }, true);
    for (const source of sources) await add(source, false);
    return counted(activities.listByIds(highest.from((page - 1) * perPage)), total);
  }

  /** Divides a source until each part has at most {@link RECORDS_AT_ONCE} records. */
  *#partsOf(source: ActivitySource, whole: Stretch): Generator<[ActivitySource, Stretch]> {
    const { activities } = this.#context.tables;
    const parts: [ActivitySource, Stretch][] = [[source, whole]];
    for (let next = parts.pop(); next !== undefined; next = parts.pop()) {
      const [{ kind, ids }, range] = next;
      const middle = activities.idAfter({ kind, ids }, range, RECORDS_AT_ONCE);
      const half = Math.ceil(ids.length / 2);
      if (middle === undefined) yield next;
      else if (ids.length > 1)
        parts.push([{ kind, ids: ids.slice(0, half) }, range], [{ kind, ids: ids.slice(half) }, range]);
      else {
        yield [
          { kind, ids },
          { after: range.after, until: middle },
        ];
        parts.push([
          { kind, ids },
          { after: middle, until: range.until },
        ]);
      }
    }
  }

  /**
   * The folders among the entries and beneath them, and the documents whose records these folders do not cover:
   * documents among the entries that are in none of the folders, and busy documents.
   */
  async #beneath(ids: readonly number[]): Promise<{ folders: Set<number>; documents: number[] }> {
    const { activities } = this.#context.tables;
    const tops = activities.listPlaces(ids);
    const folders = new Set(tops.flatMap(({ id, isFolder }) => (isFolder ? [id] : [])));
    for (let level = [...folders]; level.length > 0; ) {
      const next: number[] = [];
      for (const ids of slices(level))
        for await (const found of this.#foldersIn(ids)) {
          const added = found.filter((id) => !folders.has(id));
          for (const id of added) folders.add(id);
          next.push(...added);
        }
      level = next;
    }
    const single = tops.filter(({ isFolder, parentId }) => !isFolder && !folders.has(parentId ?? 0));
    const busy = activities.listBusyDocuments().filter(({ parentId }) => folders.has(parentId ?? 0));
    return { folders, documents: [...single, ...busy].map(({ id }) => id) };
  }

  async *#foldersIn(parentIds: readonly number[]): AsyncGenerator<readonly number[]> {
    const { activities } = this.#context.tables;
    await yieldToRequests();
    const all = activities.listFoldersIn(parentIds, FOUND_AT_ONCE);
    if (all.length < FOUND_AT_ONCE) {
      yield all;
      return;
    }
    for (const parentId of parentIds) {
      for (let after: FolderMark | undefined = FIRST_FOLDER; after !== undefined; ) {
        await yieldToRequests();
        const found: FolderMark[] = activities.listFoldersAfter(parentId, after, FOUND_AT_ONCE);
        yield found.map(({ id }) => id);
        after = found.length < FOUND_AT_ONCE ? undefined : found.at(-1);
      }
    }
  }
}

/** @param total exact up to {@link MAX_COUNTED} */
function counted(items: StoredActivity[], total: number): Page<StoredActivity> {
  return total > MAX_COUNTED ? { items, total: MAX_COUNTED, isTotalLowerBound: true } : { items, total };
}

function slices(ids: readonly number[]): (readonly number[])[] {
  const count = Math.ceil(ids.length / FOLDERS_AT_ONCE);
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * FOLDERS_AT_ONCE, (index + 1) * FOLDERS_AT_ONCE),
  );
}

/**
 * Divides a range of the log into stretches, newest first. Each is four times as long as the previous one, up to
 * `maxLength`.
 */
export function* stretches(
  { after, until }: Stretch,
  firstLength: number,
  maxLength: number,
): Generator<Stretch> {
  let length = firstLength;
  for (let end = until; end > after; ) {
    const start = Math.max(after, end - length);
    yield { after: start, until: end };
    end = start;
    length = Math.min(length * 4, maxLength);
  }
}
