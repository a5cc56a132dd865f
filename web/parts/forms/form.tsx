import { type ComponentChildren, createElement } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../api/api-error.ts';
import { LAST_DAY } from '../../text/format.ts';
import { t } from '../../text/text.ts';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value?: string;
  /** Initial value; a later render does not overwrite the input. */
  readonly initial?: string;
  readonly type?: 'text' | 'password' | 'email' | 'search' | 'number' | 'date' | 'time' | 'datetime-local';
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric' | 'email' | 'text';
  readonly isRequired?: boolean;
  readonly hasFocus?: boolean;
  /** A field with several lines. */
  readonly isLong?: boolean;
  /** A sentence below the field. */
  readonly hint?: string;
  /** The last error; its sentences for this field are shown below it. */
  readonly error?: ApiError | undefined;
  readonly onInput?: (value: string) => void;
}

const LONG_ROWS = 5;

/** A form field with its label above and its errors below. */
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
  // The browser applies `autofocus` when a page or dialog opens, not when a later step appears. A layout effect,
  // because after the paint it could steal the focus from the next field, where the user already types.
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
            // Selected, so that typing replaces a proposed value.
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
  /** The last error; sentences without a matching field are shown at the form. */
  readonly error?: ApiError | undefined;
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void;
}

/** A form. Values are passed by field name. */
export function Form({ children, error, onSubmit }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [sentences, setSentences] = useState<readonly string[]>([]);
  useLayoutEffect(
    () => setSentences(error === undefined ? [] : sentencesOutsideFields(error, form.current)),
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

/** Sentences of the error that belong to no field of the form. */
function sentencesOutsideFields(error: ApiError, form: HTMLFormElement | null): readonly string[] {
  const fields = Object.entries(error.fields);
  if (fields.length === 0) return [error.isOffline ? t().unreachable : error.message];
  return fields.flatMap(([name, faults]) =>
    (form?.elements.namedItem(name) ?? null) === null ? faults : [],
  );
}
