import { signal } from '@preact/signals';

/** Languages of the interface. */
export const LANGUAGES = ['en', 'de'] as const;

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number];

/** The language of the page. */
export const language = signal<Language>('en');

/** The language that the server chose for the page, from the account or the browser. */
export function languageOfPage(): Language {
  return LANGUAGES.find((each) => each === document.documentElement.lang) ?? 'en';
}
