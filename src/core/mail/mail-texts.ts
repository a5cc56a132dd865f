import { CREATE, DELETE, READ, SHARE, UPDATE } from '../../model/entries/permissions.ts';
import type { MailMessage } from '../../model/people/mail.ts';
import type { Language } from '../../model/people/user.ts';

/** A paragraph of an e-mail: a text, a code for the user to type, a command, lines that a user wrote, or a link. */
export type Paragraph =
  | string
  | { readonly code: string }
  | { readonly command: string }
  | { readonly quote: string }
  | { readonly label: string; readonly href: string };

/** Content of an e-mail, without greeting and footer. */
export interface Draft {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

/** A message of one kind. */
export type MessageOf<K extends MailMessage['kind']> = Extract<MailMessage, { kind: K }>;

/** Texts of all e-mails in one language. */
export interface MailTexts {
  /** @param name empty: unknown */
  greeting(name: string): string;
  /** @param baseUrl public URL of the service; null: unknown */
  footer(baseUrl: string | null): string;
  code(message: MessageOf<'two_factor_code'>): Draft;
  /** @param driveUrl undefined: unknown */
  share(message: MessageOf<'share'>, driveUrl: string | undefined): Draft;
  token(message: MessageOf<'token_created'>): Draft;
  password(message: MessageOf<'password_changed'>): Draft;
  secondFactorOff(): Draft;
  reset(message: MessageOf<'password_reset'>): Draft;
  invitation(message: MessageOf<'invitation'>): Draft;
  /** @param entryUrl undefined: unknown */
  linkUpload(message: MessageOf<'link_upload'>, entryUrl: string | undefined): Draft;
  link(message: MessageOf<'link'>): Draft;
  alarm(message: MessageOf<'alarm'>): Draft;
}

/**
 * Formats a time as `31 January 2026 at 13:10 CET`. Uses the time zone of the machine and names it, because the
 * reader's time zone is unknown.
 * @param time milliseconds UTC
 */
export function moment(time: number, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return format.format(time);
}

/**
 * Lists the permissions of a share, as `read, change and share`.
 * @param names names of the permissions, in the language
 */
export function allowed(
  { permissions, entryKind }: MessageOf<'share'>,
  language: Language,
  names: Readonly<Record<'read' | 'change' | 'add' | 'delete' | 'share', string>>,
): string {
  const all: readonly (readonly [number, string])[] = [
    [READ, names.read],
    [UPDATE, names.change],
    [entryKind === 'folder' ? CREATE : 0, names.add],
    [DELETE, names.delete],
    [SHARE, names.share],
  ];
  const named = all.filter(([bit]) => (permissions & bit) !== 0).map(([, name]) => name);
  return new Intl.ListFormat(localeOf(language)).format(named);
}

/** British English has the day before the month, which readers in all countries understand. */
function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
}
