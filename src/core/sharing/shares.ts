import type { Entry } from '../../model/entries/entry.ts';
import type { Page, PageRequest } from '../../model/entries/page.ts';
import { READ, SHARE } from '../../model/entries/permissions.ts';
import type { Share } from '../../model/entries/share.ts';
import { forbidden, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Action } from '../../model/people/activity.ts';
import type { Actor, Capability, UserActor } from '../../model/people/actor.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { ShareRange, ShareToUser } from '../../storage/tree/tree.ts';
import {
  type Access,
  type AuthorisedEntry,
  assertPermissions,
  commit,
  type EntryAccess,
  requireUser,
} from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { MountRoot } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { DependentShares } from './dependent-shares.ts';
import type { ShareNotifications } from './share-notifications.ts';
import {
  addresseesOf,
  hasAny,
  type Recipients,
  recipientChanges,
  recipientsFrom,
} from './share-recipients.ts';
import type { ChangedShare, ShareChanges, ShareQuery, ShareRequest } from './share-requests.ts';
import {
  assertFuture,
  assertGrantable,
  changedTerms,
  extendsTerms,
  givesToSelf,
  permissionsFrom,
} from './share-rules.ts';
import {
  isAsked,
  ownsEntry,
  type Role,
  recipientNames,
  roleOf,
  viewOf,
  withoutOthers,
} from './share-views.ts';

/** Shares read at a time, so that a list does not delay other requests for long. */
const SLICE = 500;

interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly dependentShares: DependentShares;
  readonly mountRoot: MountRoot;
  readonly shareNotifications: ShareNotifications;
}

/**
 * Grants of permissions on documents and folders. A share does not end when the user who made it loses permissions or
 * is deleted; users who may share the entry see it and may end it. An expired share counts as not existing.
 */
export class Shares {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Shares an entry. A second share of the same entry with the same user or group replaces the first one for that user
   * or group.
   * @throws {DmsError} unauthenticated | not_found | forbidden | invalid (users, groups, permissions, expires_at)
   */
  create(actor: Actor, request: ShareRequest): Promise<Share> {
    return this.#deps.shareNotifications.counting((change) =>
      commit(this.#context, actor, () => {
        const { access } = this.#deps;
        const authorised = access.entry(actor, request.entryId, SHARE);
        const { user, entry } = authorised;
        if (entry.rootKind === 'home') throw forbidden(message('home_not_shareable'));
        const now = this.#context.now();
        const terms = {
          permissions: permissionsFrom(request.permissions),
          expiresAt: request.expiresAt ?? null,
        };
        assertFuture(terms.expiresAt, now);
        assertGrantable(access, authorised, terms);
        const { users = [], groups = [] } = request;
        const recipients = recipientsFrom(this.#context.tables, { users, groups }, authorised);
        const values = { ...terms, entryId: entry.id, createdBy: user.userId, createdAt: now };
        const id = this.#context.tables.shares.insert(values);
        this.#add(id, user.userId, entry, recipients);
        const share = this.#find(id);
        if (request.notify === true) this.#notify(change, authorised, share, recipients);
        this.#record(authorised, 'share', recipientNames(share));
        return share;
      }),
    );
  }

  /**
   * Lists shares of entries that the actor may read, newest first: those that the actor made and those that the actor
   * receives. A recipient who neither made the share nor may share the entry does not see the other recipients. Other
   * requests run in between.
   * @throws {DmsError} unauthenticated | forbidden
   */
  async list(actor: Actor, query: ShareQuery, page: PageRequest): Promise<Page<Share>> {
    const user = requireUser(actor, 'read');
    const whole = new Map<number, boolean>();
    for await (const slice of this.#candidates(user, query)) {
      for (const { id, entry, isCreator, isRecipient } of slice) {
        const view = viewOf(this.#deps.access.accessTo(user, entry), isCreator, isRecipient);
        if (view !== 'none') whole.set(id, view === 'whole');
      }
    }
    const ids = [...whole.keys()].sort((one, other) => other - one);
    const start = (page.page - 1) * page.perPage;
    const shares = this.#context.tables.shares.listByIds(ids.slice(start, start + page.perPage));
    const own = withoutOthers(this.#context.tables, user);
    const items = shares.map((share) => (whole.get(share.id) === true ? share : own(share)));
    return { items, total: ids.length };
  }

  /**
   * One share, as in {@link Shares.list}.
   * @param capability `write` if the caller is about to change the share
   * @throws {DmsError} unauthenticated | not_found | forbidden
   */
  get(actor: Actor, id: number, capability: Capability = 'read'): Share {
    requireUser(actor, capability);
    const share = this.#find(id);
    const { user, entry } = this.#deps.access.entry(actor, share.entryId, READ, capability);
    const visible = this.#visible(user, share);
    if (!visible) throw forbidden(message('may_not_share', { name: entry.name }));
    return visible;
  }

  /**
   * Changes a share; the actor needs the permission to share the entry. Fewer bits, an earlier expiry or fewer
   * recipients are always allowed. More bits, a later expiry or more recipients have the same requirements as a new
   * share. A recipient of the share may not add bits or extend it, and only its creator may add a group whose member
   * the creator is.
   * @throws {DmsError} unauthenticated | not_found | forbidden | invalid (users, groups, permissions, expires_at,
   *   cascade)
   */
  update(actor: Actor, id: number, changes: ShareChanges): Promise<ChangedShare> {
    return this.#deps.shareNotifications.counting((change) =>
      commit(this.#context, actor, () => {
        const { access } = this.#deps;
        const { shares } = this.#context.tables;
        requireUser(actor, 'write');
        const share = this.#find(id);
        const authorised = access.entry(actor, share.entryId, SHARE);
        const terms = changedTerms(share, changes, this.#context.now());
        const { users = share.users, groups = share.groups } = changes;
        const named = { users, groups };
        const { added, removed } = recipientChanges(this.#context.tables, share, named, authorised);
        const isExtension = extendsTerms(share, terms);
        if (givesToSelf(this.#context.tables, authorised, share, { added, isExtension }))
          throw forbidden(message('recipient_may_not_extend'));
        if (isExtension || hasAny(added)) assertGrantable(access, authorised, terms);
        const before = shares.recipientsOf([id]);
        shares.update(id, terms);
        // New recipients are added before others are removed, because a share without recipients is deleted.
        this.#add(id, share.createdBy?.id, authorised.entry, added);
        for (const user of removed.users) shares.deleteRecipient(id, user.id);
        for (const group of removed.groups) shares.deleteGroup(id, group.id);
        const changed = this.#find(id);
        const isLess = hasAny(removed) || extendsTerms(terms, share);
        const others = isLess ? this.#dependents(authorised, before, changes.cascade === true) : [];
        if (changes.notify === true) this.#notify(change, authorised, changed, added);
        this.#record(authorised, 'share_update', recipientNames(changed));
        return { ...changed, others };
      }),
    );
  }

  /**
   * Leaves or ends a share. A recipient who did not make it leaves it, and the other recipients stay. A member of a
   * group cannot leave it, but the owner ends it. So do its creator, and other users who may share the entry.
   * @param cascade true: ends the shares that depend on it as well, in the same transaction
   * @returns the shares that depended on it, which stay unless `cascade` is true; none if a recipient leaves
   * @throws {DmsError} unauthenticated | not_found | forbidden | invalid (cascade)
   */
  remove(actor: Actor, id: number, cascade = false): Promise<readonly Share[]> {
    return commit(this.#context, actor, () => {
      const { access } = this.#deps;
      const { shares } = this.#context.tables;
      requireUser(actor, 'write');
      const share = this.#find(id);
      const authorised = access.entry(actor, share.entryId, READ, 'write');
      const { user } = authorised;
      const { creator, recipient } = this.#roleOf(user, share);
      const isNamed = share.users.includes(user.login);
      const leaves = recipient && !creator && (isNamed || !ownsEntry(user, authorised.entryAccess));
      if (leaves && !isNamed) throw forbidden(message('member_may_not_leave'));
      if (!leaves && !creator) assertPermissions(authorised, SHARE);
      const before = shares.recipientsOf([id]);
      if (leaves) shares.deleteRecipient(id, user.userId);
      else shares.delete(id);
      this.#record(authorised, 'unshare', leaves ? [user.login] : recipientNames(share));
      return leaves ? [] : this.#dependents(authorised, before, cascade);
    });
  }

  /**
   * The shares that depended on the rights just removed from these recipients. Ends them if `cascade` is true.
   * @param recipients ids of users
   */
  #dependents(
    authorised: AuthorisedEntry,
    recipients: readonly number[],
    cascade: boolean,
  ): readonly Share[] {
    const { entries, shares } = this.#context.tables;
    const others = this.#deps.dependentShares.list(authorised, recipients, cascade);
    for (const share of cascade ? others : []) {
      const entry = entries.find(share.entryId);
      shares.delete(share.id);
      if (entry) this.#record({ ...authorised, entry }, 'unshare', recipientNames(share));
    }
    return others;
  }

  /**
   * Adds recipients, and assigns the names under which they see the entry for the whole life of the grant.
   * @param createdBy the user who made the share, and who receives nothing as a member of a group
   */
  #add(id: number, createdBy: number | undefined, entry: Entry, { users, groups }: Recipients): void {
    const tables = this.#context.tables;
    const all = groups.flatMap((group) => tables.groups.listHomes(group.id));
    const members = all.filter((member) => member.id !== createdBy);
    const named = new Map([...users, ...members].map((recipient) => [recipient.id, recipient]));
    for (const { id: userId, homeId, isAdmin } of named.values())
      this.#deps.mountRoot.giveName({ userId, homeId, isAdmin }, entry);
    const ids = { users: users.map((one) => one.id), groups: groups.map((group) => group.id) };
    tables.shares.putRecipients(id, entry.id, ids);
  }

  #notify(change: object, authorised: AuthorisedEntry, share: Share, recipients: Recipients): void {
    const addressees = addresseesOf(this.#context.tables, authorised, recipients);
    this.#deps.shareNotifications.notify(change, authorised, share, addressees);
  }

  /** @throws {DmsError} not_found: also if the share has expired */
  #find(id: number): Share {
    const share = this.#context.tables.shares.find(id);
    if (!share || (share.expiresAt ?? Infinity) <= this.#context.now()) throw notFound();
    return share;
  }

  async *#candidates(user: UserActor, { entry, role }: ShareQuery): AsyncGenerator<readonly ShareToUser[]> {
    const { sharesToUser } = this.#context.tables;
    const mine: ShareRange[] =
      role === undefined ? ['made', 'received'] : [role === 'creator' ? 'made' : 'received'];
    for (const range of entry ? [{ on: entry.id }] : mine) {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const slice: { shares: ShareToUser[]; next: number | undefined } = sharesToUser.listAfter(
          range,
          user.userId,
          this.#context.now(),
          after,
          SLICE,
        );
        yield slice.shares.filter((share) => isAsked(share, entry, role));
        after = slice.next;
        if (after !== undefined) await yieldToRequests();
      }
    }
  }

  /** The share with the recipients that the user may know; undefined if the user may not know the share. */
  #visible(user: UserActor, share: Share): Share | undefined {
    const { creator, recipient } = this.#roleOf(user, share);
    const view = viewOf(this.#accessTo(user, share.entryId), creator, recipient);
    if (view === 'none') return undefined;
    return view === 'whole' ? share : withoutOthers(this.#context.tables, user)(share);
  }

  #roleOf(user: UserActor, share: Share): Role {
    return roleOf(this.#context.tables, user, share);
  }

  #accessTo(user: UserActor, entryId: number): EntryAccess | undefined {
    const entry = this.#context.tables.entries.find(entryId);
    return entry && this.#deps.access.accessTo(user, entry);
  }

  /** Only the full details contain the recipients. The log shows these to users who may share the entry. */
  #record({ user, entry }: AuthorisedEntry, action: Action, logins: readonly string[]): void {
    const { name } = entry;
    const text = message('entry_with', { name, logins: logins.join(', ') });
    this.#deps.activity.record(user, action, message('entry', { name }), entry, { text });
  }
}
