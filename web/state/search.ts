import { computed, effect, signal } from '@preact/signals';
import { api, pageOf } from '../api/client.ts';
import type { Page, SearchResult } from '../api/records.ts';
import { account } from './session/session.ts';

/** What is looked for, and where. */
export interface Search {
  readonly q: string;
  /** Terms of docs/build/contract/search.md §16. */
  readonly filter: string;
  /** Beneath which folder; 0: in all that the user can reach. */
  readonly folderId: number;
}

const RECENT_KEPT = 8;

/** Looks for entries. @throws {ApiError} */
export function findEntries(
  { q, filter, folderId }: Search,
  page: number,
  perPage: number,
  signal?: AbortSignal,
): Promise<Page<SearchResult>> {
  const params = { path: { id: folderId }, query: { q, filter, page, per_page: perPage } };
  return pageOf(api.GET('/folders/{id}/search', { params, signal: signal ?? null }));
}

/** The page with all that a search finds. */
export function pathOfSearch({ q, filter, folderId }: Search): string {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (filter !== '') query.set('filter', filter);
  if (folderId !== 0) query.set('in', String(folderId));
  const text = query.toString();
  return text === '' ? '/search' : `/search?${text}`;
}

/** The search that a page shows. */
export function searchOf(query: URLSearchParams): Search {
  const folderId = Number(query.get('in') ?? 0);
  return {
    q: query.get('q') ?? '',
    filter: query.get('filter') ?? '',
    folderId: Number.isSafeInteger(folderId) ? folderId : 0,
  };
}

/** Who shares a browser does not see what others have looked for. */
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

/** What the user has looked for in this browser, the newest first. */
export const recentSearches = computed(() => kept.value);

/** Keeps a query among the recent ones. */
export function noteSearch(q: string): void {
  const text = q.trim();
  if (text !== '') keep([text, ...kept.value.filter((each) => each !== text)].slice(0, RECENT_KEPT));
}

/** Forgets all recent queries. */
export function forgetSearches(): void {
  keep([]);
}

function keep(queries: readonly string[]): void {
  kept.value = queries;
  try {
    localStorage.setItem(key(), JSON.stringify(queries));
  } catch {
    // A browser that keeps nothing: they hold until the page is closed.
  }
}
