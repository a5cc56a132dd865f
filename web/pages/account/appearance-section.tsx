import { asApiError } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import type { User } from '../../api/records.ts';
import { Choice } from '../../parts/forms/choice.tsx';
import { chooseLanguage } from '../../state/session/appearance.ts';
import { prefer, preferences } from '../../state/session/preferences.ts';
import { showToast } from '../../state/toasts.ts';
import { t } from '../../text/text.ts';
import { Section } from './account-frame.tsx';

interface AppearanceProps {
  readonly user: User;
  readonly onSaved: (user: User) => void;
}

/** Language and theme of the pages. Both apply immediately. */
export function AppearanceSection({ user, onSaved }: AppearanceProps) {
  const texts = t().myAccount;
  const { theme } = preferences.value;
  const speak = async (language: User['language']): Promise<void> => {
    onSaved({ ...user, language });
    await chooseLanguage(language);
    try {
      onSaved(await dataOf(api.PATCH('/account', { body: { language } })));
    } catch (error) {
      onSaved(user);
      await chooseLanguage(user.language);
      showToast(asApiError(error).message, 'failed');
    }
  };
  return (
    <Section title={texts.appearance} hint={texts.appearanceHint}>
      <div class="stack">
        <Choice
          label={texts.language}
          // Each language is named in itself, so that users who cannot read the page find theirs.
          options={[
            { value: 'browser', label: texts.asBrowser },
            { value: 'de', label: 'Deutsch' },
            { value: 'en', label: 'English' },
          ]}
          value={user.language ?? 'browser'}
          onChange={(value) => void speak(value === 'browser' ? null : value)}
        />
        <Choice
          label={texts.colours}
          options={[
            { value: 'system', label: texts.asSystem },
            { value: 'light', label: texts.light },
            { value: 'dark', label: texts.dark },
          ]}
          value={theme ?? 'system'}
          onChange={(value) => prefer({ theme: value === 'system' ? null : value })}
        />
      </div>
    </Section>
  );
}
