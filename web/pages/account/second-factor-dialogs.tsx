import { useState } from 'preact/hooks';
import { api, dataOf } from '../../api/client.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { showToast } from '../../state/toasts.ts';
import { t } from '../../text/text.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface NewCodesProps {
  readonly login: string;
  readonly onClose: () => void;
}

/** Replaces the recovery codes with new ones. */
export function NewCodesDialog({ login, onClose }: NewCodesProps) {
  const texts = t().myAccount;
  const { error, isBusy, run } = useAction();
  const [codes, setCodes] = useState<readonly string[]>();
  const make = async (password: string): Promise<void> => {
    const made = await dataOf(api.POST('/account/2fa/recovery-codes', { body: { password } }));
    setCodes(made.recovery_codes);
  };
  return (
    <Dialog title={texts.newRecoveryCodes} isForced={codes !== undefined} onClose={onClose}>
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} login={login} onKept={onClose} />
      ) : (
        <Form error={error} onSubmit={({ password = '' }) => run(() => make(password))}>
          <p>{texts.newRecoveryHint}</p>
          <Field
            label={t().password}
            name="password"
            type="password"
            autoComplete="current-password"
            error={error}
            isRequired
            hasFocus
          />
          <Button type="submit" variant="primary" disabled={isBusy}>
            {texts.newRecoveryCodes}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}

interface SwitchOffProps {
  readonly method: 'totp' | 'email';
  readonly onSwitchedOff: () => void;
  readonly onClose: () => void;
}

/** Turns off the second factor, with the password and a code. */
export function SwitchOffDialog({ method, onSwitchedOff, onClose }: SwitchOffProps) {
  const texts = t().myAccount;
  const { error, isBusy, run } = useAction();
  const [isSent, setSent] = useState(false);
  const switchOff = async (password: string, code: string): Promise<void> => {
    await dataOf(api.DELETE('/account/2fa', { body: { password, code } }));
    showToast(texts.switchedOff);
    onClose();
    onSwitchedOff();
  };
  const send = async (): Promise<void> => {
    await dataOf(api.POST('/2fa/request-code', { body: {} }));
    setSent(true);
  };
  return (
    <Dialog title={texts.switchOffTitle} onClose={onClose}>
      <Form error={error} onSubmit={({ password = '', code = '' }) => run(() => switchOff(password, code))}>
        <Field
          label={t().password}
          name="password"
          type="password"
          autoComplete="current-password"
          error={error}
          isRequired
          hasFocus
        />
        {method === 'email' && (
          <div class="buttons">
            <Button disabled={isBusy} onClick={() => run(send)}>
              {texts.sendCode}
            </Button>
            <span class="hint" role="status">
              {isSent && texts.codeSent}
            </span>
          </div>
        )}
        <Field label={texts.anyCode} name="code" autoComplete="one-time-code" error={error} isRequired />
        <Button type="submit" variant="danger" disabled={isBusy}>
          {texts.switchOff}
        </Button>
      </Form>
    </Dialog>
  );
}
