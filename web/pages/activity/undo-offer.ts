import type { Activity } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { NOT_USERS } from '../../parts/display/people.tsx';
import { findUsers } from '../../parts/sharing/found-recipients.ts';
import type { UndoStart } from '../../parts/undo-changes/undo-start.ts';

/** Changes that an undo takes back (docs/build/contract/history.md §43). */
const REVERSIBLE: ReadonlySet<string> = new Set([
  'upload',
  'new_version',
  'version_restore',
  'rename',
  'move',
  'copy',
  'create_folder',
  'delete',
  'restore',
]);

/** What a record of the activity offers: to undo everything since it, or to take back the undo that it is. */
export function offerOf(activity: Activity): 'since' | 'undo' | undefined {
  const { action, user } = activity;
  const isAdmin = account.value?.is_admin === true;
  if (user !== account.value?.name && !isAdmin) return undefined;
  if (action === 'undo') return idOfUndo(activity) === undefined ? undefined : 'undo';
  return REVERSIBLE.has(action) && !NOT_USERS.includes(user) ? 'since' : undefined;
}

function idOfUndo({ data }: Activity): number | undefined {
  const id = data?.facts['undo'];
  return typeof id === 'number' ? id : undefined;
}

/** The dialog with the time and, for administrators, the user of a record. */
export async function startOf(activity: Activity): Promise<UndoStart> {
  const id = activity.action === 'undo' ? idOfUndo(activity) : undefined;
  if (id !== undefined) return { kind: 'undo', id };
  const since = { kind: 'changes', since: activity.timestamp } as const;
  if (account.value?.is_admin !== true) return since;
  const { signal } = new AbortController();
  // The record has the display name only, which several users can have.
  const found = await findUsers(activity.user, signal).catch(() => []);
  const users = found.filter(({ name }) => name === activity.user);
  return users.length === 1 ? { ...since, users } : { ...since, typed: activity.user };
}
