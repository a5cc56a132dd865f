import { type ComponentChildren, createElement } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../api/api-error.ts';
import { LAST_DAY } from '../../text/format.ts';
import { t } from '../../text/text.ts';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value?: string;
  /** What stands in the field at first; typing is left alone when the form is drawn anew. */
  readonly initial?: string;
  readonly type?: 'text' | 'password' | 'email' | 'search' | 'number' | 'date';
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric' | 'email' | 'text';
  readonly isRequired?: boolean;
  readonly hasFocus?: boolean;
  /** Several lines. */
  readonly isLong?: boolean;
  /** A sentence beneath the field. */
  readonly hint?: string;
  /** The last refusal; what it says of this field stands beneath. */
  readonly error?: ApiError | undefined;
  readonly onInput?: (value: string) => void;
}

const LONG_ROWS = 5;

/** A field of a form with its name above, and what is wrong with it beneath. */
export function Field(props: FieldProps) {
  const {
    label,
    name,
    value,
    initial,
    type = 'text',
    autoComplete,
    inputMode,
    isRequired,
    hasFocus,
    isLong = false,
    hint,
    error,
  } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The browser looks at `autofocus` when a page or a dialog opens, not when a later step of it appears. Before the field is
  // painted: an effect after it may take the focus from a user who types into the next field already.
  useLayoutEffect(() => {
    if (hasFocus === true) input.current?.focus();
  }, []);
  const faults = error?.fields[name] ?? [];
  const note = faults.length > 0 ? t().faults(faults) : hint;
  const attributes = {
    id,
    name,
    value,
    defaultValue: initial,
    required: isRequired,
    autoFocus: hasFocus,
    autoComplete: autoComplete ?? 'off',
    'aria-invalid': faults.length > 0,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      props.onInput?.(currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isLong
        ? createElement('textarea', { ...attributes, rows: LONG_ROWS })
        : createElement('input', {
            ...attributes,
            ref: input,
            type,
            inputMode,
            max: type === 'date' ? LAST_DAY : undefined,
            // What was proposed is replaced by what the user types.
            onFocus: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
              currentTarget.select(),
          })}
      {note !== undefined && (
        <p id={`${id}-note`} class={faults.length > 0 ? 'fault' : 'hint'}>
          {note}
        </p>
      )}
    </div>
  );
}

interface FormProps {
  readonly children: ComponentChildren;
  /** The last refusal; shown if it is about no field that the form has. */
  readonly error?: ApiError | undefined;
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void;
}

/** A form. Its values come by the names of its fields. */
export function Form({ children, error, onSubmit }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [sentences, setSentences] = useState<readonly string[]>([]);
  useLayoutEffect(
    () => setSentences(error === undefined ? [] : sentencesBeside(error, form.current)),
    [error],
  );
  useLayoutEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const entries = [...new FormData(event.currentTarget)];
        onSubmit(
          Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : ''])),
        );
      }}
    >
      {children}
      {sentences.length > 0 && (
        <p class="fault" role="alert">
          {t().faults(sentences)}
        </p>
      )}
    </form>
  );
}

/** What a refusal says of no field that the form has. */
function sentencesBeside(error: ApiError, form: HTMLFormElement | null): readonly string[] {
  const fields = Object.entries(error.fields);
  if (fields.length === 0) return [error.isOffline ? t().unreachable : error.message];
  return fields.flatMap(([name, faults]) =>
    (form?.elements.namedItem(name) ?? null) === null ? faults : [],
  );
}
