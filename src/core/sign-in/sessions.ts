import type { Page, PageRequest } from '../../model/entries/page.ts';
import { notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { Session } from '../../model/people/user.ts';
import { commit, currentSession, requireAdmin, requireOwner, requireUser } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';

/** A session as its user sees it. */
export interface OwnSession extends Session {
  /** True for the session of this request. */
  readonly current: boolean;
}

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
}

/** Browser sessions: the signed-in user's own and, for administrators, those of other users. */
export class Sessions {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * The user's valid sessions, last used first.
   * @throws {DmsError} unauthenticated | forbidden
   */
  list(actor: Actor, page: PageRequest): Page<OwnSession> {
    const user = requireUser(actor, 'read');
    const current = currentSession(user);
    const offset = (page.page - 1) * page.perPage;
    const { items, total } = this.#context.tables.sessions.list(
      user.userId,
      this.#context.now(),
      page.perPage,
      offset,
    );
    return { items: items.map((session) => ({ ...session, current: session.id === current })), total };
  }

  /**
   * Ends one of the user's sessions.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  async end(actor: Actor, id: number): Promise<void> {
    const user = requireOwner(actor);
    await commit(this.#context, actor, () => {
      if (!this.#context.tables.sessions.delete(id, user.userId)) throw notFound();
      this.#deps.activity.record(user, 'session_end', message('one_session'));
    });
  }

  /**
   * Ends all of the user's sessions except the session of this request.
   * @returns the number of ended sessions
   * @throws {DmsError} unauthenticated | forbidden
   */
  async endOthers(actor: Actor): Promise<number> {
    const user = requireOwner(actor);
    return commit(this.#context, actor, () => {
      const ended = this.#context.tables.sessions.deleteOfUser(user.userId, currentSession(user));
      if (ended > 0) this.#deps.activity.record(user, 'session_end', message('other_sessions'));
      return ended;
    });
  }

  /**
   * Ends all sessions of a user, except the session of this request. The user's tokens stay valid.
   * @returns the number of ended sessions
   * @throws {DmsError} unauthenticated | forbidden (no administrator) | not_found
   */
  async endOf(actor: Actor, userId: number): Promise<number> {
    requireAdmin(actor);
    return commit(this.#context, actor, () => {
      const user = this.#context.tables.users.find(userId);
      if (user === undefined) throw notFound();
      const ended = this.#context.tables.sessions.deleteOfUser(userId, currentSession(actor));
      if (ended > 0)
        this.#deps.activity.record(actor, 'session_end', message('sessions_of_user', { login: user.login }));
      return ended;
    });
  }
}
