import { useEffect, useRef } from 'preact/hooks';
import { type Change, onChange } from '../../state/session/events.ts';

/** Calls `reload` when the service reports a change of this kind by another user or tab. */
export function useChanges(kind: Exclude<Change['kind'], 'folder' | 'reset'>, reload: () => void): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(
    () =>
      onChange((change) => {
        if (change.kind === kind || change.kind === 'reset') latest.current();
      }),
    [kind],
  );
}
