/** What the service writes to its users about, with what the text needs to know. Times in milliseconds UTC. */
export type MailMessage =
  | { readonly kind: 'two_factor_code'; readonly code: string; readonly expiresAt: number }
  | {
      readonly kind: 'share';
      /** Display name of who shares. */
      readonly sharer: string;
      readonly entryName: string;
      readonly entryKind: 'file' | 'folder';
      readonly entryId: number;
      readonly permissions: number;
      /** Null: for good. */
      readonly expiresAt: number | null;
      readonly shareId: number;
    }
  | { readonly kind: 'token_created'; readonly tokenName: string; readonly ip: string | null }
  | { readonly kind: 'password_changed'; readonly ip: string | null };
