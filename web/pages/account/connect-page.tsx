import warning from 'icon:triangle-alert';
import { useState } from 'preact/hooks';
import { api, dataOf } from '../../api/client.ts';
import { account, signInOptions } from '../../api/session.ts';
import { Icon } from '../../parts/display/icon.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { Choice } from '../../parts/forms/choice.tsx';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import type { PageProps } from '../../router.ts';
import { formatDay } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { AccountFrame, Section } from './account-frame.tsx';
import { ConnectSteps } from './connect-steps.tsx';
import { deviceOf, ownSystem, type System } from './device.ts';

/** Instructions to connect the user's files as a drive, with a separate token. */
export function Page({ query }: PageProps) {
  const texts = t().drive;
  const [system, setSystem] = useState(() => (query.get('system') === 'phone' ? 'phone' : ownSystem()));
  const names = { windows: 'Windows', macos: 'macOS', linux: 'Linux', phone: texts.phone };
  // Windows requires HTTPS even for localhost.
  const isWindows = system === 'windows';
  const own = ownSystem();
  const systems: readonly System[] = ['windows', 'macos', 'linux', 'phone'];
  const ordered = [own, ...systems.filter((each) => each !== own)];
  const address = `${location.origin}/webdav/`;
  const login = account.value?.login ?? '';
  return (
    <AccountFrame title={texts.title}>
      <Section title={texts.title} hint={texts.hint}>
        <div class="stack">
          <Choice
            label={texts.system}
            options={ordered.map((value) => ({ value, label: names[value] }))}
            value={system}
            onChange={setSystem}
          />
          {location.protocol !== 'https:' && (isWindows || !isSecureContext) && (
            <NotSecure isWindows={isWindows} />
          )}
          <CopyField label={texts.address} value={address} />
          <CopyField label={t().myAccount.login} value={login} />
          <TokenMaker systemName={system === 'phone' ? phoneName() : names[system]} />
        </div>
      </Section>
      <Section title={texts.steps}>
        <ConnectSteps system={system} address={address} login={login} />
      </Section>
      {signInOptions.sync_clients && (
        <Section title={texts.sync} hint={texts.syncHint}>
          <p>
            <a href="/index.php/connect">{texts.syncSteps}</a>
          </p>
        </Section>
      )}
    </AccountFrame>
  );
}

function phoneName(): string {
  const { system, systemName } = deviceOf(navigator.userAgent);
  return system === 'phone' && systemName !== undefined ? systemName : t().drive.phone;
}

function NotSecure({ isWindows }: { readonly isWindows: boolean }) {
  const texts = t().drive;
  return (
    <p class="warning" role="note">
      <Icon of={warning} />
      <span>
        <strong>{texts.notSecure}</strong> {isWindows ? texts.notSecureWindows : texts.notSecureAll}
      </span>
    </p>
  );
}

function TokenMaker({ systemName }: { readonly systemName: string }) {
  const texts = t().drive;
  const { error, isBusy, run } = useAction();
  const [secret, setSecret] = useState<string>();
  const make = async (): Promise<void> => {
    const name = texts.tokenName(systemName, formatDay(new Date().toISOString()));
    const made = await dataOf(api.POST('/account/tokens', { body: { name, scopes: ['webdav'] } }));
    setSecret(made.token);
  };
  return (
    <Form error={error} onSubmit={() => run(make)}>
      {secret === undefined ? (
        <p class="hint">{texts.tokenHint}</p>
      ) : (
        <>
          <CopyField label={texts.token} value={secret} isFresh />
          <p class="hint">{texts.shownOnce}</p>
        </>
      )}
      <Button type="submit" variant={secret === undefined ? 'primary' : 'plain'} disabled={isBusy}>
        {secret === undefined ? texts.make : texts.makeAgain}
      </Button>
    </Form>
  );
}
