import { api, dataOf, pageOf } from '../../api/client.ts';
import type { Group, GroupMember } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import type { PagedList } from '../files/paged-list.ts';
import { showToast } from '../toasts.ts';
import { showUndoable } from '../undo.ts';
import { showRefusal } from './sharing.ts';

const MAX_PER_PAGE = 200;

/** All groups of which the user is a member. @throws {ApiError} */
export function ownGroups(): Promise<readonly Group[]> {
  return groupsOf('1');
}

/** A group of the user, or for administrators any group. @returns undefined if there is none @throws {ApiError} */
export async function findGroup(name: string): Promise<Group | undefined> {
  return (await groupsOf('0')).find((group) => group.name === name);
}

async function groupsOf(mine: '0' | '1'): Promise<readonly Group[]> {
  const groups: Group[] = [];
  for (let page = 1; ; page++) {
    const query = { page, per_page: MAX_PER_PAGE, mine };
    const { items, total } = await pageOf(api.GET('/groups', { params: { query } }));
    groups.push(...items);
    if (page * MAX_PER_PAGE >= total) return groups;
  }
}

/** One page of the members of a group, by login. @throws {ApiError} */
export function membersOf(id: number, page: number, perPage: number) {
  const params = { path: { id }, query: { page, per_page: perPage } };
  return pageOf(api.GET('/groups/{id}/members', { params }));
}

/** Creates a group with members. @throws {ApiError} the name or a member is invalid */
export async function createGroup(name: string, users: readonly string[]): Promise<void> {
  await dataOf(api.POST('/groups', { body: { name, users: [...users] } }));
  showToast(t().groups.created(name));
}

/** Renames a group. @throws {ApiError} the name is invalid */
export async function renameGroup({ id }: Pick<Group, 'id'>, name: string): Promise<void> {
  await dataOf(api.PATCH('/groups/{id}', { params: { path: { id } }, body: { name } }));
}

/** Deletes a group, and shows the user an error. */
export async function deleteGroup(list: PagedList<Group>, { id, name }: Group): Promise<void> {
  try {
    await dataOf(api.DELETE('/groups/{id}', { params: { path: { id } } }));
    list.remove(new Set([id]));
    showToast(t().groups.deleted(name));
  } catch (error) {
    showRefusal(error);
  }
  await list.refresh();
}

/** Adds users to a group. @throws {ApiError} a user is unknown, and none was added */
export async function addMembers({ id }: Pick<Group, 'id'>, users: readonly string[]): Promise<void> {
  const params = { path: { id } };
  await dataOf(api.POST('/groups/{id}/members', { params, body: { users: [...users] } }));
}

/** Removes a member from a group, with undo, and shows the user an error. */
export async function removeMember(
  list: PagedList<GroupMember>,
  group: Group,
  member: GroupMember,
): Promise<void> {
  list.remove(new Set([member.id]));
  try {
    const path = { id: group.id, member: member.id };
    await dataOf(api.DELETE('/groups/{id}/members/{member}', { params: { path } }));
    showUndoable(t().groups.removed(member.name, group.name), async () => {
      await addMembers(group, [member.login]).catch(showRefusal);
      await list.refresh();
    });
  } catch (error) {
    showRefusal(error);
  }
  await list.refresh();
}
