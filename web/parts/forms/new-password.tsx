import { type ApiError, faultIn } from '../../api/api-error.ts';
import { t } from '../../text/text.ts';
import { Field } from './form.tsx';

/** Minimum length. The service checks it too; checking here first does not use up an attempt. */
const SHORTEST = 10;

/** @throws {ApiError} if the two differ or are too short */
export function checkNewPassword(password: string, repeat: string): void {
  if (password.length < SHORTEST) throw faultIn('password', t().myAccount.tooShort);
  if (password !== repeat) throw faultIn('repeat', t().myAccount.notSame);
}

/** Fields for a new password, typed twice, with the rules. */
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
