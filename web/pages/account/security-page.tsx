import { api, dataOf } from '../../api/client.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { useLoaded } from '../../parts/hooks/use-loaded.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { t } from '../../text/text.ts';
import { AccountFrame } from './account-frame.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** The second factor and the sessions of the user. */
export function Page() {
  const { value: user, error, reload } = useLoaded(() => dataOf(api.GET('/account')), []);
  return (
    <AccountFrame title={t().myAccount.security}>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {error === undefined && user === undefined && <Loading />}
      {user !== undefined && (
        <>
          <SecondFactorSection user={user} onChange={reload} />
          {/* Remounted when the factor changes, because turning it on or off ends sessions. */}
          <SessionsSection key={user.two_factor} />
        </>
      )}
    </AccountFrame>
  );
}
