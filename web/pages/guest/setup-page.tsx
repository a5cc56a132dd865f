import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf, dataOf } from '../../api/client.ts';
import { isSetupWanted, noteSignedIn, signInOptions } from '../../api/session.ts';
import { Button } from '../../parts/forms/button.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import { Throttled } from '../../parts/forms/throttled.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { t } from '../../text/text.ts';
import { GuestFrame } from './guest-frame.tsx';
import { useLinkCode } from './link-code.ts';

/** Creates the first administrator with the link that the service prints at startup, then shows the next steps. */
export function Page() {
  const texts = t().guest;
  const [link, forget] = useLinkCode(true);
  const [isDone, setDone] = useState(false);
  return (
    <GuestFrame title={isDone ? texts.setupDone : texts.setupTitle}>
      {isDone && <Next />}
      {!isDone && link === undefined && (
        <>
          <p>{isSetupWanted() ? texts.setupWanted : texts.setupClosed}</p>
          <ToSignIn />
        </>
      )}
      {!isDone && link !== undefined && !signInOptions.setup && <Taken />}
      {!isDone && link !== undefined && signInOptions.setup && (
        <SetupForm
          key={link.code}
          code={link.code}
          onDone={() => {
            setDone(true);
            forget();
          }}
        />
      )}
    </GuestFrame>
  );
}

function ToSignIn() {
  return (
    <a class="button" href="/sign-in">
      {t().guest.toSignIn}
    </a>
  );
}

/** Shown for a setup link that is void because an administrator exists. */
function Taken() {
  return (
    <>
      <p role="alert">{t().guest.setupTaken}</p>
      <ToSignIn />
    </>
  );
}

function Next() {
  const texts = t().guest;
  return (
    <>
      <p role="status">{texts.setupNext}</p>
      <a class="button primary" href="/account/connect">
        {texts.setupDrive}
      </a>
      <a class="button" href="/admin/people">
        {texts.setupPeople}
      </a>
      <a class="button" href="/">
        {t().toFiles}
      </a>
    </>
  );
}

/** The error in terms of this page. */
function refusalOf(error: ApiError | undefined): ApiError | undefined {
  const { setupVoid, setupClosed } = t().guest;
  if (error?.status === 403) return new ApiError(setupVoid, { status: 403 });
  if (error?.status === 404) return new ApiError(setupClosed, { status: 404 });
  return error?.retryAfter === undefined ? error : undefined;
}

interface SetupFormProps {
  readonly code: string;
  readonly onDone: () => void;
}

function SetupForm({ code, onDone }: SetupFormProps) {
  const texts = t().guest;
  const { error, isBusy, run } = useAction();
  const setUp = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const { name = '', login = '', email = '', password = '' } = values;
    await dataOf(api.POST('/setup', { body: { code, name, login, email, password } }));
    await bodyOf(api.POST('/login', { body: { login, password } }));
    noteSignedIn(await dataOf(api.GET('/account')));
    onDone();
  };
  if (error?.code === 'administrator_exists') return <Taken />;
  return (
    <Form error={refusalOf(error)} onSubmit={(values) => run(() => setUp(values))}>
      <p>{texts.setupHint}</p>
      <Field label={t().name} name="name" autoComplete="name" error={error} isRequired hasFocus />
      <Field
        label={t().myAccount.login}
        name="login"
        autoComplete="username"
        hint={texts.loginHint}
        error={error}
        isRequired
      />
      <Field
        label={t().myAccount.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={error}
        isRequired
      />
      <Field
        label={t().password}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t().myAccount.passwordRules}
        error={error}
        isRequired
      />
      <Throttled error={error} />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {texts.setupMake}
      </Button>
    </Form>
  );
}
