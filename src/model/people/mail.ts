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
    };

/** Maximum length of a user's name in an e-mail, in characters. */
const NAME_LENGTH = 64;
/**
 * White space, control characters, characters that control the direction of text, lone surrogates, and quotation marks.
 */
const NOT_OF_A_NAME = /[\s\p{Cc}\p{Bidi_Control}\p{Cs}"“”„«»]+/gu;

/** A user's display name in quotation marks. Users choose it freely, so it must not look like text of the e-mail. */
export function nameInMail(name: string): string {
  const plain = name.replace(NOT_OF_A_NAME, ' ').trim();
  const characters = Array.from(plain);
  return `“${characters.length > NAME_LENGTH ? `${characters.slice(0, NAME_LENGTH - 1).join('')}…` : plain}”`;
}
