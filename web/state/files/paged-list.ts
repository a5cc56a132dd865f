import { signal } from '@preact/signals';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { Page } from '../../api/records.ts';

const PAGE_SIZE = 200;
/** Maximum number of pages whose rows stay in memory; rows farthest from the viewport are evicted first. */
const PAGES_KEPT = 10;

/** Loads one page. @param page from 1 */
export type PageLoader<T> = (page: number, perPage: number) => Promise<Page<T>>;

/** A list of the service, loaded page by page as its rows are scrolled into the viewport. */
export class PagedList<T extends { readonly id: number }> {
  /** Number of rows; undefined until the first page has loaded. */
  readonly total = signal<number | undefined>(undefined);
  /** Error of the last request; undefined if it succeeded. */
  readonly error = signal<ApiError | undefined>(undefined);
  /** Incremented with each change of the rows. */
  readonly changes = signal(0);
  /** Incremented when rows may have been removed. */
  readonly losses = signal(0);
  readonly #load: PageLoader<T>;
  readonly #pageSize: number;
  #rows: (T | undefined)[] = [];
  readonly #loading = new Map<number, Promise<void>>();
  #visible = { from: 0, to: 0 };
  #held: Promise<unknown> = Promise.resolve();

  constructor(load: PageLoader<T>, pageSize = PAGE_SIZE) {
    this.#load = load;
    this.#pageSize = pageSize;
  }

  /** The row at an index; undefined if it is not loaded. */
  at(index: number): T | undefined {
    return this.#rows[index];
  }

  /** The index of a row; -1 if it is not loaded. */
  indexOf(id: number): number {
    return this.#rows.findIndex((row) => row?.id === id);
  }

  /** All loaded rows. A component that calls this function renders again when the rows change. */
  loaded(): T[] {
    // Reading `changes` subscribes the caller. 0: nothing has loaded yet.
    if (this.changes.value === 0) return [];
    return this.#rows.filter((row) => row !== undefined);
  }

  /** The ids of all rows, loaded or not. Loads every page. */
  async allIds(): Promise<readonly number[]> {
    const ids: number[] = [];
    for (let page = 1; ; page++) {
      const { items, total, isLowerBound } = await this.#load(page, this.#pageSize);
      ids.push(...items.map(({ id }) => id));
      // A page may lack rows that the user can no longer read, so its length does not tell whether it is the last one.
      if (isLowerBound === true ? items.length === 0 : page * this.#pageSize >= total) return ids;
    }
  }

  /** Sets the viewport and loads its missing rows. @param to exclusive */
  show(from: number, to: number): void {
    this.#visible = { from, to };
    for (const page of this.#pagesOf(from, to)) if (this.#lacks(page)) void this.#loadOnce(page);
  }

  /** Reloads the rows in the viewport and evicts all others. */
  async refresh(): Promise<void> {
    const pages = this.#pagesOf(this.#visible.from, this.#visible.to);
    const kept = new Set(pages);
    // A request that was sent before the change may return rows without it.
    await Promise.all(pages.flatMap((page) => this.#loading.get(page) ?? []));
    await Promise.all(pages.map((page) => this.#loadOnce(page)));
    this.#rows = this.#rows.map((row, index) => (kept.has(this.#pageOfIndex(index)) ? row : undefined));
    this.losses.value += 1;
    this.#changed();
  }

  /** Shows a changed row before the service has responded. */
  replace(row: T): void {
    const index = this.indexOf(row.id);
    if (index !== -1) this.#rows[index] = row;
    this.#changed();
  }

  /** Hides rows, loaded or not, before the service has responded. */
  remove(ids: ReadonlySet<number>): void {
    if (this.total.value === undefined) return;
    const left = Array.from(this.#rows).filter((row) => row === undefined || !ids.has(row.id));
    // The index of a row that is not loaded is unknown, so drop any row that is not loaded.
    let unknown = ids.size - (this.#rows.length - left.length);
    this.#rows = left.filter((row) => row !== undefined || unknown-- <= 0);
    this.total.value = this.#rows.length;
    this.losses.value += 1;
    this.#changed();
  }

  /** Delays requests until a change has completed, so that no response without the change replaces the rows. */
  hold(change: Promise<unknown>): void {
    this.#held = Promise.allSettled([this.#held, change]);
  }

  #pageOfIndex(index: number): number {
    return Math.floor(index / this.#pageSize);
  }

  #pagesOf(from: number, to: number): number[] {
    const first = this.#pageOfIndex(from);
    const last = this.#pageOfIndex(Math.max(from, to - 1));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }

  #lacks(page: number): boolean {
    const total = this.total.value;
    const start = page * this.#pageSize;
    const end = Math.min(start + this.#pageSize, total ?? Infinity);
    if (total === undefined) return true;
    for (let index = start; index < end; index++) if (this.#rows[index] === undefined) return true;
    return false;
  }

  #loadOnce(page: number): Promise<void> {
    const running = this.#loading.get(page) ?? this.#fetch(page).finally(() => this.#loading.delete(page));
    this.#loading.set(page, running);
    return running;
  }

  async #fetch(page: number): Promise<void> {
    const held = this.#held;
    await held;
    try {
      const answer = await this.#load(page + 1, this.#pageSize);
      if (held !== this.#held) {
        await this.#fetch(page);
        return;
      }
      const start = page * this.#pageSize;
      const total = totalOf(answer, start, this.#pageSize);
      this.#rows.length = total;
      for (const [index, row] of answer.items.entries()) this.#rows[start + index] = row;
      this.total.value = total;
      this.error.value = undefined;
      this.#forgetFarRows();
      this.#changed();
    } catch (error) {
      this.error.value = asApiError(error);
    }
  }

  #forgetFarRows(): void {
    const middle = this.#pageOfIndex((this.#visible.from + this.#visible.to) / 2);
    const pages = [
      ...new Set(this.#rows.flatMap((row, index) => (row === undefined ? [] : this.#pageOfIndex(index)))),
    ];
    const far = pages.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(PAGES_KEPT);
    for (const page of far) this.#rows.fill(undefined, page * this.#pageSize, (page + 1) * this.#pageSize);
  }

  #changed(): void {
    this.changes.value += 1;
  }
}

/**
 * The total of a page. Some lists are counted only up to a limit; a full page beyond it means at least one more row.
 */
function totalOf<T>({ items, total, isLowerBound }: Page<T>, start: number, pageSize: number): number {
  const end = start + items.length;
  if (isLowerBound !== true) return total;
  return items.length === pageSize ? Math.max(total, end + 1) : end;
}
