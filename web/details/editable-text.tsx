import pencil from 'icon:pencil';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../parts/forms/button.tsx';
import { Field, Form } from '../parts/forms/form.tsx';
import { useAction } from '../parts/hooks/use-action.ts';
import { t } from '../text/text.ts';

interface EditableTextProps {
  readonly label: string;
  /** Of the field, as the service calls it. */
  readonly name: string;
  readonly value: string;
  /** Invites to write if there is no text. */
  readonly empty: string;
  readonly isLong?: boolean;
  readonly isEditable: boolean;
  readonly onEdit?: () => void;
  /** @returns false: what was written stays to be worked on @throws {ApiError} */
  readonly onSave: (text: string) => Promise<boolean>;
}

/** A text that becomes a field where it stands. Esc leaves it as it was. */
export function EditableText(props: EditableTextProps) {
  const { label, name, value, empty, isLong = false, isEditable, onEdit, onSave } = props;
  const [isEdited, setEdited] = useState(false);
  const { error, isBusy, run, reset } = useAction();
  // A field without it would lose what is written when the document is looked at again.
  const [draft, setDraft] = useState(value);
  const whole = useRef<HTMLDivElement>(null);
  const hadFocus = whole.current?.contains(document.activeElement) === true;
  // Not later: the user types on at once. What had the focus may have been replaced: by the form, or after it by another button.
  useLayoutEffect(() => {
    if (isEdited) whole.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    else if (hadFocus) whole.current?.querySelector('button')?.focus();
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

/** Enter alone makes a new line. */
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
      <Button type="submit" look="primary" disabled={isBusy}>
        {t().save}
      </Button>
      <Button onClick={onCancel}>{t().cancel}</Button>
    </div>
  );
}

interface EmptyProps extends Pick<EditableTextProps, 'label' | 'empty'> {
  readonly onEdit: (() => void) | undefined;
}

/** What stands in place of a text: an invitation to write one, for those who may. */
function Empty({ label, empty, onEdit }: EmptyProps) {
  if (onEdit === undefined) return <p class="hint">{t().document.none}</p>;
  return (
    <button type="button" class="link" aria-label={`${empty}: ${label}`} onClick={onEdit}>
      {empty}
    </button>
  );
}
