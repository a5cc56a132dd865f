import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { loadUndo, type Undo } from '../../api/undos.ts';

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
 * @param first the undo as it began, or as it was when the page was loaded
 * @param onEnd called once when it has ended
 */
export function useUndoRun(first: Undo, onEnd?: (undo: Undo) => void): UndoRun {
  const [undo, set] = useState(first);
  const [error, setError] = useState<ApiError>();
  const [polls, setPolls] = useState(0);
  const end = useRef(onEnd);
  end.current = onEnd;
  const { id, state } = undo;
  useEffect(() => {
    if (state === 'ended') end.current?.(undo);
  }, [id, state]);
  useEffect(() => {
    if (state === 'ended') return undefined;
    let isWanted = true;
    const pause = state === 'running' ? POLL_MS : STOPPED_POLL_MS;
    const timer = setTimeout(() => {
      loadUndo(id).then(
        (loaded) => {
          if (!isWanted) return;
          setError(undefined);
          set(loaded);
          setPolls((count) => count + 1);
        },
        (reason: unknown) => {
          if (!isWanted) return;
          setError(asApiError(reason));
          setPolls((count) => count + 1);
        },
      );
    }, pause);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [id, state, polls]);
  return { undo, error, set };
}
