import type { Actor } from '../../model/actor.ts';
import { numberedName } from '../../model/names.ts';
import type { User } from '../../model/user.ts';
import type { EntryTable } from '../../storage/tree/entries.ts';
import type { ActivityLog } from '../activity/activity-log.ts';
import type { Context } from '../context.ts';
import type { Homes as HomesOfUsers } from './users.ts';

/** The folder of the office beneath which homes stay when their users go (CONTRACT §2, users). */
const FORMER_USERS = 'Former users';
const HOME_NAME = 'Home';

/** The personal folders: they come and go with their users. Works within transactions of others. */
export class Homes implements HomesOfUsers {
  readonly #context: Context;
  readonly #entries: EntryTable;
  readonly #log: ActivityLog;

  constructor(context: Context, entries: EntryTable, log: ActivityLog) {
    this.#context = context;
    this.#entries = entries;
    this.#log = log;
  }

  create(userId: number): number {
    const at = this.#context.now();
    const root = {
      parentId: null,
      rootKind: 'home',
      ownerId: userId,
      kind: 'folder',
      name: HOME_NAME,
    } as const;
    return this.#entries.insert({ ...root, at, by: userId });
  }

  retire(user: User, actor: Actor): void {
    const at = this.#context.now();
    const parentId = this.#formerUsers(actor);
    let name = user.login;
    for (let number = 2; this.#entries.findChildId(parentId, name) !== undefined; number += 1) {
      name = numberedName(user.login, number, 'folder');
    }
    this.#entries.updatePlace(user.homeId, { parentId, rootKind: null, name }, at, null);
    this.#log.record(actor, 'move', `home of ${user.login} to ${FORMER_USERS}`, {
      id: user.homeId,
      kind: 'folder',
      name,
    });
  }

  #formerUsers(actor: Actor): number {
    const existing = this.#entries.findSystem(FORMER_USERS);
    if (existing) return existing.id;
    const root = {
      parentId: null,
      rootKind: 'system',
      ownerId: null,
      kind: 'folder',
      name: FORMER_USERS,
    } as const;
    const id = this.#entries.insert({ ...root, at: this.#context.now(), by: null });
    this.#log.record(actor, 'create_folder', FORMER_USERS, { id, kind: 'folder', name: FORMER_USERS });
    return id;
  }
}
