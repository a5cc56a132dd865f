import type { MessageData } from '../errors/messages.ts';

/**
 * The kinds of activity (docs/build/contract/activity.md §18). Each change in the core is recorded with one of them.
 * Five of them record no change: a failed sign-in (`sign_in_fail`), the first use of a token or of a link from an address
 * (`token_use`, `link_use`), a denied change (`refusal`), and an incident (`alarm`).
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
  | 'link_create'
  | 'link_update'
  | 'link_delete'
  | 'link_mail'
  | 'link_use'
  | 'mail_fail'
  | 'sign_in'
  | 'sign_in_fail'
  | 'sign_out'
  | 'user_create'
  | 'user_update'
  | 'user_delete'
  | 'group_create'
  | 'group_update'
  | 'group_delete'
  | 'group_member_add'
  | 'group_member_remove'
  | 'password_change'
  | 'password_reset'
  | 'invitation'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'recovery_codes'
  | 'token_create'
  | 'token_revoke'
  | 'token_use'
  | 'session_end'
  | 'clock_set_back'
  | 'undo'
  | 'undo_step'
  | 'alarm'
  | 'alarm_lift'
  | 'refusal';

/** One record of the activity log. */
export interface Activity {
  readonly id: number;
  readonly action: Action;
  /** Display name of the acting user at that time; a word such as `guest` if no user acted. */
  readonly user: string;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly details: string;
  /** Code and facts of `details`; null for a record of a release that did not store them. */
  readonly data: MessageData | null;
  /** The document or the folder that the activity concerns; both null if it concerns neither. */
  readonly documentId: number | null;
  readonly folderId: number | null;
  /** Address of the client. */
  readonly ip: string | null;
}
