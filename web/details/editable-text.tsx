import pencil from 'icon:pencil';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../parts/forms/button.tsx';
import { Field, Form } from '../parts/forms/form.tsx';
import { useAction } from '../parts/hooks/use-action.ts';
import { t } from '../text/text.ts';

interface EditableTextProps {
  readonly label: string;
  /** Name of the field in the API. */
  readonly name: string;
  readonly value: string;
  /** Label of the button that is shown while there is no text. */
  readonly empty: string;
  readonly isLong?: boolean;
  readonly isEditable: boolean;
  readonly onEdit?: () => void;
  /** @returns false to keep the form open with the user's text @throws {ApiError} */
  readonly onSave: (text: string) => Promise<boolean>;
}

/** A text that turns into a form field in place. Esc discards the changes. */
export function EditableText(props: EditableTextProps) {
  const { label, name, value, empty, isLong = false, isEditable, onEdit, onSave } = props;
  const [isEdited, setEdited] = useState(false);
  const { error, isBusy, run, reset } = useAction();
  // Controlled, because an uncontrolled field would lose the input when the document is reloaded.
  const [draft, setDraft] = useState(value);
  const whole = useRef<HTMLDivElement>(null);
  const hadFocus = whole.current?.contains(document.activeElement) === true;
  // Layout effects, because the user may type immediately. The form or the button replaces the element that had the
  // focus. A new value leaves an open form alone: the user may be in another one already.
  useLayoutEffect(() => {
    if (isEdited) whole.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isEdited]);
  useLayoutEffect(() => {
    if (!isEdited && hadFocus) whole.current?.querySelector('button')?.focus();
  }, [isEdited, value]);
  const close = (): void => {
    setEdited(false);
    reset();
  };
  const save = async (text: string): Promise<void> => {
    if (text === value || (await onSave(text))) close();
  };
  const edit = (): void => {
    onEdit?.();
    setDraft(value);
    setEdited(true);
  };
  if (!isEdited)
    return (
      <div ref={whole} class="editable">
        {value === '' ? (
          <Empty label={label} empty={empty} onEdit={isEditable ? edit : undefined} />
        ) : (
          <p>{value}</p>
        )}
        {isEditable && value !== '' && (
          <IconButton icon={pencil} label={t().document.edit(label)} onClick={edit} />
        )}
      </div>
    );
  return (
    <div
      ref={whole}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        else if (savesText(event) && event.target instanceof HTMLTextAreaElement)
          event.target.form?.requestSubmit();
        event.stopPropagation();
      }}
    >
      <Form
        error={error}
        onSubmit={(values) => run(() => save((values[name] ?? '').replaceAll('\r\n', '\n')))}
      >
        <Field {...{ label, name, isLong, error }} value={draft} onInput={setDraft} />
        <FormButtons isBusy={isBusy} onCancel={close} />
      </Form>
    </div>
  );
}

/** Ctrl+Enter or Cmd+Enter saves; Enter alone inserts a line break. */
function savesText({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}

interface FormButtonsProps {
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

function FormButtons({ isBusy, onCancel }: FormButtonsProps) {
  return (
    <div class="buttons">
      <Button type="submit" variant="primary" disabled={isBusy}>
        {t().save}
      </Button>
      <Button onClick={onCancel}>{t().cancel}</Button>
    </div>
  );
}

interface EmptyProps extends Pick<EditableTextProps, 'label' | 'empty'> {
  readonly onEdit: (() => void) | undefined;
}

/** The placeholder of an empty text: a button to write one, for users with permission. */
function Empty({ label, empty, onEdit }: EmptyProps) {
  if (onEdit === undefined) return <p class="hint">{t().document.none}</p>;
  return (
    <button type="button" class="link" aria-label={`${empty}: ${label}`} onClick={onEdit}>
      {empty}
    </button>
  );
}
