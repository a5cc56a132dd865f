/** Kinds of e-mail that the service sends, each with the values in its text. Times are milliseconds UTC. */
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
      /** Null: the share does not end. */
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
