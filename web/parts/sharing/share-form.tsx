import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { BITS } from '../../state/permissions.ts';
import { bitsOf, endOfDay, endShare, type Shareable, shareEntry, showRefusal } from '../../state/sharing.ts';
import { showToast } from '../../state/toasts.ts';
import { t } from '../../text/text.ts';
import { Button } from '../button.tsx';
import { Field, Form } from '../form.tsx';
import { useAction } from '../use-action.ts';
import { PeopleField } from './people-field.tsx';
import { BitsField, type Choice, RoleField } from './terms-fields.tsx';
import type { Colleague } from './use-people.ts';

interface ShareFormProps {
  readonly entry: Shareable;
  /** The user's bits on the entry. */
  readonly own: number;
  readonly onShared: () => void;
}

/** Shares an entry: with whom, what they may, and how long. */
export function ShareForm({ entry, own, onShared }: ShareFormProps) {
  const [people, setPeople] = useState<readonly Colleague[]>([]);
  const [typed, setTyped] = useState('');
  const [choice, setChoice] = useState<Choice>('view');
  const [bits, setBits] = useState<number>(BITS.read);
  const { error, isBusy, run, reset } = useAction();
  const share = async ({ end = '' }: Readonly<Record<string, string>>): Promise<void> => {
    const login = typed.trim();
    const users = [...people.map((each) => each.login), ...(login === '' ? [] : [login])];
    if (users.length === 0) throw asApiErrorOf(t().sharing.noPeople);
    const permissions = choice === 'single' ? bits : bitsOf(choice, entry.type);
    const made = await shareEntry(entry, { users, permissions, expiresAt: endOfDay(end) });
    showToast(t().sharing.shared(entry.name, namesOf(made.people)), 'done', async () => {
      await endShare(made).catch(showRefusal);
    });
    onShared();
  };
  const faults = error?.fields['users'] ?? [];
  return (
    <Form error={error} onSubmit={(values) => run(() => share(values))}>
      <PeopleField
        label={t().sharing.people}
        people={people}
        onChange={(changed) => {
          setPeople(changed);
          reset();
        }}
        typed={typed}
        onType={setTyped}
        faults={faults}
      />
      <div class="fields">
        <RoleField type={entry.type} own={own} choice={choice} onChoose={setChoice} />
        <Field label={t().sharing.lastDay} name="end" type="date" error={endErrorOf(error)} />
      </div>
      {choice === 'single' && <BitsField type={entry.type} own={own} bits={bits} onChange={setBits} />}
      {error?.fields['permissions'] && (
        <p class="fault" role="alert">
          {t().faults(error.fields['permissions'])}
        </p>
      )}
      <Button type="submit" look="primary" disabled={isBusy}>
        {t().share}
      </Button>
    </Form>
  );
}

function namesOf(people: readonly Colleague[]): string {
  return people.map(({ name }) => name).join(', ');
}

function asApiErrorOf(fault: string): ApiError {
  return new ApiError(fault, { status: 422, code: 'invalid', fields: { users: [fault] } });
}

/** The service calls the end otherwise than the form does. */
function endErrorOf(error: ApiError | undefined): ApiError | undefined {
  const faults = error?.fields['expires_at'];
  return faults && new ApiError(t().faults(faults), { fields: { end: faults } });
}
