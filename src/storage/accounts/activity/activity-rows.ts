import { type MessageData, parsedMessage } from '../../../model/errors/messages.ts';
import type { Action } from '../../../model/people/activity.ts';

/** A record of the activity log before it has an id. */
export interface NewActivity {
  readonly action: Action;
  readonly userId: number | null;
  readonly userLogin: string | null;
  readonly userName: string;
  /** Milliseconds UTC. */
  readonly at: number;
  /** Text for every user who can read the entry. */
  readonly details: string;
  /** The details as a message code and facts; null for records from before these were stored. */
  readonly data: MessageData | null;
  /** Text for users with access to more details; null when there are none. */
  readonly fullDetails: string | null;
  readonly fullData: MessageData | null;
  /** Id of another entry that the full details mention; null for none. */
  readonly subjectId: number | null;
  /** The folder or document that was changed; null for none. */
  readonly entryId: number | null;
  readonly isFolder: boolean | null;
  readonly ip: string | null;
  /** The token with which the user acted; null for none. */
  readonly tokenId: number | null;
  /** The undo of many changes of which this is a part; null for none. */
  readonly undoId: number | null;
}

export type StoredActivity = NewActivity & { readonly id: number };

/** A row of the `activities` table. */
export interface ActivityRow {
  id: number;
  action: Action;
  user_id: number | null;
  user_login: string | null;
  user_name: string;
  at: number;
  details: string;
  full_details: string | null;
  data: string | null;
  full_data: string | null;
  subject_id: number | null;
  entry_id: number | null;
  is_folder: 0 | 1 | null;
  ip: string | null;
  token_id: number | null;
  undo_id: number | null;
}

/** The columns of an {@link ActivityRow}. */
export const ACTIVITY_COLUMNS =
  'id, action, user_id, user_login, user_name, at, details, full_details, data, full_data, subject_id, entry_id, is_folder, ip, token_id, undo_id';

export function activityFrom(row: ActivityRow): StoredActivity {
  return {
    id: row.id,
    action: row.action,
    userId: row.user_id,
    userLogin: row.user_login,
    userName: row.user_name,
    at: row.at,
    details: row.details,
    fullDetails: row.full_details,
    data: row.data === null ? null : parsedMessage(row.data),
    fullData: row.full_data === null ? null : parsedMessage(row.full_data),
    subjectId: row.subject_id,
    entryId: row.entry_id,
    isFolder: row.is_folder === null ? null : row.is_folder === 1,
    ip: row.ip,
    tokenId: row.token_id,
    undoId: row.undo_id,
  };
}
