import type { Page, PageRequest } from '../../model/entries/page.ts';
import { invalid, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Action } from '../../model/people/activity.ts';
import type { Actor } from '../../model/people/actor.ts';
import { type Group, type GroupRecord, groupKey, type Member } from '../../model/people/group.ts';
import type { PeopleSearch, User } from '../../model/people/user.ts';
import { commit, mayAdminister, requireAdmin, requireUser } from '../access/access.ts';
import { beginningsOf, displayNameFault, Faults } from '../accounts/accounts.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { MountRoot } from '../browse/browse.ts';
import type { Context } from '../context.ts';

/** Maximum length of the name of a group. */
export const MAX_GROUP_NAME_CHARACTERS = 100;
/** Maximum number of users added in one request. */
export const MAX_ADDED_MEMBERS = 100;
const MAX_GROUPS = 1000;
/** With such characters, two names can look alike. */
const INVISIBLE = /\p{Cf}/u;
/** Maximum number of groups found by a search. */
const MAX_FOUND = 20;

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly mountRoot: MountRoot;
  readonly peopleSearch: PeopleSearch;
}

/**
 * Groups of users. Administrators and the command line manage them, every user sees their own groups. What is shared
 * with a group is shared with each of its members, from the commit of a change on.
 */
export class Groups {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Lists the groups by name: all for administrators, else those of the caller.
   * @param onlyOwn true: those of the caller, also for administrators
   * @throws {DmsError} unauthenticated | forbidden
   */
  list(actor: Actor, page: PageRequest, onlyOwn = false): Page<GroupRecord> {
    const { groups } = this.#context.tables;
    const { limit, offset } = sliceOf(page);
    if (isManager(actor) && !onlyOwn) return { items: groups.list({ limit, offset }), total: groups.count() };
    const own = groups.listOf(requireUser(actor, 'read').userId);
    return { items: own.slice(offset, offset + limit), total: own.length };
  }

  /**
   * Finds at most 20 groups to share with: those whose name has a word that starts with each word of `q`. The
   * configuration can limit the search to the complete name, except for the groups that {@link Groups.list} returns.
   * @throws {DmsError} unauthenticated | forbidden
   */
  find(actor: Actor, q: string): readonly Group[] {
    const { userId } = requireUser(actor, 'read');
    const { groups } = this.#context.tables;
    const mayFindAll = this.#deps.peopleSearch === 'all' || isManager(actor);
    const own = mayFindAll ? undefined : new Set(groups.namesOf(userId));
    const begins = beginningsOf(q);
    const wanted = groupKey(q.trim());
    const found = groups
      .listNames()
      .filter(({ name }) => groupKey(name) === wanted || ((own?.has(name) ?? true) && begins(name)));
    const rank = ({ name }: Group) => Number(groupKey(name) !== wanted);
    return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_FOUND);
  }

  /**
   * One group, for administrators and its members.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  get(actor: Actor, id: number): GroupRecord {
    const { groups } = this.#context.tables;
    const mayRead = isManager(actor) || groups.isMember(id, requireUser(actor, 'read').userId);
    const group = mayRead ? groups.find(id) : undefined;
    if (!group) throw notFound();
    return group;
  }

  /**
   * Finds a group by its name, for administrators; case does not matter.
   * @throws {DmsError} unauthenticated | forbidden
   */
  findByName(actor: Actor, name: string): Group | undefined {
    requireAdmin(actor);
    return this.#context.tables.groups.findByName(name);
  }

  /**
   * The members of a group by login, for administrators and its members.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  members(actor: Actor, id: number, page: PageRequest): Page<Member> {
    const { members: total } = this.get(actor, id);
    return { items: this.#context.tables.groups.listMembers(id, sliceOf(page)), total };
  }

  /**
   * Creates a group.
   * @param logins its members
   * @throws {DmsError} unauthenticated | forbidden | invalid (name, users)
   */
  create(actor: Actor, given: string, logins: readonly string[] = []): Promise<GroupRecord> {
    requireAdmin(actor);
    return commit(this.#context, actor, () => {
      const { groups } = this.#context.tables;
      const name = this.#checked(given);
      if (groups.count() >= MAX_GROUPS) throw invalid('name', 'too_many_groups', { maximum: MAX_GROUPS });
      const users = this.#usersOf(logins);
      const id = groups.insert(name, this.#context.now());
      this.#record(actor, 'group_create', name, users);
      for (const user of users) groups.addMember(id, user.id);
      return this.#existing(id);
    });
  }

  /**
   * Renames a group.
   * @throws {DmsError} unauthenticated | forbidden | not_found | invalid (name)
   */
  rename(actor: Actor, id: number, given: string): Promise<GroupRecord> {
    requireAdmin(actor);
    return commit(this.#context, actor, () => {
      const before = this.#existing(id);
      const name = this.#checked(given, id);
      if (name !== before.name) {
        this.#context.tables.groups.rename(id, name);
        const text = message('group_renamed', { name: before.name, to: name });
        this.#deps.activity.record(actor, 'group_update', text);
      }
      return this.#existing(id);
    });
  }

  /**
   * Deletes a group. Its members lose what was shared with it.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  async remove(actor: Actor, id: number): Promise<void> {
    requireAdmin(actor);
    await commit(this.#context, actor, () => {
      const { name } = this.#existing(id);
      this.#context.tables.groups.delete(id);
      this.#deps.activity.record(actor, 'group_delete', message('group', { name }));
    });
  }

  /**
   * Adds users to a group. Users who are members stay members.
   * @throws {DmsError} unauthenticated | forbidden | not_found | invalid (users)
   */
  addMembers(actor: Actor, id: number, logins: readonly string[]): Promise<GroupRecord> {
    requireAdmin(actor);
    return commit(this.#context, actor, () => {
      const { groups } = this.#context.tables;
      const { name } = this.#existing(id);
      const added = this.#usersOf(logins).filter((user) => !groups.isMember(id, user.id));
      for (const user of added) this.#add(id, user);
      if (added.length > 0) this.#record(actor, 'group_member_add', name, added);
      return this.#existing(id);
    });
  }

  /**
   * Removes users from a group. They lose what was shared with the group, unless it is shared with them otherwise.
   * @throws {DmsError} unauthenticated | forbidden | not_found (no such group, or a user is not a member)
   */
  async removeMembers(actor: Actor, id: number, userIds: readonly number[]): Promise<void> {
    requireAdmin(actor);
    await commit(this.#context, actor, () => {
      const { groups, users } = this.#context.tables;
      const { name } = this.#existing(id);
      const members = [...new Set(userIds)].map((userId) => {
        const user = groups.isMember(id, userId) ? users.find(userId) : undefined;
        if (!user) throw notFound();
        return user;
      });
      for (const user of members) groups.removeMember(id, user.id);
      this.#record(actor, 'group_member_remove', name, members);
    });
  }

  #add(id: number, user: User): void {
    const { entries, groups } = this.#context.tables;
    for (const entryId of groups.listShared(id, user.id)) {
      const entry = entries.find(entryId);
      const owner = { userId: user.id, homeId: user.homeId, isAdmin: user.isAdmin };
      if (entry) this.#deps.mountRoot.giveName(owner, entry);
    }
    groups.addMember(id, user.id);
  }

  #record(actor: Actor, action: Action, name: string, users: readonly User[]): void {
    const logins = users.map(({ login }) => login).join(', ');
    const text = logins === '' ? message('group', { name }) : message('group_of', { name, logins });
    this.#deps.activity.record(actor, action, text);
  }

  /**
   * The name as it is stored.
   * @param id of a group that has a name
   * @throws {DmsError} invalid (name)
   */
  #checked(given: string, id?: number): string {
    const name = given.trim();
    const faults = new Faults();
    const same = this.#context.tables.groups.findByName(name);
    const isTaken = same !== undefined && same.id !== id;
    const lookFault = INVISIBLE.test(name) ? message('control_characters') : undefined;
    const takenFault = isTaken ? message('taken') : undefined;
    faults.add('name', displayNameFault(name, MAX_GROUP_NAME_CHARACTERS) ?? lookFault ?? takenFault);
    faults.throwIfAny();
    return name;
  }

  /** @throws {DmsError} invalid (users): a login is not that of a user */
  #usersOf(logins: readonly string[]): User[] {
    const { users } = this.#context.tables;
    if (logins.length > MAX_ADDED_MEMBERS)
      throw invalid('users', 'not_logins', { minimum: 1, maximum: MAX_ADDED_MEMBERS });
    const found = new Map<number, User>();
    for (const login of logins) {
      const user = users.findByLogin(login);
      if (!user) throw invalid('users', 'recipient_unknown', { login });
      found.set(user.id, user);
    }
    return [...found.values()];
  }

  #existing(id: number): GroupRecord {
    const group = this.#context.tables.groups.find(id);
    if (!group) throw notFound();
    return group;
  }
}

function sliceOf({ page, perPage }: PageRequest) {
  return { limit: perPage, offset: (page - 1) * perPage };
}

/** True for administrators and the command line. */
function isManager(actor: Actor): boolean {
  return actor.kind === 'system' || (actor.kind === 'user' && mayAdminister(actor));
}
