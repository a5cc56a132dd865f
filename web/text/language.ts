/** Languages of the interface. */
export const LANGUAGES = ['en', 'de'] as const;

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number];
