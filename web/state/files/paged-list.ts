import { signal } from '@preact/signals';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { Page } from '../../api/records.ts';

const PAGE_SIZE = 200;
/** Rows of this many pages stay in memory; those that are farthest from the screen go first. */
const PAGES_KEPT = 10;

/** Asks for a page. @param page from 1 */
export type PageLoader<T> = (page: number, perPage: number) => Promise<Page<T>>;

/** A list of the service, loaded page by page as rows come to be seen. */
export class PagedList<T extends { readonly id: number }> {
  /** Number of rows; undefined until the first page has arrived. */
  readonly total = signal<number | undefined>(undefined);
  /** Why the last request failed; undefined after one that did not. */
  readonly error = signal<ApiError | undefined>(undefined);
  /** Grows with each change of the rows. */
  readonly changes = signal(0);
  /** Grows when rows may have gone. */
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

  /** The row at a place in the list; undefined if it is not loaded. */
  at(index: number): T | undefined {
    return this.#rows[index];
  }

  /** The place of a row, if it is loaded; else -1. */
  indexOf(id: number): number {
    return this.#rows.findIndex((row) => row?.id === id);
  }

  /** All rows that are loaded. A component that calls it is drawn anew when they change. */
  loaded(): T[] {
    // Nothing has come yet.
    if (this.changes.value === 0) return [];
    return this.#rows.filter((row) => row !== undefined);
  }

  /** The ids of all rows, loaded or not. */
  async allIds(): Promise<readonly number[]> {
    const ids: number[] = [];
    for (let page = 1; ; page++) {
      const { items } = await this.#load(page, this.#pageSize);
      ids.push(...items.map(({ id }) => id));
      if (items.length < this.#pageSize) return ids;
    }
  }

  /** Says which rows are on the screen, and loads what is missing of them. @param to exclusive */
  show(from: number, to: number): void {
    this.#visible = { from, to };
    for (const page of this.#pagesOf(from, to)) if (this.#lacks(page)) void this.#loadOnce(page);
  }

  /** Looks at the rows on the screen again; the others are forgotten. */
  async refresh(): Promise<void> {
    const pages = this.#pagesOf(this.#visible.from, this.#visible.to);
    const kept = new Set(pages);
    // What was asked for before the change that is to be seen may come without it.
    await Promise.all(pages.flatMap((page) => this.#loading.get(page) ?? []));
    await Promise.all(pages.map((page) => this.#loadOnce(page)));
    this.#rows = this.#rows.map((row, index) => (kept.has(this.#pageOfIndex(index)) ? row : undefined));
    this.losses.value += 1;
    this.#changed();
  }

  /** Shows a change of a row before the service has answered. */
  replace(row: T): void {
    const index = this.indexOf(row.id);
    if (index !== -1) this.#rows[index] = row;
    this.#changed();
  }

  /** Shows that rows, loaded or not, are gone before the service has answered. */
  remove(ids: ReadonlySet<number>): void {
    if (this.total.value === undefined) return;
    const left = Array.from(this.#rows).filter((row) => row === undefined || !ids.has(row.id));
    // Where those that are not loaded were, only the service knows.
    let unknown = ids.size - (this.#rows.length - left.length);
    this.#rows = left.filter((row) => row !== undefined || unknown-- <= 0);
    this.total.value = this.#rows.length;
    this.losses.value += 1;
    this.#changed();
  }

  /** Until a change is done as a whole, the list stays as it is shown, and nothing is loaded that may lack it. */
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

/** The service counts some lists to a limit only: there is at least one more row after a full page beyond it. */
function totalOf<T>({ items, total, isLowerBound }: Page<T>, start: number, pageSize: number): number {
  const end = start + items.length;
  if (isLowerBound !== true) return total;
  return items.length === pageSize ? Math.max(total, end + 1) : end;
}
