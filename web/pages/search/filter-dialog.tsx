import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import { t } from '../../text/text.ts';
import { dayOf, type Group, titleOf } from './filter.ts';

interface FilterDialogProps {
  readonly group: Group;
  readonly onChange: (terms: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Asks for a filter value that the menu does not offer: a person or a range of days. */
export function FilterDialog({ group, onChange, onClose }: FilterDialogProps) {
  return (
    <Dialog title={titleOf(group)} onClose={onClose}>
      <Form onSubmit={(values) => onChange(group === 'owner' ? ownerTerms(values) : dateTerms(values))}>
        {group === 'owner' ? (
          <Field label={t().find.ownerLogin} name="owner" isRequired hasFocus />
        ) : (
          <div class="fields">
            <Field label={t().find.from} name="from" type="date" hasFocus />
            <Field label={t().find.until} name="until" type="date" />
          </div>
        )}
        <Button type="submit" variant="primary">
          {t().find.apply}
        </Button>
      </Form>
    </Dialog>
  );
}

type Values = Readonly<Record<string, string>>;

function ownerTerms({ owner = '' }: Values): readonly string[] {
  const login = owner.replaceAll(/[\s,]/g, '');
  return login === '' ? [] : [`owner:${login}`];
}

function dateTerms({ from = '', until = '' }: Values): readonly string[] {
  return [...(from === '' ? [] : [`after:${from}`]), ...(until === '' ? [] : [`before:${dayAfter(until)}`])];
}

/** The `before` term is exclusive, but the user's last day is inclusive. */
function dayAfter(day: string): string {
  const date = new Date(`${day}T12:00`);
  date.setDate(date.getDate() + 1);
  return dayOf(date);
}
