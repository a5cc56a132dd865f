import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import { signInOptions } from '../../api/session.ts';
import { Button } from '../../parts/forms/button.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import { checkNewPassword, NewPasswordFields } from '../../parts/forms/new-password.tsx';
import { Throttled } from '../../parts/forms/throttled.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { t } from '../../text/text.ts';
import { GuestFrame } from './guest-frame.tsx';
import { type LinkCode, useLinkCode } from './link-code.ts';

/** Requests a password reset link; opened with the link, sets a new password. */
export function Page() {
  const [link, forget] = useLinkCode();
  return (
    <GuestFrame title={t().guest.resetTitle}>
      {link === undefined ? <Request /> : <NewPassword key={link.code} link={link} onVoid={forget} />}
      <ToSignIn />
    </GuestFrame>
  );
}

function ToSignIn() {
  return (
    <div class="form-links">
      <a class="link" href="/sign-in">
        {t().guest.toSignIn}
      </a>
    </div>
  );
}

function Request() {
  const texts = t().guest;
  const { error, isBusy, run } = useAction();
  const [isSent, setSent] = useState(false);
  const send = async (login: string): Promise<void> => {
    await dataOf(api.POST('/password-resets', { body: { login } }));
    setSent(true);
  };
  if (!signInOptions.password_reset) return <p>{texts.resetOff}</p>;
  if (isSent) return <p role="status">{texts.resetSent}</p>;
  return (
    <Form
      error={error?.retryAfter === undefined ? error : undefined}
      onSubmit={({ login = '' }) => run(() => send(login))}
    >
      <p>{texts.resetHint}</p>
      <Field label={t().login} name="login" autoComplete="username" error={error} isRequired hasFocus />
      <Throttled error={error} />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {texts.resetSend}
      </Button>
    </Form>
  );
}

interface NewPasswordProps {
  readonly link: LinkCode;
  /** Called when the user needs another link. */
  readonly onVoid: () => void;
}

function NewPassword({ link, onVoid }: NewPasswordProps) {
  const texts = t().guest;
  const { error, isBusy, run } = useAction();
  const [login, setLogin] = useState<string>();
  const set = async (password: string, repeat: string): Promise<void> => {
    checkNewPassword(password, repeat);
    const params = { path: { code: link.code } };
    setLogin((await dataOf(api.POST('/password-resets/{code}', { params, body: { password } }))).login);
  };
  if (login !== undefined) return <p role="status">{texts.isSet(login)}</p>;
  const isVoid = error?.status === 404;
  return (
    <>
      <Form
        error={isVoid ? new ApiError(texts.linkVoid, { status: 404 }) : error}
        onSubmit={({ password = '', repeat = '' }) => run(() => set(password, repeat))}
      >
        <p>{link.isInvited ? texts.invitedHint : texts.chooseHint}</p>
        <NewPasswordFields error={error} />
        <Button type="submit" variant="primary" disabled={isBusy}>
          {texts.setPassword}
        </Button>
      </Form>
      {isVoid && !link.isInvited && <Button onClick={onVoid}>{texts.resetSend}</Button>}
    </>
  );
}
