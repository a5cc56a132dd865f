import { effect } from '@preact/signals';
import { LANGUAGES, type Language } from '../../text/language.ts';
import { useLanguage } from '../../text/text.ts';
import { preferences } from './preferences.ts';

const YEAR_S = 365 * 24 * 3600;

/**
 * Stores a setting in a cookie. The server reads it when it renders a page (`src/http/pages/appearance.ts`), so the first
 * paint already has the right colours and language.
 */
function tellServer(name: string, value: string | null): void {
  const end = value === null ? 0 : YEAR_S;
  document.cookie = `${name}=${value ?? ''}; Path=/; SameSite=Lax; Max-Age=${String(end)}`;
}

effect(() => {
  const { theme } = preferences.value;
  if (theme === null) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  tellServer('dms_theme', theme);
});

/** Changes the language of this page and of later ones in this browser. @param wanted null: follows the browser */
export async function chooseLanguage(wanted: Language | null): Promise<void> {
  tellServer('dms_language', wanted);
  await useLanguage(wanted ?? firstOfBrowser());
}

function firstOfBrowser(): Language {
  const known = navigator.languages.flatMap(
    (each) => LANGUAGES.find((language) => each.toLowerCase().split('-')[0] === language) ?? [],
  );
  return known[0] ?? 'en';
}
