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

/** The name of an entry as a field in its row. The name without its extension is selected. */
export function RenameField({ entry, folderId, onDone: close }: RenameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const fault = useRef<HTMLElement>(null);
  const [error, setError] = useState<ApiError>();
  // What others do while the user writes is not what they know, until a fault has told them.
  const known = useRef<Entry | undefined>(entry);
  const id = useId();
  const isDone = useRef(false);
  // Not later: the user types on at once.
  useLayoutEffect(() => {
    const end = entry.type === 'folder' ? -1 : entry.name.lastIndexOf('.');
    input.current?.focus();
    input.current?.setSelectionRange(0, end > 0 ? end : entry.name.length);
  }, []);
  // The last row of the screen has nothing to be seen beneath. After the list has put its rows where they were before, as it
  // does again when it has been loaded anew.
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
