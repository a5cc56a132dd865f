import { useEffect, useMemo, useState } from 'preact/hooks';
import { api, dataOf } from '../../api/client.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { Check } from '../../parts/forms/check.tsx';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { t } from '../../text/text.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface EnrolProps {
  readonly method: 'totp' | 'email';
  readonly login: string;
  /** Called when the second factor is on and the user has seen the recovery codes. */
  readonly onSwitchedOn: () => void;
  readonly onClose: () => void;
}

/** Response that starts an enrolment. */
type Started = Awaited<ReturnType<typeof start>>;

async function start(method: EnrolProps['method'], password: string) {
  return dataOf(api.POST('/account/2fa', { body: { method, password } }));
}

/** Turns on the second factor in three steps: password, code, recovery codes. */
export function EnrolDialog({ method, login, onSwitchedOn, onClose }: EnrolProps) {
  const texts = t().myAccount;
  const [started, setStarted] = useState<Started>();
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = (): void => {
    if (codes !== undefined) onSwitchedOn();
    onClose();
  };
  return (
    <Dialog
      title={codes ? texts.recoveryCodes : method === 'totp' ? texts.appTitle : texts.emailTitle}
      // While the codes are shown, only the button that confirms they are stored closes the dialog.
      isForced={codes !== undefined}
      onClose={finish}
    >
      {codes !== undefined && <RecoveryCodes codes={codes} login={login} onKept={finish} />}
      {codes === undefined && started === undefined && (
        <PasswordStep onDone={async (password) => setStarted(await start(method, password))} />
      )}
      {codes === undefined && started !== undefined && <CodeStep started={started} onDone={setCodes} />}
    </Dialog>
  );
}

function PasswordStep({ onDone }: { readonly onDone: (password: string) => Promise<void> }) {
  const texts = t().myAccount;
  const { error, isBusy, run } = useAction();
  return (
    <Form error={error} onSubmit={({ password = '' }) => run(() => onDone(password))}>
      <Field
        label={t().password}
        name="password"
        type="password"
        autoComplete="current-password"
        hint={texts.passwordFirst}
        error={error}
        isRequired
        hasFocus
      />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {texts.goOn}
      </Button>
    </Form>
  );
}

interface CodeStepProps {
  readonly started: Started;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

function CodeStep({ started, onDone }: CodeStepProps) {
  const texts = t().myAccount;
  const { error, isBusy, run } = useAction();
  const confirm = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const body = { code: values['code'] ?? '', keep_tokens: values['keep_tokens'] === 'on' };
    onDone((await dataOf(api.POST('/account/2fa/confirm', { body }))).recovery_codes);
  };
  return (
    <Form error={error} onSubmit={(values) => run(() => confirm(values))}>
      <p>{started.method === 'totp' ? texts.scan : texts.mailed}</p>
      {started.method === 'totp' && (
        <>
          <QrCode svg={started.qr_svg} />
          <CopyField label={texts.secret} value={started.secret} />
        </>
      )}
      <Field
        label={started.method === 'totp' ? texts.codeFromApp : texts.codeFromMail}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        error={error}
        isRequired
        hasFocus
      />
      <Check name="keep_tokens" label={texts.keepTokens} hint={texts.keepTokensOnHint} isOn />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {texts.switchOn}
      </Button>
    </Form>
  );
}

/** Rendered as an image, so no element of the SVG enters the page. */
function QrCode({ svg }: { readonly svg: string }) {
  const url = useMemo(() => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), [svg]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img class="qr" src={url} alt={t().myAccount.qr} width={192} height={192} />;
}
