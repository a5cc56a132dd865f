import { asApiError } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import type { User } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { t } from '../../text/text.ts';
import type { PagedList } from '../files/paged-list.ts';
import { showToast } from '../toasts.ts';
import { showUndoable } from '../undo.ts';

/** An invitation link that the administrator passes on. */
export interface HandedInvitation {
  readonly name: string;
  readonly url: string;
  readonly until: string;
}

/** Runs an action and shows the user its error. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showToast(asApiError(error).message, 'failed');
  }
}

/** Creates an invitation. @returns the link if the service did not send it by e-mail @throws {ApiError} */
export async function inviteUser({
  id,
  name,
}: Pick<User, 'id' | 'name'>): Promise<HandedInvitation | undefined> {
  const made = await dataOf(api.POST('/users/{id}/invitation', { params: { path: { id } }, body: {} }));
  if (made.url !== null)
    return { name, url: new URL(made.url, location.origin).href, until: made.expires_at };
  showToast(t().admin.invited(made.sent_to ?? ''));
  return undefined;
}

async function setDisabled(list: PagedList<User>, user: User, is_disabled: boolean): Promise<void> {
  list.replace({ ...user, is_disabled });
  try {
    const params = { path: { id: user.id } };
    list.replace(await dataOf(api.PATCH('/users/{id}', { params, body: { is_disabled } })));
  } catch (error) {
    list.replace(user);
    throw error;
  }
}

/** Disables or enables an account, with undo. */
export function toggleDisabled(list: PagedList<User>, user: User): Promise<void> {
  const isDisabled = !user.is_disabled;
  const texts = t().admin;
  return attempt(async () => {
    await setDisabled(list, user, isDisabled);
    const said = isDisabled ? texts.isDisabled(user.name) : texts.isEnabled(user.name);
    showUndoable(said, () =>
      attempt(() => setDisabled(list, { ...user, is_disabled: isDisabled }, !isDisabled)),
    );
  });
}

/** Turns off the second factor of another user. */
export function switchFactorOff(list: PagedList<User>, user: User): Promise<void> {
  return attempt(async () => {
    await dataOf(api.DELETE('/users/{id}/2fa', { params: { path: { id: user.id } } }));
    list.replace({ ...user, two_factor: 'off' });
    showToast(t().admin.factorIsOff(user.name));
  });
}

/** Ends all sessions of a user except this one. */
export function endSessionsOf({ id, name }: User): Promise<void> {
  return attempt(async () => {
    const { ended } = await dataOf(api.DELETE('/users/{id}/sessions', { params: { path: { id } } }));
    showToast(t().admin.sessionsEnded(ended, name));
  });
}

export function deleteUser(list: PagedList<User>, { id, name }: User): Promise<void> {
  return attempt(async () => {
    await dataOf(api.DELETE('/users/{id}', { params: { path: { id } } }));
    list.remove(new Set([id]));
    showToast(t().admin.deletedPerson(name));
    await list.refresh();
  });
}

/** True for the account of this session. */
export function isOwn({ id }: Pick<User, 'id'>): boolean {
  return account.value?.id === id;
}
