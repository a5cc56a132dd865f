import type { Page, PageRequest } from '../../model/entries/page.ts';
import { DmsError, forbidden, notFound } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import {
  type Actor,
  SCOPES,
  type Scope,
  type SystemActor,
  type UserActor,
} from '../../model/people/actor.ts';
import type { Token, User } from '../../model/people/user.ts';
import { commit, requireOwner, requireUser } from '../access/access.ts';
import { displayNameFault, Faults } from '../accounts/accounts.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { makeTokenSecret, sha256, TOKEN_PREFIX_LENGTH } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';

/** Values for a new token. */
export interface TokenInput {
  readonly name: string;
  /**
   * Left out: `read`, `write` and `webdav`, as far as the actor may grant them. An unknown scope is an `invalid` error.
   */
  readonly scopes?: readonly string[] | undefined;
  /**
   * Milliseconds UTC. Null: the token does not expire. Left out: if the request is authenticated by a token, the new
   * token expires with it.
   */
  readonly expiresAt?: number | null | undefined;
}

/** A new token with its secret. The secret cannot be read again, because only its hash is stored. */
export interface CreatedToken {
  readonly token: Token;
  readonly secret: string;
}

const DEFAULT_SCOPES: readonly Scope[] = ['read', 'write', 'webdav'];
const MAX_NAME_LENGTH = 100;

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly mailQueue: Pick<MailQueue, 'enqueue'>;
}

/** The signed-in user's personal access tokens. */
export class Tokens {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * The user's tokens, newest first, including expired ones.
   * @throws {DmsError} unauthenticated | forbidden
   */
  list(actor: Actor, page: PageRequest): Page<Token> {
    const user = requireUser(actor, 'read');
    return this.#context.tables.tokens.list(user.userId, page.perPage, (page.page - 1) * page.perPage);
  }

  /**
   * Creates a token for the actor and sends the user an e-mail about it. A request made with a token can grant only the
   * scopes of that token. The new token expires no later than that token, and is revoked with it.
   * @throws {DmsError} unauthenticated | forbidden | invalid
   */
  async create(actor: Actor, input: TokenInput): Promise<CreatedToken> {
    const user = requireOwner(actor);
    return commit(this.#context, actor, () => {
      const owner = this.#context.tables.users.find(user.userId);
      if (owner === undefined) throw new DmsError('unauthenticated', message('account_gone'));
      return this.#insert(user, owner, input, this.#tokenOfRequest(user));
    });
  }

  /**
   * Creates a token for any user and sends the user an e-mail about it. For the command line.
   * @throws {DmsError} not_found (the user) | invalid
   */
  async createFor(actor: SystemActor, login: string, input: TokenInput): Promise<CreatedToken> {
    return commit(this.#context, actor, () => {
      const owner = this.#context.tables.users.findByLogin(login);
      if (owner === undefined) throw new DmsError('not_found', message('no_user', { login }));
      return this.#insert(actor, owner, input);
    });
  }

  /**
   * Deletes one of the user's tokens, and the tokens that were created with it. A request made with a token can delete
   * only tokens without scopes that it lacks, as the tokens created with it and the token itself are.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  async revoke(actor: Actor, id: number): Promise<void> {
    const user = requireOwner(actor);
    await commit(this.#context, actor, () => {
      const token = this.#context.tables.tokens.find(id);
      if (token?.userId !== user.userId) throw notFound();
      const own = this.#tokenOfRequest(user)?.scopes ?? SCOPES;
      const lacking = token.scopes.filter((scope) => !own.includes(scope));
      if (lacking.length > 0) throw forbidden(message('token_can_more', { scopes: lacking.join(', ') }));
      this.#context.tables.tokens.delete(id);
      this.#deps.activity.record(user, 'token_revoke', message('token', { token: token.name }));
    });
  }

  /** The token that authenticates the request; undefined for other credentials. */
  #tokenOfRequest({ credential }: UserActor): Token | undefined {
    return credential.kind === 'token' ? this.#context.tables.tokens.find(credential.id) : undefined;
  }

  #insert(actor: UserActor | SystemActor, owner: User, input: TokenInput, parent?: Token): CreatedToken {
    const now = this.#context.now();
    const { name, expiresAt = parent?.expiresAt ?? null } = input;
    const grantable = parent?.scopes ?? SCOPES;
    const requested = input.scopes ?? DEFAULT_SCOPES.filter((scope) => grantable.includes(scope));
    const faults = new Faults();
    faults.add('name', displayNameFault(name, MAX_NAME_LENGTH));
    faults.add('scopes', scopesFault(requested, grantable, owner));
    faults.add('expires_at', expiryFault(expiresAt, now, parent?.expiresAt ?? null));
    faults.throwIfAny();
    const secret = makeTokenSecret(this.#context.randomBytes);
    const values = {
      userId: owner.id,
      name,
      scopes: SCOPES.filter((scope) => requested.includes(scope)),
      prefix: secret.slice(0, TOKEN_PREFIX_LENGTH),
      createdAt: now,
      expiresAt,
    };
    const id = this.#context.tables.tokens.insert({
      ...values,
      secretSha256: sha256(secret),
      parentId: parent?.id ?? null,
    });
    this.#deps.activity.record(
      actor,
      'token_create',
      message('token_of_user', { token: name, login: owner.login }),
    );
    const ip = actor.kind === 'user' ? actor.ip : null;
    this.#deps.mailQueue.enqueue(owner, { kind: 'token_created', tokenName: name, ip });
    return { token: { ...values, id, lastUsedAt: null }, secret };
  }
}

function scopesFault(
  requested: readonly string[],
  grantable: readonly string[],
  owner: User,
): Message | undefined {
  const scopes: readonly string[] = SCOPES;
  if (requested.length === 0) return message('empty');
  if (!requested.every((scope) => scopes.includes(scope)))
    return message('contains_others', { values: scopes.join(', ') });
  if (requested.includes('admin') && !owner.isAdmin) return message('scope_admin');
  const lacking = requested.filter((scope) => !grantable.includes(scope));
  return lacking.length === 0 ? undefined : message('scopes_exceed_token', { scopes: lacking.join(', ') });
}

/** @param latest expiry of the token that authenticates the request; null: none */
function expiryFault(expiresAt: number | null, now: number, latest: number | null): Message | undefined {
  if (expiresAt !== null && !(Number.isSafeInteger(expiresAt) && expiresAt > now))
    return message('not_future');
  if (latest === null || (expiresAt !== null && expiresAt <= latest)) return undefined;
  return message('end_exceeds_token', { end: new Date(latest).toISOString() });
}
