import { useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';

/** Something that a user does, and how it goes. */
export interface Action {
  /** Why the last attempt was refused; undefined while another one runs. */
  readonly error: ApiError | undefined;
  readonly isBusy: boolean;
  /** Does the work, unless an earlier one still runs. */
  readonly run: (work: () => Promise<unknown>) => void;
  /** Forgets the refusal. */
  readonly reset: () => void;
}

/** Runs what a form does, one at a time, and keeps why it was refused. For buttons that wait for the service, too. */
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
