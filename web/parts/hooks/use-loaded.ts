import { useCallback, useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';

/** A value that is loaded from the service. */
export interface Loaded<T> {
  /** Undefined until it has loaded. During a reload, the previous value. */
  readonly value: T | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
  /** Shows a changed value before the service has confirmed it. */
  readonly set: (value: T) => void;
}

/** Loads a value when the component mounts, and again when a dependency changes. */
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
