import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { User } from '../../model/people/user.ts';
import { currentSession } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
}

/**
 * Ends access that was gained with a password alone, after a new password and when the second factor is turned on. Runs
 * inside the caller's transaction.
 */
export class Revocation {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Ends the user's sessions, except the session of this request, and makes the user's password links void. Also
   * revokes all the user's tokens, because anyone who had the password may have created one.
   * @param keepTokens true: the tokens stay valid
   */
  revoke(actor: Actor, user: User, keepTokens = false): void {
    const { passwordLinks, sessions, tokens } = this.#context.tables;
    sessions.deleteOfUser(user.id, currentSession(actor));
    passwordLinks.makeVoid(user.id);
    if (keepTokens || tokens.deleteOfUser(user.id) === 0) return;
    this.#deps.activity.record(actor, 'token_revoke', message('tokens_of_user', { login: user.login }));
  }
}
