import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { Entry } from '../../api/records.ts';
import { rename } from '../../state/actions/entry-actions.ts';
import { t } from '../../text/text.ts';

interface RenameFieldProps {
  readonly entry: Entry;
  readonly folderId: number;
  readonly onDone: () => void;
}

/** The name of an entry as an input in its row. The name without its extension is selected. */
export function RenameField({ entry, folderId, onDone: close }: RenameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const fault = useRef<HTMLElement>(null);
  const [error, setError] = useState<ApiError>();
  // The entry as the user knows it. Later changes by other users must not replace it, until an error has reported them.
  const known = useRef<Entry | undefined>(entry);
  const id = useId();
  const isDone = useRef(false);
  // A layout effect, because the user may type immediately.
  useLayoutEffect(() => {
    const end = entry.type === 'folder' ? -1 : entry.name.lastIndexOf('.');
    input.current?.focus();
    input.current?.setSelectionRange(0, end > 0 ? end : entry.name.length);
  }, []);
  // Scrolls the error of the last visible row into view. Runs after the list has restored its scroll position, which it
  // does after each reload.
  useEffect(() => fault.current?.scrollIntoView({ block: 'nearest' }), [error, entry]);
  const onDone = (): void => {
    const list = input.current?.closest<HTMLElement>('[role=grid]');
    close();
    list?.focus();
  };
  const finish = (): void => {
    if (isDone.current) return;
    const name = input.current?.value.trim() ?? '';
    isDone.current = true;
    if (name === '' || name === entry.name) onDone();
    else
      rename(known.current ?? entry, name, folderId).then(onDone, (reason: unknown) => {
        isDone.current = false;
        known.current = undefined;
        setError(asApiError(reason));
        input.current?.focus();
      });
  };
  const faults = error && [error.fields['name'] ?? [error.message]].flat();
  return (
    <span class="rename">
      <input
        ref={input}
        defaultValue={entry.name}
        aria-label={t().newName(entry.name)}
        aria-invalid={error !== undefined}
        aria-describedby={faults && id}
        onBlur={() => {
          if (error === undefined) finish();
          else onDone();
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') finish();
          else if (event.key === 'Escape') onDone();
        }}
      />
      {faults && (
        <span ref={fault} id={id} class="fault" role="alert">
          {t().faults(faults)}
        </span>
      )}
    </span>
  );
}
