/**
 * Characters that a terminal interprets instead of printing: control characters (C0, DEL, C1), characters that reorder
 * text, line and paragraph separators, and lone surrogates.
 */
const NOT_PRINTABLE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu;

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Converts a text to one line that is safe to print on a terminal. Other people choose names, and some characters make
 * a terminal hide, move or rewrite its output. They are replaced by an escape as in JSON: `\u009b`.
 */
export function printable(text: string): string {
  return text.replace(NOT_PRINTABLE, escape);
}

/** Like {@link printable}, for text with intended line breaks. */
export function printableLines(text: string): string {
  return text.replace(NOT_PRINTABLE, (character) => (character === '\n' ? character : escape(character)));
}
