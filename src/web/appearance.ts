import type { IncomingMessage } from 'node:http';
import { LANGUAGES, type Language } from '../model/people/user.ts';

const THEMES = ['light', 'dark'] as const;

/** How a browser wants its pages to be. */
export interface Appearance {
  readonly language: Language;
  /** Undefined: as the system of the user has it. */
  readonly theme: (typeof THEMES)[number] | undefined;
}

/**
 * The language of the account, else what was chosen on this browser (`web/state/session/appearance.ts` keeps it in cookies, so that
 * the first thing that is painted is right), else the first language of the browser that the pages have.
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
