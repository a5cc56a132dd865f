import { useState } from 'preact/hooks';
import { faultIn } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import type { User } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { Check } from '../../parts/forms/check.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import { checkNewPassword, NewPasswordFields } from '../../parts/forms/new-password.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { useLoaded } from '../../parts/hooks/use-loaded.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { showToast } from '../../state/toasts.ts';
import { t } from '../../text/text.ts';
import { AccountFrame, Section } from './account-frame.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { GroupsSection } from './groups-section.tsx';

/** Profile, password and appearance of the user. */
export function Page() {
  const { value: user, error, reload, set } = useLoaded(() => dataOf(api.GET('/account')), []);
  return (
    <AccountFrame title={t().myAccount.profile}>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {error === undefined && user === undefined && <Loading />}
      {user !== undefined && (
        <>
          <PersonSection user={user} onSaved={set} />
          <PasswordSection login={user.login} />
          <AppearanceSection user={user} onSaved={set} />
          <GroupsSection />
        </>
      )}
    </AccountFrame>
  );
}

/** Checks for a missing password first, because the service would report it as wrong. @throws {ApiError} */
function checkCurrent(password: string | undefined): void {
  if (password === '') throw faultIn('current_password', t().myAccount.currentMissing);
}

interface PersonProps {
  readonly user: User;
  readonly onSaved: (user: User) => void;
}

function PersonSection({ user, onSaved }: PersonProps) {
  const texts = t().myAccount;
  const { error, isBusy, run } = useAction();
  const [email, setEmail] = useState(user.email);
  const isOtherEmail = email.trim() !== user.email;
  const save = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const { name = '', current_password } = values;
    checkCurrent(current_password);
    const body = isOtherEmail
      ? { name, email: email.trim(), ...(current_password === undefined ? {} : { current_password }) }
      : { name };
    const saved = await dataOf(api.PATCH('/account', { body }));
    setEmail(saved.email);
    onSaved(saved);
    account.value = saved;
    showToast(texts.saved);
  };
  return (
    <Section title={texts.person} hint={texts.personHint}>
      <Form error={error} onSubmit={(values) => run(() => save(values))}>
        <p class="fact">
          <span>{texts.login}</span> {user.login}
        </p>
        <Field
          label={t().name}
          name="name"
          initial={user.name}
          autoComplete="name"
          error={error}
          isRequired
        />
        <Field
          label={texts.email}
          name="email"
          type="email"
          initial={user.email}
          autoComplete="email"
          inputMode="email"
          error={error}
          isRequired
          onInput={setEmail}
        />
        {isOtherEmail && (
          <Field
            label={texts.currentPassword}
            name="current_password"
            type="password"
            autoComplete="current-password"
            hint={texts.forEmail}
            error={error}
            isRequired
          />
        )}
        <Button type="submit" disabled={isBusy}>
          {t().save}
        </Button>
      </Form>
    </Section>
  );
}

function PasswordSection({ login }: { readonly login: string }) {
  const texts = t().myAccount;
  const { error, isBusy, run } = useAction();
  // Key of the form: a change remounts it with empty fields.
  const [changes, setChanges] = useState(0);
  const change = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const { current_password = '', password = '', repeat = '', keep_tokens } = values;
    checkCurrent(current_password);
    checkNewPassword(password, repeat);
    const body = { current_password, password, keep_tokens: keep_tokens === 'on' };
    await dataOf(api.PATCH('/account', { body }));
    setChanges((count) => count + 1);
    showToast(texts.passwordChanged);
  };
  return (
    <Section title={t().password} hint={texts.passwordHint}>
      <Form key={changes} error={error} onSubmit={(values) => run(() => change(values))}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={login} hidden readOnly />
        <Field
          label={texts.currentPassword}
          name="current_password"
          type="password"
          autoComplete="current-password"
          error={error}
          isRequired
        />
        <NewPasswordFields error={error} />
        <Check name="keep_tokens" label={texts.keepTokens} hint={texts.keepTokensHint} />
        <Button type="submit" disabled={isBusy}>
          {texts.changePassword}
        </Button>
      </Form>
    </Section>
  );
}
