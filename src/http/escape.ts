/** What has a meaning of its own in XML and HTML, and what XML 1.0 cannot hold at all (§2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
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

/** Text as it stands between tags and in quoted attributes of XML and HTML; what XML cannot hold becomes U+FFFD. */
export function escapeText(text: string): string {
  return SPECIAL.test(text) ? text.replace(EACH_SPECIAL, escapeCharacter) : text;
}
