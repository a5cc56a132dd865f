import { ApiError, asApiError, faultIn } from '../../api/api-error.ts';
import type { UndoConditions } from '../../api/undos.ts';
import { type Recipient, recipientFields } from '../../state/actions/recipients.ts';
import { t } from '../../text/text.ts';
import { timestampIn } from './local-time.ts';

/** The fields of the dialog, as the user left them. */
export interface UndoDraft {
  /** Whose changes; at most one. Empty: the own ones, with an address those of all users. */
  readonly users: readonly Recipient[];
  /** A login that is not resolved yet. */
  readonly typed: string;
  /** A timestamp of the API with which the dialog opens. */
  readonly given?: string;
  /** Values of the fields for date and time. */
  readonly since: string;
  readonly until: string;
  /** Id of a token; empty: any. */
  readonly token: string;
  readonly ip: string;
  readonly folder?: { readonly id: number; readonly name: string };
  readonly force: boolean;
}

/** A dialog without conditions. */
export const NO_CONDITIONS: UndoDraft = {
  users: [],
  typed: '',
  since: '',
  until: '',
  token: '',
  ip: '',
  force: false,
};

/** The conditions as a request. @throws {ApiError} two users */
export function conditionsIn(draft: UndoDraft): UndoConditions {
  const [login, ...others] = recipientFields(draft.users, draft.typed).users;
  if (others.length > 0) throw faultIn('users', t().undoChanges.oneUser);
  const since = timestampIn(draft.since, draft.given);
  const until = timestampIn(draft.until);
  const ip = draft.ip.trim();
  return {
    ...(login === undefined ? {} : { login }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(draft.token === '' ? {} : { token_id: Number(draft.token) }),
    ...(ip === '' ? {} : { ip }),
    ...(draft.folder === undefined ? {} : { folder_id: draft.folder.id }),
    ...(draft.force ? { force: true } : {}),
  };
}

/** Renames the field of the API for the user to that of the form. */
export function faultOf(reason: unknown): ApiError {
  const error = asApiError(reason);
  const { login, ...others } = error.fields;
  if (login === undefined) return error;
  const { status, code, requestId } = error;
  return new ApiError(error.message, { status, code, requestId, fields: { ...others, users: login } });
}
