import type { Action, Activity } from '../model/activity.ts';
import type { Actor, UserActor } from '../model/actor.ts';
import type { Entry } from '../model/entry.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type { ActivityTable } from '../storage/activities.ts';
import type { Access } from './access.ts';
import { requireUser } from './authority.ts';
import type { Context } from './context.ts';

/** What a list of the log may be narrowed to. Times in milliseconds UTC, `before` exclusive; `user` is a login. */
export interface ActivityQuery {
  readonly action?: string | undefined;
  readonly user?: string | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

/** The log of what happened: written by every change, within its transaction. */
export class ActivityLog {
  readonly #context: Context;
  readonly #activities: ActivityTable;
  readonly #access: Access;

  constructor(context: Context, activities: ActivityTable, access: Access) {
    this.#context = context;
    this.#activities = activities;
    this.#access = access;
  }

  /** Notes what `actor` did, to `entry` where there is one. Called inside the transaction of the change. */
  record(actor: Actor, action: Action, details: string, entry?: Pick<Entry, 'id' | 'kind'>): void {
    const user = actor.kind === 'user' ? actor : undefined;
    this.#activities.insert({
      action,
      userId: user?.userId ?? null,
      userLogin: user?.login ?? null,
      userName: actor.kind === 'guest' ? 'guest' : actor.name,
      at: this.#context.now(),
      details,
      entryId: entry?.id ?? null,
      isFolder: entry === undefined ? null : entry.kind === 'folder',
      ip: actor.kind === 'system' ? null : actor.ip,
    });
  }

  /** Newest first. Administrators see all; others what they did and what happened to entries that they can read. */
  list(actor: Actor, query: ActivityQuery, page: PageRequest): Page<Activity> {
    const user = requireUser(actor, 'read');
    const visibleTo = user.isAdmin ? undefined : this.#viewer(user);
    return this.#activities.list({ ...query, visibleTo }, page.perPage, (page.page - 1) * page.perPage);
  }

  /** What happened to one document that the actor may read, newest first. @throws {DmsError} not_found */
  ofDocument(actor: Actor, id: number, page: PageRequest): Page<Activity> {
    this.#access.document(actor, id);
    return this.#activities.list({ entryId: id }, page.perPage, (page.page - 1) * page.perPage);
  }

  #viewer(user: UserActor) {
    return { userId: user.userId, isAdmin: user.isAdmin, now: this.#context.now() };
  }
}
