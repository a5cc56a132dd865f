/** The classes `hue-0` … of `people.css`. */
const HUES = 8;

/** First letters of the first and the last word, such as `AB`. */
export function initialsOf(name: string): string {
  const letters = name
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0])
    .filter((letter) => letter !== undefined);
  const [first = '?', ...others] = letters;
  return (first + (others.at(-1) ?? '')).toUpperCase();
}

/** The colour of a user. From the display name, which is all that every record with a user has. */
export function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % HUES;
}
