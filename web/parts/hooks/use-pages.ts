import { useState } from 'preact/hooks';
import type { Page } from '../../api/records.ts';
import { type Loaded, useLoaded } from './use-loaded.ts';

/** Items that one request brings. */
export const PAGE_SIZE = 50;

/** A list that grows by a page when the user wants more of it. */
interface Pages<T> extends Pick<Loaded<Page<T>>, 'error' | 'reload'> {
  /** Undefined while nothing has come. */
  readonly items: readonly T[] | undefined;
  /** Undefined if there is no more. */
  readonly more: (() => void) | undefined;
  /** Shows a change before the service has it. */
  readonly set: (items: readonly T[]) => void;
}

/**
 * Loads the first page of a list, one more with each call of `more`.
 * @param load gets the number of the page, from 1 on, which has {@link PAGE_SIZE} items
 */
export function usePages<T>(
  load: (page: number) => Promise<Page<T>>,
  dependsOn: readonly unknown[] = [],
): Pages<T> {
  const [count, setCount] = useState(1);
  // All of them anew, as an item that came or went meanwhile moves those on later pages.
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
