import { useState } from 'preact/hooks';
import { asApiError, faultIn } from '../../api/api-error.ts';
import { type Recipient, recipientFields, recipientNames } from '../../state/actions/recipients.ts';
import { bitsOf, endShare, type Shareable, shareEntry, showRefusal } from '../../state/actions/sharing.ts';
import { BITS } from '../../state/files/permissions.ts';
import { showUndoable } from '../../state/undo.ts';
import { startOfDay } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { Button } from '../forms/button.tsx';
import { Field, Form } from '../forms/form.tsx';
import { useAction } from '../hooks/use-action.ts';
import { formError } from './form-error.ts';
import { PeopleField } from './people-field.tsx';
import { BitsField, type Choice, RoleField } from './terms-fields.tsx';

interface ShareFormProps {
  readonly entry: Shareable;
  /** The user's permission bits on the entry. */
  readonly own: number;
  readonly onShared: () => void;
}

/** Form that shares an entry: recipients, permissions and expiry. */
export function ShareForm({ entry, own, onShared }: ShareFormProps) {
  const [recipients, setRecipients] = useState<readonly Recipient[]>([]);
  const [typed, setTyped] = useState('');
  const [choice, setChoice] = useState<Choice>('view');
  const [bits, setBits] = useState<number>(BITS.read);
  const { error, isBusy, run, reset } = useAction();
  const share = async ({ end = '' }: Readonly<Record<string, string>>): Promise<void> => {
    const { users, groups } = recipientFields(recipients, typed);
    if (users.length + groups.length === 0) throw faultIn('users', t().sharing.noPeople);
    const expiresAt = end === '' ? null : startOfDay(end, 1);
    if (expiresAt === undefined) throw faultIn('end', t().dayMissing);
    const permissions = choice === 'single' ? bits : bitsOf(choice, entry.type);
    const terms = { users, groups, permissions, expiresAt };
    const made = await shareEntry(entry, terms).catch((reason: unknown) => {
      throw formError(asApiError(reason));
    });
    showUndoable(t().sharing.shared(entry.name, recipientNames(made)), async () => {
      await endShare(made).catch(showRefusal);
    });
    onShared();
  };
  const faults = error?.fields['users'] ?? [];
  return (
    <Form error={error} onSubmit={(values) => run(() => share(values))}>
      <PeopleField
        recipients={recipients}
        hasGroups
        hasFocus
        onChange={(changed) => {
          setRecipients(changed);
          reset();
        }}
        typed={typed}
        onType={setTyped}
        faults={faults}
      />
      <div class="fields">
        <RoleField type={entry.type} own={own} choice={choice} onChoose={setChoice} />
        <Field label={t().sharing.lastDay} name="end" type="date" error={error} />
      </div>
      {choice === 'single' && <BitsField type={entry.type} own={own} bits={bits} onChange={setBits} />}
      <Button type="submit" variant="primary" disabled={isBusy}>
        {t().share}
      </Button>
    </Form>
  );
}
