import { useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { Page } from '../../api/records.ts';
import { useLoaded } from '../../parts/use-loaded.ts';

/** A list that comes in pages, as far as it has come. */
interface Pages<T> {
  /** Undefined while nothing has come. */
  readonly items: readonly T[] | undefined;
  readonly error: ApiError | undefined;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
  /** Shows a change before the service has it. */
  readonly set: (items: readonly T[]) => void;
}

/** Loads the first page of a list, and further ones when they are asked for. @param load a page, from 1 on */
export function usePages<T>(load: (page: number) => Promise<Page<T>>): Pages<T> {
  const [count, setCount] = useState(1);
  const [further, setFurther] = useState<ApiError>();
  const { value, error, reload, set } = useLoaded(() => load(1), []);
  const items = value?.items;
  const loadMore = async (): Promise<void> => {
    const next = await load(count + 1);
    setCount(count + 1);
    set({ items: [...(items ?? []), ...next.items], total: next.total });
  };
  return {
    items,
    error: error ?? further,
    hasMore: items !== undefined && value !== undefined && items.length < value.total,
    loadMore: () => {
      setFurther(undefined);
      loadMore().catch((reason: unknown) => setFurther(asApiError(reason)));
    },
    reload: () => {
      setCount(1);
      setFurther(undefined);
      reload();
    },
    set: (changed) => {
      const removed = (items?.length ?? 0) - changed.length;
      set({ items: changed, total: (value?.total ?? 0) - removed });
    },
  };
}
