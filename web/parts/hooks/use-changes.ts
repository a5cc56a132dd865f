import { useEffect, useRef } from 'preact/hooks';
import { type Change, onChange } from '../../state/session/events.ts';

/** Looks at something again when the service says that others have changed it. */
export function useChanges(kind: Exclude<Change['kind'], 'folder' | 'reset'>, look: () => void): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(
    () =>
      onChange((change) => {
        if (change.kind === kind || change.kind === 'reset') latest.current();
      }),
    [kind],
  );
}
