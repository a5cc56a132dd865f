import type { MailMessage } from '../../model/mail.ts';
import { CREATE, DELETE, READ, SHARE, UPDATE } from '../../model/permissions.ts';

/** A letter in words, in plain text and in HTML. The subject is one line. */
export interface LetterText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A line of its own: words, a code that is to be typed in, or a link. */
type Paragraph = string | { readonly code: string } | { readonly label: string; readonly href: string };

interface Draft {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

const LIST = new Intl.ListFormat('en-GB');
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A letter in English to a user of this name.
 * @param baseUrl where users find the service; without it there is no link
 */
export function compose(letter: MailMessage, name: string, baseUrl: string | null): LetterText {
  const { subject, paragraphs } = draft(letter, baseUrl);
  const whole: readonly Paragraph[] = [`Hello ${name},`, ...paragraphs];
  const footer = baseUrl === null ? 'Sent by dms.' : `Sent by dms at ${baseUrl}`;
  return {
    subject: oneLine(subject),
    text: `${whole.map(plain).join('\n\n')}\n\n-- \n${footer}\n`,
    html: page(whole.map(markup).join('\n'), footer),
  };
}

function draft(letter: MailMessage, baseUrl: string | null): Draft {
  switch (letter.kind) {
    case 'two_factor_code':
      return code(letter);
    case 'share':
      return share(letter, baseUrl);
    case 'token_created':
      return {
        subject: `A new token for your account: “${letter.tokenName}”`,
        paragraphs: [
          `The personal access token “${letter.tokenName}” was made for your account${from(letter.ip)}. Whoever has it can work in your name.`,
          'If that was not you, revoke the token and change your password.',
        ],
      };
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        paragraphs: [
          `The password of your account was changed${from(letter.ip)}.`,
          'If that was neither you nor your administrator, tell your administrator at once.',
        ],
      };
  }
}

function code(letter: Extract<MailMessage, { kind: 'two_factor_code' }>): Draft {
  return {
    subject: 'Your code for signing in',
    paragraphs: [
      'Your code is',
      { code: letter.code },
      `It is good for one use, until ${moment(letter.expiresAt)}.`,
      'If you have not just asked for it, somebody else may know your password: change it.',
    ],
  };
}

function share(letter: Extract<MailMessage, { kind: 'share' }>, baseUrl: string | null): Draft {
  const { sharer, entryName, entryKind, expiresAt } = letter;
  const what = `the ${entryKind === 'file' ? 'document' : 'folder'} “${entryName}”`;
  const end = expiresAt === null ? '' : `, until ${moment(expiresAt)}`;
  const paragraphs: Paragraph[] = [
    `${sharer} has shared ${what} with you. You may ${LIST.format(rights(letter))} it${end}.`,
    'You find it at the top of your drive.',
  ];
  if (baseUrl !== null) paragraphs.push({ label: 'Open the drive', href: `${baseUrl}/webdav/` });
  return { subject: `${sharer} shared “${entryName}” with you`, paragraphs };
}

function rights({ permissions, entryKind }: Extract<MailMessage, { kind: 'share' }>): string[] {
  const names: readonly (readonly [number, string])[] = [
    [READ, 'read'],
    [UPDATE, 'change'],
    [entryKind === 'folder' ? CREATE : 0, 'add to'],
    [DELETE, 'delete'],
    [SHARE, 'share'],
  ];
  return names.filter(([bit]) => (permissions & bit) !== 0).map(([, right]) => right);
}

function from(ip: string | null): string {
  return ip === null ? '' : `, from the address ${ip}`;
}

/** `2026-01-31 12:10 UTC`: read alike everywhere. */
function moment(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** What cannot end a header, whatever names are made of. */
function oneLine(text: string): string {
  return text.replace(CONTROL, ' ');
}

function plain(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return oneLine(paragraph);
  return 'code' in paragraph ? `    ${paragraph.code}` : `${paragraph.label}: ${paragraph.href}`;
}

function markup(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escape(oneLine(paragraph))}</p>`;
  if ('code' in paragraph) {
    return `<p style="font:bold 24px monospace;letter-spacing:4px">${escape(paragraph.code)}</p>`;
  }
  return `<p><a href="${escape(paragraph.href)}">${escape(paragraph.label)}</a></p>`;
}

function page(content: string, footer: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"></head>
<body style="font:16px/1.5 sans-serif;color:#222;max-width:36em;margin:1em">
${content}
<p style="color:#777;font-size:13px">${escape(footer)}</p>
</body></html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? character);
}
