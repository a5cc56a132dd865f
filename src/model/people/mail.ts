import type { AlarmAction, IncidentKind } from './incident.ts';

/** Kinds of e-mail that the service sends, each with the values for its text. Times in milliseconds UTC. */
export type MailMessage =
  | { readonly kind: 'two_factor_code'; readonly code: string; readonly expiresAt: number }
  | {
      readonly kind: 'share';
      /** Display name of the user who shares the entry. */
      readonly sharer: string;
      readonly entryName: string;
      readonly entryKind: 'file' | 'folder';
      readonly entryId: number;
      readonly permissions: number;
      /** Null: the share does not expire. */
      readonly expiresAt: number | null;
      readonly shareId: number;
    }
  | { readonly kind: 'token_created'; readonly tokenName: string; readonly ip: string | null }
  | { readonly kind: 'password_changed'; readonly ip: string | null }
  | { readonly kind: 'two_factor_off' }
  | {
      readonly kind: 'password_reset';
      readonly url: string;
      readonly expiresAt: number;
      readonly ip: string | null;
    }
  | {
      readonly kind: 'invitation';
      readonly url: string;
      readonly login: string;
      /** Display name of the administrator; null: the command line. */
      readonly inviter: string | null;
      readonly expiresAt: number;
    }
  | {
      /** Visitors of a link have sent files. */
      readonly kind: 'link_upload';
      /** Who the visitor claims to be, in quotation marks; null: nothing was entered. */
      readonly sender: string | null;
      readonly entryName: string;
      readonly entryKind: 'file' | 'folder';
      readonly entryId: number;
      /** Number of files of the visit so far. */
      readonly files: number;
    }
  | {
      /** The alarm has rung. */
      readonly kind: 'alarm';
      readonly login: string;
      /** Name of the user, from {@link nameInMail}. */
      readonly name: string;
      readonly incidentKind: IncidentKind;
      /** Number of documents so far. */
      readonly documents: number;
      readonly action: AlarmAction;
      readonly begunAt: number;
      /** Name of the token with which the changes were made; null: with another credential. */
      readonly token: string | null;
      readonly ip: string | null;
    }
  | {
      /** A user sends a link to a person without an account. */
      readonly kind: 'link';
      readonly linkId: number;
      /** Name of the sending user, from {@link nameInMail}. */
      readonly sender: string;
      readonly entryName: string;
      readonly entryKind: 'file' | 'folder';
      readonly url: string;
      /** What the sender wrote; empty: nothing. */
      readonly text: string;
      readonly hasPassword: boolean;
      /** Null: the link does not end. */
      readonly expiresAt: number | null;
    };

/** Maximum length of a user's name in an e-mail, in characters. */
const NAME_LENGTH = 64;
/**
 * White space, control characters, characters that control the direction of text, lone surrogates, and quotation marks.
 */
const NOT_OF_A_NAME = /[\s\p{Cc}\p{Bidi_Control}\p{Cs}"“”„‟«»＂〝〞〟]+/gu;
const QUOTATION_MARKS = /["“”„‟«»＂〝〞〟]/gu;

/** A user's display name without characters that change how the rest of a line looks. */
export function plainName(name: string): string {
  return name.replace(NOT_OF_A_NAME, ' ').trim();
}

/** The name of an entry, which is between quotation marks in the text of an e-mail. */
export function entryNameInMail(name: string): string {
  return plainName(name.replace(QUOTATION_MARKS, "'"));
}

/** A user's display name in quotation marks. Users choose it freely, so it must not look like text of the e-mail. */
export function nameInMail(name: string): string {
  const plain = plainName(name);
  const characters = Array.from(plain);
  return `“${characters.length > NAME_LENGTH ? `${characters.slice(0, NAME_LENGTH - 1).join('')}…` : plain}”`;
}
