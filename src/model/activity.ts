/** What can happen; every change in the core leaves one entry with one of these. */
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
  | 'unshare'
  | 'sign_in'
  | 'sign_out'
  | 'user_create'
  | 'user_update'
  | 'user_delete'
  | 'password_change'
  | 'token_create'
  | 'token_revoke'
  | 'session_end';

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
