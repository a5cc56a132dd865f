import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { User } from '../../model/people/user.ts';
import { currentSession } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';

/** What {@link Revocation} works with. */
interface Parts {
  readonly activity: Pick<ActivityLog, 'record'>;
}

/**
 * Ends what was signed in with a password that is no longer good enough: after a new password, and when the
 * second factor is turned on. Runs inside the caller's transaction.
 */
export class Revocation {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Ends the user's sessions, except the session of this request, and revokes all the user's tokens: whoever
   * had the password may have made one. Makes the user's password links void.
   * @param keepTokens true: the tokens stay valid
   */
  revoke(actor: Actor, user: User, keepTokens = false): void {
    const { passwordLinks, sessions, tokens } = this.#context.tables;
    sessions.deleteOfUser(user.id, currentSession(actor));
    passwordLinks.makeVoid(user.id);
    if (keepTokens || tokens.deleteOfUser(user.id) === 0) return;
    this.#parts.activity.record(actor, 'token_revoke', message('tokens_of_user', { login: user.login }));
  }
}
