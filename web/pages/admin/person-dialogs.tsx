import { useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import type { User } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { Check } from '../../parts/forms/check.tsx';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { type HandedInvitation, inviteUser, isOwn } from '../../state/actions/people-admin.ts';
import { showToast } from '../../state/toasts.ts';
import { formatMoment } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { QuotaField, quotaIn } from './quota-field.tsx';

type Values = Readonly<Record<string, string>>;

interface InviteProps {
  readonly onMade: () => void;
  /** Called with a link that the service did not send by e-mail. */
  readonly onLink: (invitation: HandedInvitation) => void;
  readonly onClose: () => void;
}

/** Creates an account and an invitation for it. */
export function InviteDialog({ onMade, onLink, onClose }: InviteProps) {
  const texts = t().admin;
  const { error, isBusy, run } = useAction();
  const invite = async (values: Values): Promise<void> => {
    const { name = '', login = '', email = '', is_admin } = values;
    const body = { name, login, email, is_admin: is_admin === 'on', quota_bytes: quotaIn(values) };
    const user = await dataOf(api.POST('/users', { body }));
    onMade();
    onClose();
    // The account exists by now, so a failed invitation must not keep the form open.
    const link = await inviteUser(user).catch((reason: unknown) => {
      showToast(texts.invitationFailed(user.name, asApiError(reason).message), 'failed');
    });
    if (link !== undefined) onLink(link);
  };
  return (
    <Dialog title={texts.inviteTitle} onClose={onClose}>
      <p class="hint">{texts.inviteHint}</p>
      <Form error={error} onSubmit={(values) => run(() => invite(values))}>
        <Field label={t().name} name="name" error={error} isRequired hasFocus />
        <EmailField error={error} />
        <Field label={texts.login} name="login" hint={texts.loginHint} error={error} isRequired />
        <RightsFields bytes={null} isAdmin={false} error={error} />
        <DialogButtons action={texts.invite} isBusy={isBusy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

interface EditProps {
  readonly user: User;
  readonly onSaved: (user: User) => void;
  readonly onClose: () => void;
}

/** Edits an account: name, e-mail address, rights and quota. */
export function EditDialog({ user, onSaved, onClose }: EditProps) {
  const texts = t().admin;
  const { error, isBusy, run } = useAction();
  const [email, setEmail] = useState(user.email);
  const needsPassword = isOwn(user) && email.trim() !== user.email;
  const save = async (values: Values): Promise<void> => {
    const body = changesIn(user, values);
    if (Object.keys(body).length > 0) {
      const params = { path: { id: user.id } };
      const saved = await dataOf(api.PATCH('/users/{id}', { params, body }));
      onSaved(saved);
      if (isOwn(saved)) account.value = saved;
      showToast(texts.saved);
    }
    onClose();
  };
  return (
    <Dialog title={texts.editTitle(user.name)} onClose={onClose}>
      <Form error={error} onSubmit={(values) => run(() => save(values))}>
        <p class="fact">
          <span>{texts.login}</span> {user.login}
        </p>
        <Field label={t().name} name="name" initial={user.name} error={error} isRequired hasFocus />
        <EmailField initial={user.email} error={error} onInput={setEmail} />
        {needsPassword && (
          <Field
            label={texts.currentPassword}
            name="current_password"
            type="password"
            autoComplete="current-password"
            hint={texts.currentPasswordHint}
            error={error}
            isRequired
          />
        )}
        <RightsFields bytes={user.quota_bytes} isAdmin={user.is_admin} error={error} />
        <DialogButtons action={t().save} isBusy={isBusy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** Only the changed fields, so that a new name alone does not resend the e-mail address or the user's own rights. */
function changesIn(user: User, values: Values) {
  const { name = '', email = '', is_admin, current_password } = values;
  const isAdmin = is_admin === 'on';
  const quota = quotaIn(values);
  return {
    ...(name === user.name ? {} : { name }),
    ...(email.trim() === user.email ? {} : { email: email.trim() }),
    ...(current_password === undefined ? {} : { current_password }),
    ...(isAdmin === user.is_admin ? {} : { is_admin: isAdmin }),
    ...(quota === user.quota_bytes ? {} : { quota_bytes: quota }),
  };
}

interface EmailFieldProps {
  readonly initial?: string;
  readonly error: ApiError | undefined;
  readonly onInput?: (value: string) => void;
}

function EmailField({ initial = '', error, onInput = () => undefined }: EmailFieldProps) {
  return (
    <Field
      label={t().admin.email}
      name="email"
      type="email"
      inputMode="email"
      initial={initial}
      error={error}
      isRequired
      onInput={onInput}
    />
  );
}

interface RightsFieldsProps {
  readonly bytes: number | null;
  readonly isAdmin: boolean;
  readonly error: ApiError | undefined;
}

function RightsFields({ bytes, isAdmin, error }: RightsFieldsProps) {
  const texts = t().admin;
  return (
    <>
      <QuotaField bytes={bytes} error={error} />
      <div>
        <Check
          label={texts.isAdministrator}
          name="is_admin"
          isOn={isAdmin}
          hint={texts.isAdministratorHint}
        />
        {error?.fields['is_admin']?.map((fault) => (
          <p key={fault} class="fault">
            {fault}
          </p>
        ))}
      </div>
    </>
  );
}

interface DialogButtonsProps {
  readonly action: string;
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

/** The buttons at the end of a dialog form. */
export function DialogButtons({ action, isBusy, onClose }: DialogButtonsProps) {
  return (
    <div class="dialog-buttons">
      <Button onClick={onClose}>{t().cancel}</Button>
      <Button type="submit" variant="primary" disabled={isBusy}>
        {action}
      </Button>
    </div>
  );
}

interface LinkDialogProps {
  readonly invitation: HandedInvitation;
  readonly onClose: () => void;
}

/** Shows an invitation link once. */
export function LinkDialog({ invitation, onClose }: LinkDialogProps) {
  const texts = t().admin;
  const { name, url, until } = invitation;
  return (
    <Dialog title={texts.invitationTitle(name)} isForced onClose={onClose}>
      <p>{texts.invitationOnce(formatMoment(until))}</p>
      <CopyField label={texts.invitationLink} value={url} isFresh />
      <div class="dialog-buttons">
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </Dialog>
  );
}
