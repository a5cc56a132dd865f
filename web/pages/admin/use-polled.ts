import { useEffect, useRef } from 'preact/hooks';
import { type Loaded, useLoaded } from '../../parts/hooks/use-loaded.ts';

/**
 * Polls a value while the page is visible. If a request fails, the last value stays.
 * @param pauseOf interval until the next request, in milliseconds
 */
export function usePolled<T>(
  load: () => Promise<T>,
  pauseOf: (value: T | undefined) => number,
): Omit<Loaded<T>, 'set'> {
  const { value, error, reload } = useLoaded(load, []);
  const last = useRef<T>(undefined);
  if (value !== undefined) last.current = value;
  const pause = pauseOf(last.current);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, pause);
    return () => clearInterval(timer);
  }, [pause, reload]);
  return { value: last.current, error: last.current === undefined ? error : undefined, reload };
}
