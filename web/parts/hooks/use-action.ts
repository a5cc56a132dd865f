import { useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';

/** An action of the user and its state. */
export interface Action {
  /** Error of the last attempt; undefined while another one runs. */
  readonly error: ApiError | undefined;
  readonly isBusy: boolean;
  /** Runs the work, unless an earlier one is still running. */
  readonly run: (work: () => Promise<unknown>) => void;
  /** Clears the error. */
  readonly reset: () => void;
}

/** Runs the action of a form or a button, one at a time, and keeps its error. */
export function useAction(): Action {
  const [{ error, isBusy }, setState] = useState<{ error?: ApiError; isBusy: boolean }>({ isBusy: false });
  const isRunning = useRef(false);
  return {
    error,
    isBusy,
    reset: () => setState({ isBusy: false }),
    run: (work) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setState({ isBusy: true });
      work().then(
        () => {
          isRunning.current = false;
          setState({ isBusy: false });
        },
        (reason: unknown) => {
          isRunning.current = false;
          setState({ isBusy: false, error: asApiError(reason) });
        },
      );
    },
  };
}
