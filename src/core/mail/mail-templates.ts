import type { MailMessage } from '../../model/people/mail.ts';
import type { Language } from '../../model/people/user.ts';
import { english } from './english-texts.ts';
import { german } from './german-texts.ts';
import type { Draft, MailTexts, MessageOf, Paragraph } from './mail-texts.ts';

/** Content of an e-mail, as plain text and as HTML. The subject is one line. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Recipient of an e-mail. */
export interface Reader {
  /** Display name; empty: unknown. */
  readonly name: string;
  /** Null: English. */
  readonly language: Language | null;
}

const TEXTS: Readonly<Record<Language, MailTexts>> = { de: german, en: english };

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Creates an e-mail in the language of its reader.
 * @param baseUrl public URL of the service; null: the e-mail contains no link
 */
export function compose(
  message: MailMessage,
  { name, language }: Reader,
  baseUrl: string | null,
): MailContent {
  const used = language ?? 'en';
  const texts = TEXTS[used];
  const { subject, paragraphs } = draft(message, texts, baseUrl);
  const all: readonly Paragraph[] = [texts.greeting(name), ...paragraphs];
  const footer = texts.footer(baseUrl);
  return {
    subject: oneLine(subject),
    text: `${all.map(textParagraph).join('\n\n')}\n\n-- \n${footer}\n`,
    html: htmlPage(used, all.map(htmlParagraph).join('\n'), footer),
  };
}

function draft(message: MailMessage, texts: MailTexts, baseUrl: string | null): Draft {
  switch (message.kind) {
    case 'two_factor_code':
      return texts.code(message);
    case 'share':
      return texts.share(message, urlOf(baseUrl, '/webdav/'));
    case 'token_created':
      return texts.token(message);
    case 'password_changed':
      return texts.password(message);
    case 'two_factor_off':
      return texts.secondFactorOff();
    case 'password_reset':
      return texts.reset(message);
    case 'invitation':
      return texts.invitation(message);
    case 'link_upload':
      return texts.linkUpload(message, urlOf(baseUrl, pageOf(message)));
    case 'link':
      return texts.link(message);
    case 'alarm':
      return texts.alarm(message);
  }
}

/** A URL of the service; undefined if its own is unknown. */
function urlOf(baseUrl: string | null, path: string): string | undefined {
  return baseUrl === null ? undefined : `${baseUrl}${path}`;
}

/** Path of the page of an entry. */
function pageOf({ entryKind, entryId }: Pick<MessageOf<'link_upload'>, 'entryKind' | 'entryId'>): string {
  return `/${entryKind === 'file' ? 'documents' : 'folders'}/${String(entryId)}`;
}

/** Replaces control characters such as line breaks, so that a name in the text cannot start a new header. */
function oneLine(text: string): string {
  return text.replace(CONTROL, ' ');
}

function textParagraph(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return oneLine(paragraph);
  if ('quote' in paragraph) return quoted(paragraph.quote, (line) => `> ${line}`.trimEnd());
  if ('command' in paragraph) return `    ${paragraph.command}`;
  return 'code' in paragraph ? `    ${paragraph.code}` : `${paragraph.label}: ${paragraph.href}`;
}

/** The lines of a text by a user. Each is marked, so that none looks like a text of the service. */
function quoted(text: string, mark: (line: string) => string): string {
  const lines = text.toWellFormed().split(LINE_END);
  return lines.map((line) => mark(oneLine(line))).join('\n');
}

function htmlParagraph(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escape(oneLine(paragraph))}</p>`;
  if ('quote' in paragraph) {
    const lines = quoted(paragraph.quote, escape);
    return `<blockquote style="margin:0;padding-left:1em;border-left:3px solid #ccc;white-space:pre-wrap">${lines}</blockquote>`;
  }
  if ('command' in paragraph) return `<pre>${escape(paragraph.command)}</pre>`;
  if ('code' in paragraph) {
    return `<p style="font:bold 24px monospace;letter-spacing:4px">${escape(paragraph.code)}</p>`;
  }
  return `<p><a href="${escape(paragraph.href)}">${escape(paragraph.label)}</a></p>`;
}

function htmlPage(language: Language, content: string, footer: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"></head>
<body style="font:16px/1.5 sans-serif;color:#222;max-width:36em;margin:1em">
${content}
<p style="color:#777;font-size:13px">${escape(footer)}</p>
</body></html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? character);
}
