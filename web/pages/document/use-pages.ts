import { useState } from 'preact/hooks';
import type { Page } from '../../api/records.ts';
import { type Loaded, useLoaded } from '../../parts/use-loaded.ts';

/** Items that one request brings. */
export const PAGE_SIZE = 50;

/** A list that grows by a page when the user wants more of it. */
interface Pages<T> extends Pick<Loaded<Page<T>>, 'value' | 'error' | 'reload'> {
  /** Undefined if there is no more. */
  readonly more: (() => void) | undefined;
}

/** Loads the first pages of a list, one more with each call of `more`. @param load gets the number of the page */
export function usePages<T>(
  load: (page: number) => Promise<Page<T>>,
  dependsOn: readonly unknown[],
): Pages<T> {
  const [count, setCount] = useState(1);
  const { value, error, reload } = useLoaded(async () => {
    const pages = await Promise.all(Array.from({ length: count }, (_, index) => load(index + 1)));
    return { items: pages.flatMap(({ items }) => items), total: pages[0]?.total ?? 0 };
  }, [count, ...dependsOn]);
  const hasMore = value !== undefined && value.total > count * PAGE_SIZE;
  return { value, error, reload, more: hasMore ? () => setCount(count + 1) : undefined };
}
