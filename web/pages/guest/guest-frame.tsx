import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { chooseLanguage } from '../../state/session/appearance.ts';
import { LANGUAGES, language } from '../../text/language.ts';
import { t } from '../../text/text.ts';

/** Each language is named in itself, so that users who cannot read the page find theirs. */
const NAMES = { en: 'English', de: 'Deutsch' } as const;

interface GuestFrameProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** The frame around the pages of guests. */
export function GuestFrame({ title, children }: GuestFrameProps) {
  useEffect(() => {
    document.title = `${title} · dms`;
  }, [title]);
  return (
    <div class="guest">
      <main>
        <p class="guest-brand">dms</p>
        <h1>{title}</h1>
        {children}
      </main>
      <footer aria-label={t().guest.languages}>
        {LANGUAGES.filter((each) => each !== language.value).map((each) => (
          <button key={each} type="button" class="link" lang={each} onClick={() => void chooseLanguage(each)}>
            {NAMES[each]}
          </button>
        ))}
      </footer>
    </div>
  );
}
