import { useState } from 'preact/hooks';
import type { User } from '../../api/records.ts';
import { Button } from '../../parts/forms/button.tsx';
import { t } from '../../text/text.ts';
import { Section } from './account-frame.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { NewCodesDialog, SwitchOffDialog } from './second-factor-dialogs.tsx';

interface SecondFactorProps {
  readonly user: User;
  /** Called when the second factor was turned on or off. */
  readonly onChange: () => void;
}

/** State of the second factor, with its actions. */
export function SecondFactorSection({ user, onChange }: SecondFactorProps) {
  const texts = t().myAccount;
  const [open, setOpen] = useState<'totp' | 'email' | 'codes' | 'off'>();
  const close = (): void => setOpen(undefined);
  const method = user.two_factor;
  const states = { off: texts.isOff, totp: texts.isTotp, email: texts.isEmail };
  return (
    <Section title={texts.secondFactor} hint={texts.secondFactorHint}>
      <div class="stack">
        <p class={method === 'off' ? '' : 'is-on'}>{states[method]}</p>
        {method === 'off' ? (
          <div class="buttons">
            <Button variant="primary" onClick={() => setOpen('totp')}>
              {texts.useApp}
            </Button>
            <Button onClick={() => setOpen('email')}>{texts.useEmail}</Button>
          </div>
        ) : (
          <div class="buttons">
            <Button onClick={() => setOpen('codes')}>{texts.newRecoveryCodes}</Button>
            <Button variant="danger" onClick={() => setOpen('off')}>
              {texts.switchOff}
            </Button>
          </div>
        )}
      </div>
      {(open === 'totp' || open === 'email') && (
        <EnrolDialog method={open} login={user.login} onSwitchedOn={onChange} onClose={close} />
      )}
      {open === 'codes' && <NewCodesDialog login={user.login} onClose={close} />}
      {open === 'off' && method !== 'off' && (
        <SwitchOffDialog method={method} onSwitchedOff={onChange} onClose={close} />
      )}
    </Section>
  );
}
