import type { HostileContents } from './hostile.ts';

const MILLION = 1_000_000;

function mail(header: string, body: string): string {
  return `From: a@example.org\nTo: b@example.org\nSubject: x\nMIME-Version: 1.0\n${header}\n\n${body}`;
}

function parts(count: number, header: string, body: string): string {
  return mail(
    'Content-Type: multipart/mixed; boundary=b',
    `${`--b\n${header}\n\n${body}\n`.repeat(count)}--b--\n`,
  );
}

function nestedParts(depth: number): string {
  const open = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`,
  );
  return mail(open.join('').trimEnd(), 'text');
}

const BASE64 = 'Content-Type: application/pdf\nContent-Transfer-Encoding: base64';

const TEXTS: Readonly<Record<string, () => string | Buffer>> = {
  'page a million deep': () => `<!DOCTYPE html><body>${'<div>'.repeat(MILLION)}text`,
  'page with a million attributes': () =>
    `<!DOCTYPE html><p ${Array.from({ length: MILLION }, (_, index) => `a${index}=1`).join(' ')}>text`,
  'page with one attribute of 100 MB': () => `<!DOCTYPE html><p a="${'x'.repeat(100 * MILLION)}`,
  'page that only opens comments': () => `<!DOCTYPE html>${'<!--'.repeat(5 * MILLION)}`,
  'page that only opens scripts': () => `<!DOCTYPE html>${'<script>'.repeat(2 * MILLION)}`,
  'page with 10 million entities': () => `<!DOCTYPE html><p>${'&amp;'.repeat(10 * MILLION)}`,
  'page of 100 MB of <': () => `<!DOCTYPE html>${'<'.repeat(100 * MILLION)}`,
  'table of 3 million cells': () => `<!DOCTYPE html><table>${'<tr><td>a<td>b'.repeat(1.5 * MILLION)}`,
  'rich text a million deep': () => `{\\rtf1 ${'{'.repeat(MILLION)}text`,
  'rich text that skips very much': () => `{\\rtf1 {\\*\\x ${'{\\b '.repeat(MILLION)} {\\bin2147483647 text}`,
  'rich text of a million characters by number': () => `{\\rtf1 \\uc1000000 ${'\\u228 ?'.repeat(MILLION)}}`,
  'rich text with one word of 100 MB': () => `{\\rtf1 \\${'a'.repeat(100 * MILLION)}}`,
  'XML a million deep': () => `<?xml version="1.0"?>${'<a>'.repeat(MILLION)}text`,
  'mail with 10,000 parts': () => parts(10_000, 'Content-Type: text/plain', 'text'),
  'mail with 10,000 mails': () => parts(10_000, 'Content-Type: message/rfc822', mail('', 'text')),
  'mail with 2,000 broken PDFs': () =>
    parts(2000, BASE64, Buffer.from('%PDF-1.7 1 0 obj').toString('base64')),
  'mail with an attachment of 150 MB': () => parts(1, BASE64, 'QUFBQUFBQUFB\n'.repeat(12 * MILLION)),
  'mail 5,000 parts deep': () => nestedParts(5000),
  'mail in a mail, 1,000 times': () => mail(`${'Content-Type: message/rfc822\n\n'.repeat(1000)}X: y`, 'text'),
  'mail with a header of 50 MB': () => mail(`X-Long: ${'a'.repeat(50 * MILLION)}`, 'text'),
  'mail with a million headers': () => mail('X-A: b\n'.repeat(MILLION).trimEnd(), 'text'),
  'mail to 500,000 people': () => mail(`Cc: ${'"a" <a@b.c>, '.repeat(500_000)}d@e.f`, 'text'),
  'mail with nested brackets': () => mail(`Cc: ${'('.repeat(MILLION)}${'<'.repeat(MILLION)}`, 'text'),
  'mail with 100,000 pieces of a name': () =>
    mail(
      `Content-Type: text/plain${Array.from({ length: 100_000 }, (_, index) => `;\n name*${index}=a`).join('')}`,
      'text',
    ),
  'mail with encoded words': () => mail(`Subject: ${'=?utf-8?q?=C3=BC?= '.repeat(500_000)}`, 'text'),
  'text of marks above one letter': () => `a${'\u0301\u0316'.repeat(20 * MILLION)}`,
  'text of one line of 100 MB': () => 'a'.repeat(100 * MILLION),
  'text of 100 MB of ideographs': () => '契約'.repeat(16 * MILLION),
  'text of joined emoji': () => '👨‍👩‍👧‍👦'.repeat(MILLION),
  'text of half characters': () => Buffer.from('\ud83d'.repeat(5 * MILLION), 'utf16le'),
  'text in UTF-16 without a mark': () => Buffer.from('Größe und Maß '.repeat(MILLION), 'utf16le'),
  'text of words of one letter': () => 'a b '.repeat(10 * MILLION),
  'text of 300,000 different words': () =>
    Array.from({ length: 300_000 }, (_, index) => index.toString(36)).join(' '),
  'text of 256 MiB': () => Buffer.alloc(256 * 2 ** 20, 'word '),
  '256 MiB of zeros': () => Buffer.alloc(256 * 2 ** 20),
};

/** Texts, pages and mails with deep nesting, great length, or very many elements. */
export function* hostileTexts(): HostileContents {
  for (const [name, make] of Object.entries(TEXTS)) yield { name, content: () => Buffer.from(make()) };
}
