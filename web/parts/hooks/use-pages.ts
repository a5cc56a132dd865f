import { useState } from 'preact/hooks';
import type { Page } from '../../api/records.ts';
import { type Loaded, useLoaded } from './use-loaded.ts';

/** Items per request. */
export const PAGE_SIZE = 50;

/** A list that grows by one page per call of `more`. */
interface Pages<T> extends Pick<Loaded<Page<T>>, 'error' | 'reload'> {
  /** Undefined until the first page has loaded. */
  readonly items: readonly T[] | undefined;
  /** Loads the next page; undefined on the last page. */
  readonly more: (() => void) | undefined;
  /** Shows a changed list before the service has confirmed it. */
  readonly set: (items: readonly T[]) => void;
}

/**
 * Loads the first page of a list, and one more with each call of `more`.
 * @param load receives the page number, from 1; each page has {@link PAGE_SIZE} items
 */
export function usePages<T>(
  load: (page: number) => Promise<Page<T>>,
  dependsOn: readonly unknown[] = [],
): Pages<T> {
  const [count, setCount] = useState(1);
  // Reload all pages, because an item that was added or removed meanwhile shifts those on later pages.
  const { value, error, reload, set } = useLoaded(async () => {
    const pages = await Promise.all(Array.from({ length: count }, (_, index) => load(index + 1)));
    return { items: pages.flatMap(({ items }) => items), total: pages[0]?.total ?? 0 };
  }, [count, ...dependsOn]);
  const hasMore = value !== undefined && value.total > count * PAGE_SIZE;
  return {
    items: value?.items,
    error,
    reload,
    more: hasMore ? () => setCount(count + 1) : undefined,
    set: (items) => set({ items: [...items], total: value?.total ?? items.length }),
  };
}
