import { useEffect } from 'preact/hooks';
import { account, isSetupWanted, owesSecondFactor, signInOptions } from '../../api/session.ts';
import { SignInForm } from '../../parts/forms/sign-in-form.tsx';
import { navigate, type PageProps } from '../../router.ts';
import { t } from '../../text/text.ts';
import { GuestFrame } from './guest-frame.tsx';

/** Signs the user in and continues to the page that they requested. */
export function Page({ query }: PageProps) {
  const goOn = (): void => navigate(query.get('to') ?? '/', { replace: true });
  const isSignedIn = account.value !== null;
  useEffect(() => {
    if (isSignedIn) goOn();
  }, [isSignedIn]);
  return (
    <GuestFrame title={owesSecondFactor.value ? t().guest.codeTitle : t().signIn}>
      {isSetupWanted() && <p>{t().guest.setupWanted}</p>}
      <SignInForm onSignedIn={() => undefined} />
      {signInOptions.password_reset && !owesSecondFactor.value && (
        <div class="form-links">
          <a class="link" href="/reset">
            {t().guest.forgot}
          </a>
        </div>
      )}
    </GuestFrame>
  );
}
