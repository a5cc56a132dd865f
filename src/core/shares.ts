import type { Actor } from '../model/actor.ts';
import { DmsError, forbidden, invalid, notFound } from '../model/errors.ts';
import { ALL, allows, lacking, READ, SHARE } from '../model/permissions.ts';
import type { Share } from '../model/share.ts';
import type { ShareTable } from '../storage/shares.ts';
import type { UserTable } from '../storage/users.ts';
import type { Access } from './access.ts';
import type { ActivityLog } from './activity.ts';
import { type Context, commit } from './context.ts';

const MAX_RECIPIENTS = 100;

/** A grant that was asked for. */
export interface ShareRequest {
  readonly entryId: number;
  /** Logins. */
  readonly users: readonly string[];
  /** Read is added when it is left out. */
  readonly permissions: number;
  /** Milliseconds UTC; null: for good. */
  readonly expiresAt?: number | null;
}

/** Grants of permissions on documents and folders. */
export class Shares {
  readonly #context: Context;
  readonly #access: Access;
  readonly #shares: ShareTable;
  readonly #users: UserTable;
  readonly #log: ActivityLog;

  constructor(context: Context, access: Access, shares: ShareTable, users: UserTable, log: ActivityLog) {
    this.#context = context;
    this.#access = access;
    this.#shares = shares;
    this.#users = users;
    this.#log = log;
  }

  /**
   * Grants permissions; a second grant to the same user on the same entry replaces the first.
   * @throws {DmsError} not_found | forbidden | invalid (users, permissions, expires_at)
   */
  create(actor: Actor, request: ShareRequest): Promise<Share> {
    return commit(this.#context, () => {
      const { user, entry, standing } = this.#access.reach(actor, request.entryId, SHARE);
      if (entry.rootKind === 'home') throw forbidden('A home cannot be shared.');
      const permissions = grantable(request.permissions, standing.permissions);
      const recipients = this.#recipients(request.users, standing.ownerId);
      const now = this.#context.now();
      const expiresAt = request.expiresAt ?? null;
      if (expiresAt !== null && expiresAt <= now) throw invalid('expires_at', 'must be in the future');
      const grant = { entryId: entry.id, permissions, createdBy: user.userId, createdAt: now, expiresAt };
      const id = this.#shares.insert(grant, recipients);
      this.#log.record(user, 'share', `${entry.name} with ${request.users.join(', ')}`, entry);
      const share = this.#shares.find(id);
      if (!share) throw new Error(`share ${String(id)} is gone within its own operation`);
      return share;
    });
  }

  /** Takes a grant back. For who made it and who may share the entry. @throws {DmsError} not_found | forbidden */
  remove(actor: Actor, id: number): Promise<void> {
    return commit(this.#context, () => {
      const share = this.#shares.find(id);
      if (!share) throw notFound();
      const { user, entry } = this.#access.reach(actor, share.entryId, SHARE);
      this.#shares.delete(id);
      this.#log.record(user, 'unshare', `${entry.name} with ${share.users.join(', ')}`, entry);
    });
  }

  #recipients(logins: readonly string[], ownerId: number | null): number[] {
    if (logins.length === 0 || logins.length > MAX_RECIPIENTS) {
      throw invalid('users', `must name 1 to ${String(MAX_RECIPIENTS)} users`);
    }
    const unknown: string[] = [];
    const ids = logins.flatMap((login) => {
      const found = this.#users.findByLogin(login);
      if (!found) unknown.push(`${login}: is no user`);
      else if (found.id === ownerId) unknown.push(`${login}: is the owner`);
      return found ? [found.id] : [];
    });
    if (unknown.length > 0)
      throw new DmsError('invalid', `users: ${unknown.join('; ')}`, { fields: { users: unknown } });
    return [...new Set(ids)];
  }
}

/** @throws {DmsError} invalid (permissions) */
function grantable(wanted: number, own: number): number {
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > ALL) {
    throw invalid('permissions', `must be a sum of bits from 1 to ${String(ALL)}`);
  }
  const permissions = wanted | READ;
  if (!allows(own, permissions)) {
    throw invalid('permissions', `must not go beyond your own: you may not ${lacking(own, permissions)}`);
  }
  return permissions;
}
