import { useCallback, useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';

/** Something that comes from the service. */
export interface Loaded<T> {
  /** Undefined while it has not come. While it is loaded again, what came before. */
  readonly value: T | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
  /** Shows a change before the service has it. */
  readonly set: (value: T) => void;
}

/** Loads something when a component appears, and again when what it depends on changes. */
export function useLoaded<T>(load: () => Promise<T>, dependsOn: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: ApiError }>({});
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let isWanted = true;
    load().then(
      (value) => {
        if (isWanted) setState({ value });
      },
      (error: unknown) => {
        if (isWanted) setState({ error: asApiError(error) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [times, ...dependsOn]);
  const reload = useCallback(() => setTimes((count) => count + 1), []);
  const set = useCallback((value: T) => setState({ value }), []);
  return { value: state.value, error: state.error, reload, set };
}
