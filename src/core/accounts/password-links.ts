import { HOUR_MS, MINUTE_MS } from '../../model/durations.ts';
import { invalid, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { User } from '../../model/people/user.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import { commit, requireAdmin } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { makeSessionSecret, type Passwords, sha256, type Throttle } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';
import type { Revocation } from './revocation.ts';
import { assertNotOwn, personFaults } from './user-rules.ts';

const RESET_LIFETIME_MS = 30 * MINUTE_MS;
const INVITATION_LIFETIME_MS = 7 * 24 * HOUR_MS;
/** Links mailed to one user per hour. Prevents requests from flooding the user's mailbox. */
const RESETS_PER_HOUR = 3;
/** Maximum number of waiting requests. One takes less than a millisecond. */
const MAX_WAITING = 100;

/** A link with which a user sets the first password. */
export interface Invitation {
  /**
   * The link, for the administrator to pass on; null: the user receives it by e-mail. Without a public URL it starts
   * with a slash.
   */
  readonly url: string | null;
  /** The e-mail address of the recipient; null: no e-mail is sent. */
  readonly sentTo: string | null;
  /** Milliseconds UTC. */
  readonly expiresAt: number;
}

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly mailQueue: MailQueue;
  readonly passwords: Passwords;
  readonly revocation: Revocation;
  readonly throttle: Throttle;
}

/** Links that let users set a password without the old one, because they forgot it or do not have one yet. */
export class PasswordLinks {
  readonly #context: Context;
  readonly #deps: Dependencies;
  #waiting = 0;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /** True if e-mails with links can be sent. Needs no actor. */
  get canMail(): boolean {
    return this.#deps.mailQueue.linkTo('/') !== undefined;
  }

  /**
   * Sends a link by e-mail to the enabled user with this login or e-mail address, at most three per hour. The link is
   * valid for 30 minutes and for one use. Returns before the user is looked up, so neither the result nor the response
   * time reveals whether the user exists. A failure is logged.
   * @throws {DmsError} throttled: too many requests from the address
   */
  request(actor: Actor, loginOrEmail: string): void {
    const ip = 'ip' in actor ? actor.ip : null;
    this.#deps.throttle.admitReset(ip);
    if (!this.canMail || this.#waiting >= MAX_WAITING) return;
    this.#waiting += 1;
    setImmediate(() => {
      this.#waiting -= 1;
      this.#sendReset(actor, loginOrEmail, ip).catch((error: unknown) => {
        this.#context.log.error({ err: error }, 'a link for a new password could not be sent');
      });
    });
  }

  /**
   * Creates a link that lets a user set a password, valid for 7 days and for one use. Earlier links of the user become
   * void.
   * @param mayMail false: returns the link instead of sending it
   * @throws {DmsError} unauthenticated | forbidden (also for the own account) | not_found | invalid (disabled)
   */
  async invite(actor: Actor, id: number, mayMail = true): Promise<Invitation> {
    const inviter = requireAdmin(actor);
    // Changing one's own password requires the current one.
    assertNotOwn(inviter, id);
    return commit(this.#context, actor, () => {
      const user = this.#context.tables.users.find(id);
      if (user === undefined) throw notFound();
      if (user.isDisabled) throw invalid('id', 'account_to_enable');
      this.#context.tables.passwordLinks.makeVoid(id);
      const { code, expiresAt } = this.#insert(user, true);
      const page = `/reset#code=${code}&invited`;
      const url = this.#deps.mailQueue.linkTo(page);
      this.#deps.activity.record(actor, 'invitation', message('user', { login: user.login }));
      if (!mayMail || url === undefined)
        return { url: url ?? page, sentTo: null, expiresAt } satisfies Invitation;
      const { login } = user;
      const { name, userId } = inviter.kind === 'user' ? inviter : { name: null, userId: undefined };
      const invitation = { kind: 'invitation', url, login, inviter: name, expiresAt } as const;
      this.#deps.mailQueue.enqueue(user, invitation, userId);
      return { url: null, sentTo: user.email, expiresAt };
    });
  }

  /**
   * Checks the code of a link.
   * @throws {DmsError} not_found: the code is unknown, used, void or expired, or the account is disabled
   */
  assertGood(code: string): void {
    this.#holder(sha256(code));
  }

  /**
   * Sets a password with the code of a link. Ends all sessions of the user, revokes the user's tokens and sends the
   * user an e-mail. A second factor stays on. Does not sign the user in.
   * @returns the user
   * @throws {DmsError} not_found (as {@link PasswordLinks.assertGood}) | invalid | throttled
   */
  async setPassword(actor: Actor, code: string, password: string): Promise<User> {
    const codeSha256 = sha256(code);
    this.#holder(codeSha256);
    personFaults(undefined, { password }).throwIfAny();
    const passwordHash = await this.#deps.passwords.hash(password);
    const ip = 'ip' in actor ? actor.ip : null;
    const user = await commit(this.#context, { kind: 'guest', ip }, () => {
      const { user: holder } = this.#holder(codeSha256);
      const updatedAt = this.#context.now();
      this.#context.tables.users.update(holder.id, { ...holder, passwordHash, updatedAt });
      this.#deps.activity.record(
        { userId: holder.id, login: holder.login, name: holder.name, ip },
        'password_change',
        message('password_of_user_with_link', { login: holder.login }),
      );
      this.#deps.mailQueue.enqueue(holder, { kind: 'password_changed', ip });
      this.#deps.revocation.revoke({ kind: 'guest', ip }, holder);
      return holder;
    });
    // Users who forgot their password usually have failed sign-ins.
    this.#deps.throttle.succeed(user, ip);
    return user;
  }

  async #sendReset(actor: Actor, loginOrEmail: string, ip: string | null): Promise<void> {
    const url = (code: string) => this.#deps.mailQueue.linkTo(`/reset#code=${code}`);
    if (this.#mayReset(loginOrEmail) === undefined) return;
    await commit(this.#context, { kind: 'guest', ip }, () => {
      const user = this.#mayReset(loginOrEmail);
      if (user === undefined) return;
      const { code, expiresAt } = this.#insert(user, false);
      const link = url(code);
      if (link === undefined) return;
      this.#deps.activity.record(actor, 'password_reset', message('link_to_user', { login: user.login }));
      this.#deps.mailQueue.enqueue(user, { kind: 'password_reset', url: link, expiresAt, ip });
    });
  }

  /** The user who may get a link; undefined if no enabled user matches, or the hourly limit is reached. */
  #mayReset(loginOrEmail: string): User | undefined {
    const { passwordLinks, users } = this.#context.tables;
    const user = users.findByLogin(loginOrEmail) ?? users.findByEmail(loginOrEmail);
    if (user === undefined || user.isDisabled) return undefined;
    const recent = passwordLinks.countMailed(user.id, this.#context.now() - HOUR_MS);
    return recent < RESETS_PER_HOUR ? user : undefined;
  }

  #insert(user: User, isInvitation: boolean): { code: string; expiresAt: number } {
    const code = makeSessionSecret(this.#context.randomBytes);
    const createdAt = this.#context.now();
    const expiresAt = createdAt + (isInvitation ? INVITATION_LIFETIME_MS : RESET_LIFETIME_MS);
    const userId = user.id;
    const codeSha256 = sha256(code);
    this.#context.tables.passwordLinks.insert({ userId, codeSha256, isInvitation, createdAt, expiresAt });
    return { code, expiresAt };
  }

  #holder(codeSha256: string): UserWithPassword {
    const link = this.#context.tables.passwordLinks.find(codeSha256);
    if (link === undefined || link.expiresAt <= this.#context.now()) throw notFound();
    const holder = this.#context.tables.users.findWithPassword(link.userId);
    if (holder === undefined || holder.user.isDisabled) throw notFound();
    return holder;
  }
}
