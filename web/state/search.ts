import { computed, effect, signal } from '@preact/signals';
import { api, pageOf } from '../api/client.ts';
import type { Page, SearchResult } from '../api/records.ts';
import { account } from '../api/session.ts';

/** A query, its filter and its scope. */
export interface Search {
  readonly q: string;
  /** Filter terms (docs/build/contract/search.md §16). */
  readonly filter: string;
  /** The folder to search below; 0: everything that the user can access. */
  readonly folderId: number;
}

const RECENT_KEPT = 8;

/** Searches for entries. @throws {ApiError} */
export function findEntries(
  { q, filter, folderId }: Search,
  page: number,
  perPage: number,
  { signal = null, ...more }: { readonly signal?: AbortSignal | null; readonly include?: 'shared_with' } = {},
): Promise<Page<SearchResult>> {
  const params = { path: { id: folderId }, query: { q, filter, page, per_page: perPage, ...more } };
  return pageOf(api.GET('/folders/{id}/search', { params, signal }));
}

/** The path of the page with all results of a search. */
export function pathOfSearch({ q, filter, folderId }: Search): string {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (filter !== '') query.set('filter', filter);
  if (folderId !== 0) query.set('in', String(folderId));
  const text = query.toString();
  return text === '' ? '/search' : `/search?${text}`;
}

/** The search that a page's query string describes. */
export function searchOf(query: URLSearchParams): Search {
  const folderId = Number(query.get('in') ?? 0);
  return {
    q: query.get('q') ?? '',
    filter: query.get('filter') ?? '',
    folderId: Number.isSafeInteger(folderId) ? folderId : 0,
  };
}

/** Keyed by account, so users of one browser do not share a history. */
function key(): string {
  return `dms-recent-searches-${String(account.value?.id ?? 0)}`;
}

function readKept(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

const kept = signal<readonly string[]>([]);

effect(() => {
  kept.value = readKept();
});

/** The user's recent queries in this browser, newest first. */
export const recentSearches = computed(() => kept.value);

/** Adds a query to the recent ones. */
export function noteSearch(q: string): void {
  const text = q.trim();
  if (text !== '') keep([text, ...kept.value.filter((each) => each !== text)].slice(0, RECENT_KEPT));
}

/** Clears the recent queries. */
export function forgetSearches(): void {
  keep([]);
}

function keep(queries: readonly string[]): void {
  kept.value = queries;
  try {
    localStorage.setItem(key(), JSON.stringify(queries));
  } catch {
    // Without storage, the queries last until the page is closed.
  }
}
