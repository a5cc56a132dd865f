import type { Page, PageRequest } from '../../model/entries/page.ts';
import type {
  ActivityFilter,
  ActivitySource,
  ActivityTable,
  FolderMark,
  StoredActivity,
  Stretch,
} from '../../storage/accounts/accounts.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import { HighestIds } from './highest-ids.ts';

/** Counting of the records of a list stops above this number. */
export const MAX_COUNTED = 10_000;

/**
 * Maximum per query: records scanned, folders searched, and folders found in them. Other requests run between two
 * queries.
 */
const RECORDS_AT_ONCE = 20_000;
const FOLDERS_AT_ONCE = 100;
const FOUND_AT_ONCE = 5000;
/** Sorts before every folder. */
const FIRST_FOLDER: FolderMark = { id: 0, sortKey: '' };

/**
 * Finds and counts the records of sources for one page of a list, in small steps between which other requests run. An
 * entry that is moved meanwhile changes its sources, so a list with several sources needs a snapshot.
 */
export class ActivitySources {
  readonly #activities: ActivityTable;

  constructor(activities: ActivityTable) {
    this.#activities = activities;
  }

  /**
   * A page of the records of these sources, newest first.
   * @param userId a user whose records all belong to the list, even those outside the sources
   */
  async page(
    sources: readonly ActivitySource[],
    userId: number | undefined,
    filter: ActivityFilter,
    { page, perPage }: PageRequest,
  ): Promise<Page<StoredActivity>> {
    const activities = this.#activities;
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
    const activities = this.#activities;
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
   * The sources of all records of these entries and of those beneath them: the folders, and the documents whose records
   * these folders do not cover. These are documents among the entries that are in none of the folders, and busy ones.
   */
  async beneath(ids: readonly number[]): Promise<readonly ActivitySource[]> {
    const activities = this.#activities;
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
    const documents = [...single, ...busy].map(({ id }) => id);
    return [
      ...slices([...folders]).map((ids) => ({ kind: 'place', ids }) as const),
      ...slices(documents).map((ids) => ({ kind: 'entry', ids }) as const),
    ];
  }

  async *#foldersIn(parentIds: readonly number[]): AsyncGenerator<readonly number[]> {
    const activities = this.#activities;
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
export function counted(items: StoredActivity[], total: number): Page<StoredActivity> {
  return total > MAX_COUNTED ? { items, total: MAX_COUNTED, isTotalLowerBound: true } : { items, total };
}

function slices(ids: readonly number[]): (readonly number[])[] {
  const count = Math.ceil(ids.length / FOLDERS_AT_ONCE);
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * FOLDERS_AT_ONCE, (index + 1) * FOLDERS_AT_ONCE),
  );
}
