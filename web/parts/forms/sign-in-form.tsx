import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf, dataOf } from '../../api/client.ts';
import { noteSignedIn, owesSecondFactor, secondFactorMethod } from '../../api/session.ts';
import { chooseLanguage } from '../../state/session/appearance.ts';
import { t } from '../../text/text.ts';
import { useAction } from '../hooks/use-action.ts';
import { Button } from './button.tsx';
import { Field, Form } from './form.tsx';
import { Throttled } from './throttled.tsx';

async function finish(): Promise<void> {
  const user = await dataOf(api.GET('/account'));
  if (user.language !== null) await chooseLanguage(user.language);
  noteSignedIn(user);
}

/** Login and password, then the second factor if the account has one. */
export function SignInForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  return owesSecondFactor.value ? (
    <CodeForm onSignedIn={onSignedIn} />
  ) : (
    <PasswordForm onSignedIn={onSignedIn} />
  );
}

/** Cancels the sign-in, so that the user can use another account. */
async function startAnew(): Promise<void> {
  await dataOf(api.POST('/logout'));
  owesSecondFactor.value = false;
}

interface StepProps {
  readonly onSignedIn: () => void;
}

function PasswordForm({ onSignedIn }: StepProps) {
  const { error, isBusy, run } = useAction();
  const signIn = async (login: string, password: string): Promise<void> => {
    const { two_factor } = await bodyOf(api.POST('/login', { body: { login, password } }));
    if (two_factor === undefined) {
      await finish();
      onSignedIn();
    } else {
      secondFactorMethod.value = two_factor.methods[0];
      owesSecondFactor.value = true;
    }
  };
  return (
    <Form
      error={refusalOf(error)}
      onSubmit={({ login = '', password = '' }) => run(() => signIn(login, password))}
    >
      <Field label={t().login} name="login" autoComplete="username" error={error} isRequired hasFocus />
      <Field
        label={t().password}
        name="password"
        type="password"
        autoComplete="current-password"
        error={error}
        isRequired
      />
      <Throttled error={error} />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {t().signIn}
      </Button>
    </Form>
  );
}

/** The error that the form shows; a throttled attempt is shown separately. */
function refusalOf(error: ApiError | undefined): ApiError | undefined {
  if (error?.status === 401) return new ApiError(t().guest.wrong, { status: 401 });
  return error?.retryAfter === undefined ? error : undefined;
}

function CodeForm({ onSignedIn }: StepProps) {
  const texts = t().guest;
  const { error, isBusy, run } = useAction();
  const [note, setNote] = useState('');
  const method = secondFactorMethod.value;
  const send = async (): Promise<void> => {
    const sent = await dataOf(api.POST('/2fa/request-code', { body: {} }));
    secondFactorMethod.value = sent.method;
  };
  const sendAgain = async (): Promise<void> => {
    await send();
    setNote(secondFactorMethod.value === 'totp' ? texts.appOnly : texts.sentAgain);
  };
  // Sent only after the password step: reloading the page must not use up one of the few e-mails per hour.
  useEffect(() => {
    if (method === 'email') run(send);
  }, []);
  const verify = async (code: string): Promise<void> => {
    await dataOf(api.POST('/2fa/verify-code', { body: { code } }));
    await finish();
    onSignedIn();
  };
  // The password step expires after an hour.
  useEffect(() => {
    if (error?.status === 401) owesSecondFactor.value = false;
  }, [error]);
  const hints = { totp: texts.codeFromApp, email: texts.codeFromMail };
  return (
    <Form error={refusalOf(error)} onSubmit={({ code = '' }) => run(() => verify(code))}>
      <p>{method === undefined ? texts.codeFromAny : hints[method]}</p>
      <Field
        label={t().code}
        name="code"
        hint={texts.recoveryHint}
        autoComplete="one-time-code"
        error={error}
        isRequired
        hasFocus
      />
      <Throttled error={error} />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {t().signIn}
      </Button>
      <div class="form-links">
        {method !== 'totp' && (
          <LinkButton isOff={isBusy} onClick={() => run(sendAgain)}>
            {method === 'email' ? texts.sendAgain : texts.sendMail}
          </LinkButton>
        )}
        <LinkButton isOff={isBusy} onClick={() => run(startAnew)}>
          {texts.otherAccount}
        </LinkButton>
      </div>
      <p class="hint" role="status">
        {note}
      </p>
    </Form>
  );
}

interface LinkButtonProps {
  readonly children: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function LinkButton({ children, isOff, onClick }: LinkButtonProps) {
  return (
    <button type="button" class="link" disabled={isOff} onClick={onClick}>
      {children}
    </button>
  );
}
