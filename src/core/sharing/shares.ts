import type { Action } from '../../model/activity.ts';
import type { Actor, Capability, UserActor } from '../../model/actor.ts';
import type { Entry } from '../../model/entry.ts';
import { forbidden, notFound } from '../../model/errors.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { allows, READ, SHARE } from '../../model/permissions.ts';
import type { Share } from '../../model/share.ts';
import type { User } from '../../model/user.ts';
import type { ShareTerms } from '../../storage/tree/tree.ts';
import { type Access, demand, type Reached, requireUser, type Standing } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import { type Context, commit } from '../context.ts';
import type { MailQueue } from '../mail/mail.ts';
import { difference, recipientsFrom } from './share-recipients.ts';
import { assertFuture, assertGrantable, grows, permissionsFrom } from './share-rules.ts';

/** A grant that was asked for. */
export interface ShareRequest {
  readonly entryId: number;
  /** Logins. */
  readonly users: readonly string[];
  /** Read is added when it is left out. */
  readonly permissions: number;
  /** Milliseconds UTC. Null, or left out: for good. */
  readonly expiresAt?: number | null | undefined;
  /** Tells the recipients by e-mail. */
  readonly notify?: boolean | undefined;
}

/** What of a share is to be changed; what is left out stays. */
export interface ShareChanges {
  /** Logins of all recipients from now on. */
  readonly users?: readonly string[] | undefined;
  readonly permissions?: number | undefined;
  /** Milliseconds UTC; null: for good. */
  readonly expiresAt?: number | null | undefined;
  /** Tells those recipients by e-mail who are new. */
  readonly notify?: boolean | undefined;
}

/** What a list of shares may be narrowed to. */
export interface ShareQuery {
  /** Shares of this entry: all of them for who may share it. */
  readonly entry?: Pick<Entry, 'id' | 'kind'> | undefined;
  /** Shares that the actor has made, or those that he is in. */
  readonly role?: 'creator' | 'recipient' | undefined;
}

/** What {@link Shares} works with. */
interface Parts {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly mailQueue: MailQueue;
}

/**
 * Grants of permissions on documents and folders. A grant stands by itself: it does not end when its maker loses his
 * permissions or his account, but whoever may share the entry sees it and may end it. One that has run out is gone.
 */
export class Shares {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Grants permissions; a second grant to the same user on the same entry replaces the first.
   * @throws {DmsError} unauthenticated | not_found | forbidden | invalid (users, permissions, expires_at)
   */
  create(actor: Actor, request: ShareRequest): Promise<Share> {
    return commit(this.#context, () => {
      const { access } = this.#parts;
      const { shares, users } = this.#context.tables;
      const reached = access.reach(actor, request.entryId, SHARE);
      const { user, entry } = reached;
      if (entry.rootKind === 'home') throw forbidden('A home cannot be shared.');
      const now = this.#context.now();
      const terms = {
        permissions: permissionsFrom(request.permissions),
        expiresAt: request.expiresAt ?? null,
      };
      assertFuture(terms.expiresAt, now);
      assertGrantable(access, reached, terms);
      const recipients = recipientsFrom(users, request.users, reached);
      const id = shares.insert(
        { ...terms, entryId: entry.id, createdBy: user.userId, createdAt: now },
        recipients.map((recipient) => recipient.id),
      );
      const share = this.#existing(id);
      if (request.notify === true) this.#notify(reached, share, recipients);
      this.#record(reached, 'share', share.users);
      return share;
    });
  }

  /**
   * Newest first: what the actor has made and what he is in, as far as he may read the entry. Of a share that is not his
   * to manage he sees no other recipients.
   * @throws {DmsError} unauthenticated | forbidden
   */
  list(actor: Actor, query: ShareQuery, page: PageRequest): Page<Share> {
    const user = requireUser(actor, 'read');
    const seen = this.#candidates(user, query)
      .filter((share) => query.role === undefined || roleOf(user, share)[query.role])
      .flatMap((share) => this.#seen(user, share) ?? []);
    const start = (page.page - 1) * page.perPage;
    return { items: seen.slice(start, start + page.perPage), total: seen.length };
  }

  /**
   * As in {@link Shares.list}.
   * @param capability `write` for a caller that is about to change the share
   * @throws {DmsError} unauthenticated | not_found | forbidden
   */
  get(actor: Actor, id: number, capability: Capability = 'read'): Share {
    requireUser(actor, capability);
    const share = this.#existing(id);
    const { user, entry } = this.#parts.access.reach(actor, share.entryId, READ, capability);
    const seen = this.#seen(user, share);
    if (!seen) throw forbidden(`You may not share "${entry.name}".`);
    return seen;
  }

  /**
   * Changes a grant, for who may share the entry. Less may be given in any case; more, longer or to more people only by
   * who could grant it anew, and not by somebody who is in it.
   * @throws {DmsError} unauthenticated | not_found | forbidden | invalid (users, permissions, expires_at)
   */
  update(actor: Actor, id: number, changes: ShareChanges): Promise<Share> {
    return commit(this.#context, () => {
      const { access } = this.#parts;
      const { shares, users } = this.#context.tables;
      requireUser(actor, 'write');
      const share = this.#existing(id);
      const reached = access.reach(actor, share.entryId, SHARE);
      const { user, entry } = reached;
      const terms = this.#changed(share, changes);
      const { added, removed } = difference(users, share, changes.users ?? share.users, reached);
      const isMore = grows(share, terms);
      if (isMore && share.users.includes(user.login))
        throw forbidden('You cannot extend what was granted to you.');
      if (isMore || added.length > 0) assertGrantable(access, reached, terms);
      shares.update(id, terms);
      // Those who are new come first: a share without anybody would go.
      shares.putRecipients(
        id,
        entry.id,
        added.map((recipient) => recipient.id),
      );
      for (const recipient of removed) shares.deleteRecipient(id, recipient.id);
      const changed = this.#existing(id);
      if (changes.notify === true) this.#notify(reached, changed, added);
      this.#record(reached, 'share_update', changed.users);
      return changed;
    });
  }

  /**
   * Who is in a share that somebody else made leaves it; the others stay. Who made it, and whoever may share the entry,
   * takes it back whole.
   * @throws {DmsError} unauthenticated | not_found | forbidden
   */
  remove(actor: Actor, id: number): Promise<void> {
    return commit(this.#context, () => {
      const { access } = this.#parts;
      const { shares } = this.#context.tables;
      requireUser(actor, 'write');
      const share = this.#existing(id);
      const reached = access.reach(actor, share.entryId, READ, 'write');
      const { user } = reached;
      const { creator, recipient } = roleOf(user, share);
      const leaves = recipient && !creator;
      if (!leaves && !creator) demand(reached, SHARE);
      if (leaves) shares.deleteRecipient(id, user.userId);
      else shares.delete(id);
      this.#record(reached, 'unshare', leaves ? [user.login] : share.users);
    });
  }

  #existing(id: number): Share {
    const share = this.#context.tables.shares.find(id);
    if (!share || (share.expiresAt ?? Infinity) <= this.#context.now()) throw notFound();
    return share;
  }

  #candidates(user: UserActor, { entry, role }: ShareQuery): Share[] {
    const { shares } = this.#context.tables;
    const now = this.#context.now();
    if (entry !== undefined) {
      return shares
        .listOn(entry.id, now)
        .filter(({ kind }) => kind === entry.kind)
        .reverse();
    }
    const made = role === 'recipient' ? [] : shares.listMadeBy(user.userId, now);
    const received = role === 'creator' ? [] : shares.listWith(user.userId, now);
    const all = new Map([...made, ...received].map((share) => [share.id, share]));
    return [...all.values()].sort((one, other) => other.id - one.id);
  }

  /** A share as the user may know of it. */
  #seen(user: UserActor, share: Share): Share | undefined {
    const standing = this.#standing(user, share.entryId);
    if (!standing || !allows(standing.permissions, READ)) return undefined;
    const { creator, recipient } = roleOf(user, share);
    if (creator || allows(standing.permissions, SHARE)) return share;
    const own = (logins: readonly string[]) => logins.filter((login) => login === user.login);
    return recipient ? { ...share, users: own(share.users), notified: own(share.notified) } : undefined;
  }

  #standing(user: UserActor, entryId: number): Standing | undefined {
    const entry = this.#context.tables.entries.find(entryId);
    return entry && this.#parts.access.standing(user, entry);
  }

  /** @throws {DmsError} invalid (permissions, expires_at) */
  #changed(share: Share, changes: ShareChanges): ShareTerms {
    const { permissions, expiresAt } = changes;
    if (expiresAt !== undefined) assertFuture(expiresAt, this.#context.now());
    return {
      permissions: permissions === undefined ? share.permissions : permissionsFrom(permissions),
      expiresAt: expiresAt === undefined ? share.expiresAt : expiresAt,
    };
  }

  /** Who is in a share is for those to know who may share the entry. */
  #record({ user, entry }: Reached, action: Action, logins: readonly string[]): void {
    const text = `${entry.name} with ${logins.join(', ')}`;
    this.#parts.activity.record(user, action, entry.name, entry, { text });
  }

  #notify({ user, entry }: Reached, share: Share, recipients: readonly User[]): void {
    for (const recipient of recipients) {
      if (recipient.isDisabled) continue;
      this.#parts.mailQueue.enqueue(recipient, {
        kind: 'share',
        sharer: user.name,
        entryName: entry.name,
        entryKind: entry.kind,
        entryId: entry.id,
        permissions: share.permissions,
        expiresAt: share.expiresAt,
        shareId: share.id,
      });
    }
  }
}

/** What a user has to do with a share. */
function roleOf(user: UserActor, share: Share): { readonly creator: boolean; readonly recipient: boolean } {
  return { creator: share.createdBy?.id === user.userId, recipient: share.users.includes(user.login) };
}
