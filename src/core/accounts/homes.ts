import { freeName } from '../../model/entries/names.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { User } from '../../model/people/user.ts';
import { moverOf } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';

/** The system folder with the homes of deleted users (docs/build/contract/users.md §20). */
const FORMER_USERS = 'Former users';
const HOME_NAME = 'Home';

interface Dependencies {
  readonly activity: ActivityLog;
}

/** The home folders of users. Both methods run inside the caller's transaction. */
export class Homes {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Creates the home of a new user.
   * @returns the entry id of the home
   */
  create(userId: number): number {
    const at = this.#context.now();
    const root = {
      parentId: null,
      rootKind: 'home',
      ownerId: userId,
      kind: 'folder',
      name: HOME_NAME,
    } as const;
    return this.#context.tables.entries.insert({ ...root, at, by: userId });
  }

  /**
   * Moves the home of a user who is being deleted, with everything beneath it, into the system folder `Former users`.
   * Afterwards the home has no owner.
   */
  moveToFormerUsers(user: User, actor: Actor): void {
    const at = this.#context.now();
    const parentId = this.#formerUsersFolder(actor);
    const { entries, places } = this.#context.tables;
    const isTaken = (name: string) => entries.findChildId(parentId, name) !== undefined;
    const name = freeName({ name: user.login, kind: 'folder' }, isTaken);
    places.leave(user.homeId, at, parentId, moverOf(actor));
    entries.updatePosition(user.homeId, { parentId, rootKind: null, name }, at, null);
    this.#deps.activity.record(
      actor,
      'move',
      message('home_moved', { login: user.login, folder: FORMER_USERS }),
      {
        id: user.homeId,
        kind: 'folder',
        name,
      },
    );
  }

  #formerUsersFolder(actor: Actor): number {
    const existing = this.#context.tables.entries.findSystem(FORMER_USERS);
    if (existing) return existing.id;
    const root = {
      parentId: null,
      rootKind: 'system',
      ownerId: null,
      kind: 'folder',
      name: FORMER_USERS,
    } as const;
    const id = this.#context.tables.entries.insert({ ...root, at: this.#context.now(), by: null });
    this.#deps.activity.record(actor, 'create_folder', message('entry', { name: FORMER_USERS }), {
      id,
      kind: 'folder',
      name: FORMER_USERS,
    });
    return id;
  }
}
