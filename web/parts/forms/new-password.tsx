import { type ApiError, faultIn } from '../../api/api-error.ts';
import { t } from '../../text/text.ts';
import { Field } from './form.tsx';

/** The service says so as well; said before anything is sent it costs no attempt. */
const SHORTEST = 10;

/** @throws {ApiError} if the two differ, or are too short */
export function checkNewPassword(password: string, repeat: string): void {
  if (password.length < SHORTEST) throw faultIn('password', t().myAccount.tooShort);
  if (password !== repeat) throw faultIn('repeat', t().myAccount.notSame);
}

/** A new password, twice, with what it must be like. */
export function NewPasswordFields({ error }: { readonly error: ApiError | undefined }) {
  const texts = t().myAccount;
  return (
    <>
      <Field
        label={texts.newPassword}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={texts.passwordRules}
        error={error}
        isRequired
      />
      <Field
        label={texts.repeatPassword}
        name="repeat"
        type="password"
        autoComplete="new-password"
        error={error}
        isRequired
      />
    </>
  );
}
