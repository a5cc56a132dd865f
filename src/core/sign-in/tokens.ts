import { type Actor, SCOPES, type Scope, type SystemActor, type UserActor } from '../../model/actor.ts';
import { DmsError, invalid, notFound } from '../../model/errors.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { Token, User } from '../../model/user.ts';
import { requireUser } from '../access/access.ts';
import { Faults, titleFault } from '../accounts/accounts.ts';
import type { ActivityLog } from '../activity/activity.ts';
import { type Context, commit } from '../context.ts';
import { makeTokenSecret, sha256, TOKEN_PREFIX_LENGTH } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';

/** A token to be made. */
export interface TokenInput {
  readonly name: string;
  /** Left out: read, write and webdav, as far as the actor may pass them on. What is no scope is refused. */
  readonly scopes?: readonly string[] | undefined;
  /** Milliseconds UTC. Null, or left out: never. */
  readonly expiresAt?: number | null | undefined;
}

/** A new token with its secret, which nobody will see again. */
export interface NewTokenSecret {
  readonly token: Token;
  readonly secret: string;
}

const DEFAULT_SCOPES: readonly Scope[] = ['read', 'write', 'webdav'];
const NAME_LENGTH = 100;

/** What {@link Tokens} works with. */
interface Parts {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly mailQueue: Pick<MailQueue, 'enqueue'>;
}

/** The personal access tokens of whoever is signed in. */
export class Tokens {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Expired ones too, newest first. @throws {DmsError} unauthenticated | forbidden */
  list(actor: Actor, page: PageRequest): Page<Token> {
    const user = requireUser(actor, 'read');
    return this.#context.tables.tokens.list(user.userId, page.perPage, (page.page - 1) * page.perPage);
  }

  /**
   * A token of the actor's own, which he is told of by mail. Who came with a token cannot make one that is good for more.
   * @throws {DmsError} unauthenticated | forbidden | invalid
   */
  async create(actor: Actor, input: TokenInput): Promise<NewTokenSecret> {
    const user = requireUser(actor, 'write');
    return commit(this.#context, () => {
      const owner = this.#context.tables.users.find(user.userId);
      if (owner === undefined) throw new DmsError('unauthenticated', 'The account no longer exists.');
      return this.#insert(user, owner, input, this.#grantable(user));
    });
  }

  /**
   * A token of anybody, for the command line.
   * @throws {DmsError} invalid
   */
  async createFor(actor: SystemActor, login: string, input: TokenInput): Promise<NewTokenSecret> {
    return commit(this.#context, () => {
      const owner = this.#context.tables.users.findByLogin(login);
      if (owner === undefined) throw invalid('login', 'is not known');
      return this.#insert(actor, owner, input, SCOPES);
    });
  }

  /** @throws {DmsError} unauthenticated | forbidden | not_found */
  async revoke(actor: Actor, id: number): Promise<void> {
    const user = requireUser(actor, 'write');
    await commit(this.#context, () => {
      const token = this.#context.tables.tokens.find(id);
      if (token?.userId !== user.userId) throw notFound();
      this.#context.tables.tokens.delete(id);
      this.#parts.activity.record(user, 'token_revoke', `token "${token.name}"`);
    });
  }

  /** The scopes that the actor can pass on. */
  #grantable(actor: UserActor): readonly Scope[] {
    if (actor.via !== 'token') return SCOPES;
    return actor.credentialId === null
      ? []
      : (this.#context.tables.tokens.find(actor.credentialId)?.scopes ?? []);
  }

  #insert(
    actor: UserActor | SystemActor,
    owner: User,
    input: TokenInput,
    grantable: readonly Scope[],
  ): NewTokenSecret {
    const now = this.#context.now();
    const { name, expiresAt = null } = input;
    const wanted = input.scopes ?? DEFAULT_SCOPES.filter((scope) => grantable.includes(scope));
    const faults = new Faults();
    faults.add('name', titleFault(name, NAME_LENGTH));
    faults.add('scopes', scopesFault(wanted, grantable, owner));
    faults.add('expires_at', expiresAt === null ? undefined : expiryFault(expiresAt, now));
    faults.refuse();
    const secret = makeTokenSecret(this.#context.randomBytes);
    const values = {
      userId: owner.id,
      name,
      scopes: SCOPES.filter((scope) => wanted.includes(scope)),
      prefix: secret.slice(0, TOKEN_PREFIX_LENGTH),
      createdAt: now,
      expiresAt,
    };
    const id = this.#context.tables.tokens.insert({ ...values, secretSha256: sha256(secret) });
    this.#parts.activity.record(actor, 'token_create', `token "${name}" of user ${owner.login}`);
    const ip = actor.kind === 'user' ? actor.ip : null;
    this.#parts.mailQueue.enqueue(owner, { kind: 'token_created', tokenName: name, ip });
    return { token: { ...values, id, lastUsedAt: null }, secret };
  }
}

function scopesFault(
  wanted: readonly string[],
  grantable: readonly string[],
  owner: User,
): string | undefined {
  const scopes: readonly string[] = SCOPES;
  if (wanted.length === 0) return 'must not be empty';
  if (!wanted.every((scope) => scopes.includes(scope))) return `must be of ${scopes.join(', ')}`;
  if (wanted.includes('admin') && !owner.isAdmin)
    return 'must not contain "admin": it needs an administrator';
  const lacking = wanted.filter((scope) => !grantable.includes(scope));
  return lacking.length === 0
    ? undefined
    : `must not go beyond those of the token used: ${lacking.join(', ')}`;
}

function expiryFault(expiresAt: number, now: number): string | undefined {
  return Number.isSafeInteger(expiresAt) && expiresAt > now ? undefined : 'must be in the future';
}
