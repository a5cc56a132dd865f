/**
 * What can happen; every change in the core leaves one entry with one of these. Three of them change nothing: a sign-in
 * that failed (`sign_in_fail`), a token used from an address that is new (`token_use`), a write that was not allowed
 * (`refusal`).
 */
export type Action =
  | 'upload'
  | 'new_version'
  | 'update'
  | 'rename'
  | 'move'
  | 'copy'
  | 'create_folder'
  | 'delete'
  | 'restore'
  | 'purge'
  | 'version_comment'
  | 'version_restore'
  | 'version_delete'
  | 'properties'
  | 'unlock'
  | 'share'
  | 'share_update'
  | 'unshare'
  | 'mail_fail'
  | 'sign_in'
  | 'sign_in_fail'
  | 'sign_out'
  | 'user_create'
  | 'user_update'
  | 'user_delete'
  | 'password_change'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'recovery_codes'
  | 'token_create'
  | 'token_revoke'
  | 'token_use'
  | 'session_end'
  | 'refusal';

/** One thing that happened. Time in milliseconds UTC. */
export interface Activity {
  readonly id: number;
  readonly action: Action;
  /** Display name of the acting user at that time. */
  readonly user: string;
  readonly at: number;
  readonly details: string;
  readonly documentId: number | null;
  readonly folderId: number | null;
  readonly ip: string | null;
}
