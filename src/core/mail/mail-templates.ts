import type { MailMessage } from '../../model/mail.ts';
import { CREATE, DELETE, READ, SHARE, UPDATE } from '../../model/permissions.ts';

/** The text of an e-mail, in plain text and in HTML. The subject is one line. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A paragraph of an e-mail: a text, a code for the user to type, or a link. */
type Paragraph = string | { readonly code: string } | { readonly label: string; readonly href: string };

interface Draft {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Writes an e-mail in English.
 * @param name display name of the recipient
 * @param baseUrl public URL of the service; null: the e-mail contains no link
 */
export function compose(message: MailMessage, name: string, baseUrl: string | null): MailContent {
  const { subject, paragraphs } = draft(message, baseUrl);
  const all: readonly Paragraph[] = [`Hello ${name},`, ...paragraphs];
  const footer = baseUrl === null ? 'Sent by dms.' : `Sent by dms at ${baseUrl}`;
  return {
    subject: oneLine(subject),
    text: `${all.map(textParagraph).join('\n\n')}\n\n-- \n${footer}\n`,
    html: htmlPage(all.map(htmlParagraph).join('\n'), footer),
  };
}

function draft(message: MailMessage, baseUrl: string | null): Draft {
  switch (message.kind) {
    case 'two_factor_code':
      return codeDraft(message);
    case 'share':
      return shareDraft(message, baseUrl);
    case 'token_created':
      return {
        subject: `A new token for your account: “${message.tokenName}”`,
        paragraphs: [
          `The personal access token “${message.tokenName}” was created for your account${fromAddress(message.ip)}. ` +
            'Anyone who has it can act in your name.',
          'If that was not you, revoke the token and change your password.',
        ],
      };
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        paragraphs: [
          `The password of your account was changed${fromAddress(message.ip)}.`,
          'If that was neither you nor your administrator, tell your administrator at once.',
        ],
      };
    case 'two_factor_off':
      return {
        subject: 'Two-factor sign-in was turned off',
        paragraphs: [
          'An administrator has turned off two-factor sign-in for your account. Your password is enough now.',
          'Turn it on again with a new device. If you did not ask for this, tell your administrator at once.',
        ],
      };
    case 'password_reset':
      return resetDraft(message);
    case 'invitation':
      return invitationDraft(message);
  }
}

function resetDraft({ url, expiresAt, ip }: Extract<MailMessage, { kind: 'password_reset' }>): Draft {
  return {
    subject: 'A new password for your account',
    paragraphs: [
      `Somebody has asked for a new password for your account${fromAddress(ip)}.`,
      { label: 'Set a new password', href: url },
      `The link can be used once, until ${utcMinute(expiresAt)}.`,
      'If that was not you, do nothing: your password stays as it is.',
    ],
  };
}

function invitationDraft(message: Extract<MailMessage, { kind: 'invitation' }>): Draft {
  const { url, login, inviter, expiresAt } = message;
  return {
    subject: 'Your account is ready',
    paragraphs: [
      `${inviter ?? 'An administrator'} has made an account for you. Your login is “${login}”.`,
      { label: 'Set your password', href: url },
      `The link can be used once, until ${utcMinute(expiresAt)}.`,
    ],
  };
}

function codeDraft(message: Extract<MailMessage, { kind: 'two_factor_code' }>): Draft {
  return {
    subject: 'Your code for signing in',
    paragraphs: [
      'Your code is',
      { code: message.code },
      `It can be used once, until ${utcMinute(message.expiresAt)}.`,
      'If you did not ask for it just now, someone else may know your password: change it.',
    ],
  };
}

function shareDraft(message: Extract<MailMessage, { kind: 'share' }>, baseUrl: string | null): Draft {
  const { sharer, entryName, entryKind, expiresAt } = message;
  const entry = `the ${entryKind === 'file' ? 'document' : 'folder'} “${entryName}”`;
  const end = expiresAt === null ? '' : `, until ${utcMinute(expiresAt)}`;
  const allowed = new Intl.ListFormat('en-GB').format(permissionNames(message));
  const paragraphs: Paragraph[] = [
    `${sharer} has shared ${entry} with you. You may ${allowed} it${end}.`,
    'You can find it at the top level of your drive.',
  ];
  if (baseUrl !== null) paragraphs.push({ label: 'Open the drive', href: `${baseUrl}/webdav/` });
  return { subject: `${sharer} shared “${entryName}” with you`, paragraphs };
}

function permissionNames({ permissions, entryKind }: Extract<MailMessage, { kind: 'share' }>): string[] {
  const names: readonly (readonly [number, string])[] = [
    [READ, 'read'],
    [UPDATE, 'change'],
    [entryKind === 'folder' ? CREATE : 0, 'add to'],
    [DELETE, 'delete'],
    [SHARE, 'share'],
  ];
  return names.filter(([bit]) => (permissions & bit) !== 0).map(([, permission]) => permission);
}

function fromAddress(ip: string | null): string {
  return ip === null ? '' : `, from the address ${ip}`;
}

/** `2026-01-31 12:10 UTC`: a form that readers in all countries understand in the same way. */
function utcMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Replaces control characters such as line breaks, so that a name in the text cannot start a new header. */
function oneLine(text: string): string {
  return text.replace(CONTROL, ' ');
}

function textParagraph(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return oneLine(paragraph);
  return 'code' in paragraph ? `    ${paragraph.code}` : `${paragraph.label}: ${paragraph.href}`;
}

function htmlParagraph(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escape(oneLine(paragraph))}</p>`;
  if ('code' in paragraph) {
    return `<p style="font:bold 24px monospace;letter-spacing:4px">${escape(paragraph.code)}</p>`;
  }
  return `<p><a href="${escape(paragraph.href)}">${escape(paragraph.label)}</a></p>`;
}

function htmlPage(content: string, footer: string): string {
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
