/** Characters with a meaning in XML and HTML, and characters that XML 1.0 does not allow at all (§2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const SPECIAL = /[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const EACH_SPECIAL = new RegExp(SPECIAL, 'g');
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\r', '&#13;'],
]);

function escapeCharacter(character: string): string {
  return ESCAPES.get(character) ?? '\ufffd';
}

/**
 * Escapes text for use between tags and in quoted attributes of XML and HTML. Characters that XML does not allow become
 * U+FFFD.
 */
export function escapeText(text: string): string {
  return SPECIAL.test(text) ? text.replace(EACH_SPECIAL, escapeCharacter) : text;
}
