import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { Undo } from '../../api/records.ts';
import { loadUndo } from '../../api/undos.ts';

/** Polling interval while an undo is running. */
const POLL_MS = 400;
/** Polling interval while it is stopped: another user, or a restart of the service, may continue it. */
const STOPPED_POLL_MS = 2000;

/** The state of an undo, polled until it has ended. */
export interface UndoRun {
  readonly undo: Undo;
  /** Error of the last poll. Polling goes on. */
  readonly error: ApiError | undefined;
  /** Shows another state, for example after the undo was continued. */
  readonly set: (undo: Undo) => void;
}

/**
 * Follows an undo.
 * @param first the undo as it began, or as a list had it
 * @param onEnd called once when it has ended
 */
export function useUndoRun(first: Undo, onEnd?: () => void): UndoRun {
  const [undo, set] = useState(first);
  const [{ polls, error }, setPolled] = useState<{ polls: number; error?: ApiError }>({ polls: 0 });
  const { id, state } = undo;
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (state === 'ended') end.current?.();
  }, [state]);
  useEffect(() => {
    if (polls > 0 && state === 'ended') return undefined;
    let isWanted = true;
    const pause = state === 'stopped' ? STOPPED_POLL_MS : POLL_MS;
    const timer = setTimeout(
      () =>
        loadUndo(id).then(
          (loaded) => {
            if (!isWanted) return;
            set(loaded);
            setPolled({ polls: polls + 1 });
          },
          (reason: unknown) => {
            if (isWanted) setPolled({ polls: polls + 1, error: asApiError(reason) });
          },
        ),
      polls === 0 ? 0 : pause,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [state, polls]);
  return { undo, error, set };
}
