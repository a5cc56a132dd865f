import type { IncomingMessage } from 'node:http';
import { LANGUAGES, type Language } from '../../model/people/user.ts';

const THEMES = ['light', 'dark'] as const;

/** Language and theme of the pages in a browser. */
export interface Appearance {
  readonly language: Language;
  /** Undefined: the theme of the user's operating system. */
  readonly theme: (typeof THEMES)[number] | undefined;
}

/**
 * Determines language and theme of a page. The language is that of the account; else the one chosen in this browser;
 * else the browser's first supported language. `web/state/session/appearance.ts` stores the choice in cookies, so that
 * the first paint is correct.
 */
export function appearanceOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  ofAccount: Language | null,
): Appearance {
  const cookie = headers.cookie ?? '';
  const chosen = (name: string): string | undefined => new RegExp(`\\b${name}=(\\w+)`).exec(cookie)?.[1];
  return {
    language:
      ofAccount ??
      LANGUAGES.find((each) => each === chosen('dms_language')) ??
      firstLanguage(headers['accept-language'] ?? ''),
    theme: THEMES.find((each) => each === chosen('dms_theme')),
  };
}

function firstLanguage(accepted: string): Language {
  for (const each of accepted.toLowerCase().split(',')) {
    const found = LANGUAGES.find((language) => new RegExp(`^\\s*${language}\\b`).test(each));
    if (found !== undefined) return found;
  }
  return 'en';
}
