/**
 * Valid names (docs/build/contract/concepts.md §3) that clients often handle wrongly; each has at most 255 bytes of
 * UTF-8.
 */
export const ODD_NAMES: readonly string[] = [
  '100% #1?&+"quoted" \'single\' back\\slash',
  '%2F%00%23',
  'a+b c%20d',
  ' space at both ends ',
  '..dots at the start, and at the end..',
  'semi;colon=equals,comma:colon@at!$()*[]{}|^`<>~',
  'umlauts äöüß as NFC'.normalize('NFC'),
  'UMLAUTS ÄÖÜ as NFD'.normalize('NFD'),
  'emoji 📄👩‍👩‍👧‍👦🏳️‍🌈',
  '文書管理サービス 문서 关于',
  'עברית and العربية',
  `255 bytes ${'x'.repeat(241)}.txt`,
  'あ'.repeat(85),
  `${'😀'.repeat(62)}.md`,
];

/** Returns first the odd names, then any number of variations. */
export function numbered(number: number): string {
  const name = ODD_NAMES[number % ODD_NAMES.length] ?? '';
  return number < ODD_NAMES.length ? name : cut(`${number} ${name}`);
}

function cut(name: string): string {
  const letters = Array.from(name);
  while (Buffer.byteLength(letters.join('')) > 255) letters.pop();
  return letters.join('');
}
