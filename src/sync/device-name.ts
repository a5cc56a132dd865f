/** Maximum length in characters, as of a token's name. */
const MAX_CHARACTERS = 100;
/** Characters of a `User-Agent` that are read: strangers choose it, and some patterns read it again and again. */
const MAX_READ = 500;
const UNKNOWN = 'Unknown device';

/** Programs whose `User-Agent` does not tell users what they are. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bNextcloud-android\b/i, 'Nextcloud on Android'],
  [/\bNextcloud-iOS\b/i, 'Nextcloud on iOS'],
  [/\bownCloud-android\b/i, 'ownCloud on Android'],
  [/\bownCloudApp\b/i, 'ownCloud on iOS'],
  [/\bmirall\/.*\bNextcloud\b/i, 'Nextcloud desktop client'],
  [/\bmirall\//i, 'ownCloud desktop client'],
];

/**
 * Name of a device by its `User-Agent`, for its user and for its token: one line of at most 100 characters. The name is
 * what the program says of itself, and proves nothing.
 */
export function deviceNameOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '')
    .slice(0, MAX_READ)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  const known = PROGRAMS.find(([pattern]) => pattern.test(text))?.[1];
  const name = known ?? Array.from(text).slice(0, MAX_CHARACTERS).join('').trim();
  return name === '' ? UNKNOWN : name;
}
