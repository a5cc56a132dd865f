import { useState } from 'preact/hooks';
import { faultIn } from '../../../api/api-error.ts';
import type { Group } from '../../../api/records.ts';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { Field, Form } from '../../../parts/forms/form.tsx';
import { useAction } from '../../../parts/hooks/use-action.ts';
import { PeopleField } from '../../../parts/sharing/people-field.tsx';
import { addMembers, createGroup, renameGroup } from '../../../state/actions/groups.ts';
import { type Recipient, recipientFields } from '../../../state/actions/recipients.ts';
import { showToast } from '../../../state/toasts.ts';
import { t } from '../../../text/text.ts';
import { DialogButtons } from '../person-dialogs.tsx';

interface DialogProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Creates a group with members. */
export function NewGroupDialog({ onDone, onClose }: DialogProps) {
  const texts = t().groups;
  const { error, isBusy, run, reset } = useAction();
  const people = useChosenPeople(reset);
  const create = async (name: string): Promise<void> => {
    await createGroup(name, people.logins());
    onDone();
    onClose();
  };
  return (
    <Dialog title={texts.make} onClose={onClose}>
      <Form error={error} onSubmit={({ name = '' }) => run(() => create(name.trim()))}>
        <Field label={texts.name} name="name" error={error} isRequired hasFocus />
        <PeopleField {...people.field} hasFocus={false} faults={error?.fields['users'] ?? []} />
        <DialogButtons action={t().create} isBusy={isBusy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** Adds members to a group. */
export function AddMembersDialog({ group, onDone, onClose }: DialogProps & { readonly group: Group }) {
  const texts = t().groups;
  const { error, isBusy, run, reset } = useAction();
  const people = useChosenPeople(reset);
  const add = async (): Promise<void> => {
    const logins = people.logins();
    if (logins.length === 0) throw faultIn('users', texts.noPeople);
    await addMembers(group, logins);
    showToast(texts.added(group.name));
    onDone();
    onClose();
  };
  return (
    <Dialog title={texts.addTitle(group.name)} onClose={onClose}>
      <Form error={error} onSubmit={() => run(add)}>
        <PeopleField {...people.field} hasFocus faults={error?.fields['users'] ?? []} />
        <DialogButtons action={texts.add} isBusy={isBusy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** Renames a group. */
export function RenameGroupDialog({ group, onDone, onClose }: DialogProps & { readonly group: Group }) {
  const texts = t().groups;
  const { error, isBusy, run } = useAction();
  const rename = async (name: string): Promise<void> => {
    if (name !== group.name) {
      await renameGroup(group, name);
      onDone();
    }
    onClose();
  };
  return (
    <Dialog title={texts.renameTitle(group.name)} onClose={onClose}>
      <Form error={error} onSubmit={({ name = '' }) => run(() => rename(name.trim()))}>
        <Field label={t().name} name="name" initial={group.name} error={error} isRequired hasFocus />
        <DialogButtons action={t().rename} isBusy={isBusy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** The state of a field for users. @param onChanged called when the choice changes */
function useChosenPeople(onChanged: () => void) {
  const [recipients, setRecipients] = useState<readonly Recipient[]>([]);
  const [typed, onType] = useState('');
  const onChange = (changed: readonly Recipient[]): void => {
    setRecipients(changed);
    onChanged();
  };
  return {
    field: { recipients, onChange, typed, onType, hasGroups: false },
    logins: () => recipientFields(recipients, typed).users,
  };
}
