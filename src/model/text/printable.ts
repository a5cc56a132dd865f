/**
 * What a terminal obeys instead of showing it: control characters (C0, DEL, C1), those that reorder text,
 * separators of lines and paragraphs, and lone surrogates.
 */
const NOT_PRINTABLE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu;

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Text in one line that is safe to show on a terminal. Other people choose names, and some characters make a
 * terminal hide, move or rewrite what it shows. They are replaced by an escape as in JSON: `\u009b`.
 */
export function printable(text: string): string {
  return text.replace(NOT_PRINTABLE, escape);
}

/** Like {@link printable}, for text whose line breaks are meant. */
export function printableLines(text: string): string {
  return text.replace(NOT_PRINTABLE, (character) => (character === '\n' ? character : escape(character)));
}
