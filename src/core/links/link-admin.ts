import type { Entry } from '../../model/entries/entry.ts';
import type { Link, LinkUse } from '../../model/entries/link.ts';
import type { Page, PageRequest } from '../../model/entries/page.ts';
import { CREATE, READ, SHARE } from '../../model/entries/permissions.ts';
import { DmsError, forbidden, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Action } from '../../model/people/activity.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { StoredLink } from '../../storage/tree/tree.ts';
import { type Access, commit, mayAdminister, requireAdminUser, requireUser } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { type Passwords, sha256 } from '../credentials/credentials.ts';
import { mayMakeLinks, requireMaker } from './link-makers.ts';
import {
  assertValid,
  endOf,
  type LinkChanges,
  type LinkFacts,
  type LinkPolicy,
  type LinkRequest,
} from './link-rules.ts';
import { visitorOf } from './visitor.ts';

/** Maximum number of links of a user, including ended ones. */
const MAX_LINKS = 1000;
/** Random bytes of a code: 22 characters. */
const CODE_BYTES = 16;

/** A request for a link. */
export interface NewLink extends Omit<LinkRequest, 'maxFiles' | 'maxBytes'> {
  readonly entryId: number;
  /** Default: null. */
  readonly maxFiles?: number | null;
  readonly maxBytes?: number | null;
}

/** A link as its creator sees it. */
export interface LinkView extends Link {
  readonly entryKind: Entry['kind'];
  /** The name of the entry; null if the actor cannot read it. */
  readonly entry: Pick<Entry, 'id' | 'kind' | 'name'> | null;
  /** Time at which the link ends, by its own values or by the configuration, in milliseconds UTC; null: never. */
  readonly endsAt: number | null;
  /** False: visitors get the same response as for an unknown link. */
  readonly works: boolean;
}

/** A new link with its code, which is not stored and cannot be shown again. */
export interface CreatedLink extends LinkView {
  readonly code: string;
}

/** Which links to list. */
export interface LinkQuery {
  /** Only links on this entry. A user who may share it also sees the listed links of others. */
  readonly entryId?: number | undefined;
  /** True: the links of all users, for administrators. */
  readonly everyone?: boolean | undefined;
}

interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly passwords: Passwords;
}

/** Links, for the users who make them and for administrators. */
export class LinkAdmin {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /** The rules of the configuration. */
  readonly policy: LinkPolicy;

  constructor(context: Context, deps: Dependencies, policy: LinkPolicy) {
    this.#context = context;
    this.#deps = deps;
    this.policy = policy;
  }

  /** True if the actor can make links, as far as the policy says. @throws {DmsError} unauthenticated | forbidden */
  mayMake(actor: Actor): boolean {
    return mayMakeLinks(this.#context, requireUser(actor, 'read').userId, this.policy);
  }

  /**
   * Makes a link on an entry that the actor may share.
   * @throws {DmsError} unauthenticated | not_found | forbidden (also: the actor may not make links) | invalid |
   * throttled
   */
  async create(actor: Actor, { entryId, ...wish }: NewLink): Promise<CreatedLink> {
    const request = { ...wish, maxFiles: wish.maxFiles ?? null, maxBytes: wish.maxBytes ?? null };
    const { entry: wanted } = this.#deps.access.entry(actor, entryId, neededFor(request));
    requireMaker(this.#context, requireUser(actor, 'write').userId, this.policy);
    this.#assertRequest(request, { createdAt: this.#context.now(), entryKind: wanted.kind });
    const passwordHash = await this.#hash(request.password);
    const code = this.#context.randomBytes(CODE_BYTES).toString('base64url');
    return commit(this.#context, actor, () => {
      const { links } = this.#context.tables;
      const { user, entry } = this.#deps.access.entry(actor, entryId, neededFor(request));
      requireMaker(this.#context, user.userId, this.policy);
      if (entry.rootKind === 'home') throw forbidden(message('home_not_shareable'));
      if (links.countOf(user.userId) >= MAX_LINKS)
        throw new DmsError('invalid', message('links_too_many', { maximum: MAX_LINKS }));
      const createdAt = this.#context.now();
      const terms = { ...request, passwordHash: passwordHash ?? null };
      const id = links.insert({ ...terms, entryId, createdBy: user.userId, createdAt }, sha256(code));
      this.#deps.activity.record(user, 'link_create', message('entry', { name: entry.name }), entry);
      return { ...this.#view(user, this.#find(id)), code };
    });
  }

  /**
   * Lists links, newest first: the actor's own, or as the query says.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  list(actor: Actor, { entryId, everyone }: LinkQuery, { page, perPage }: PageRequest): Page<LinkView> {
    const { links } = this.#context.tables;
    const offset = (page - 1) * perPage;
    if (everyone === true && entryId === undefined) {
      const admin = requireAdminUser(actor);
      const { items, total } = links.listAll(perPage, offset);
      return { items: items.map((link) => this.#view(admin, link)), total };
    }
    const user = requireUser(actor, 'read');
    const found = entryId === undefined ? links.listOfCreator(user.userId) : this.#listOn(user, entryId);
    return {
      items: found.slice(offset, offset + perPage).map((link) => this.#view(user, link)),
      total: found.length,
    };
  }

  /**
   * One link that the actor made, may share the entry of, or administers.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  get(actor: Actor, id: number): LinkView {
    const user = requireUser(actor, 'read');
    return this.#view(user, this.#visible(user, id));
  }

  /**
   * The client addresses that used a link, latest use first, at most 100.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  uses(actor: Actor, id: number): readonly LinkUse[] {
    const user = requireUser(actor, 'read');
    return this.#context.tables.links.listUses(this.#visible(user, id).id);
  }

  /**
   * Changes a link of the actor. A new password ends the visits that began with the old one.
   * @throws {DmsError} unauthenticated | forbidden (not the creator; links are switched off) | not_found | invalid |
   * throttled
   */
  async update(actor: Actor, id: number, changes: LinkChanges): Promise<LinkView> {
    const passwordHash = await this.#hash(this.#changed(actor, id, changes).password);
    return commit(this.#context, actor, () => {
      const { password, link, user, ...request } = this.#changed(actor, id, changes);
      const kept = password === null ? null : (passwordHash ?? link.passwordHash);
      this.#context.tables.links.update(id, { ...request, passwordHash: kept });
      this.#record(user, 'link_update', link);
      return this.#view(user, this.#find(id));
    });
  }

  /**
   * Ends a link: its creator, a user who may share the entry and sees the link, and administrators.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  remove(actor: Actor, id: number): Promise<void> {
    return commit(this.#context, actor, () => {
      const user = requireUser(actor, 'write');
      const link = this.#visible(user, id);
      this.#context.tables.links.delete(id);
      this.#record(user, 'link_delete', link);
    });
  }

  /**
   * A link of the user, who may share its entry.
   * @throws {DmsError} not_found | forbidden (not the creator, or no longer the permission to share)
   */
  own(user: UserActor, id: number): { readonly link: StoredLink; readonly entry: Entry } {
    const link = this.#visible(user, id);
    if (link.createdBy.id !== user.userId) throw forbidden(message('link_of_other'));
    return { link, entry: this.#deps.access.entry(user, link.entryId, SHARE).entry };
  }

  /** The request for a link with its changes. @throws {DmsError} as {@link LinkAdmin.update} */
  #changed(actor: Actor, id: number, changes: LinkChanges) {
    const user = requireUser(actor, 'write');
    const { link } = this.own(user, id);
    requireMaker(this.#context, user.userId, this.policy);
    const { kind, label, expiresAt, maxDownloads, maxFiles, maxBytes, isListed } = link;
    const limits = { maxDownloads, maxFiles, maxBytes };
    const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const kept: LinkRequest = { kind, label, expiresAt, ...limits, isListed, password: undefined };
    const request: LinkRequest = { ...kept, ...set };
    const { entry } = this.#deps.access.entry(user, link.entryId, neededFor(request));
    this.#assertRequest(request, { createdAt: link.createdAt, entryKind: entry.kind, changes });
    return { ...request, user, link };
  }

  #assertRequest(request: LinkRequest, link: Omit<LinkFacts, 'now'>): void {
    assertValid(request, { ...link, now: this.#context.now() }, this.policy);
  }

  async #hash(password: string | null | undefined): Promise<string | undefined> {
    return typeof password === 'string' ? this.#deps.passwords.hash(password) : undefined;
  }

  #listOn(user: UserActor, entryId: number): StoredLink[] {
    const { entryAccess } = this.#deps.access.entry(user, entryId, READ);
    const maySee = (entryAccess.permissions & SHARE) !== 0;
    const all = this.#context.tables.links.listOnEntry(entryId);
    return all.filter(({ createdBy, isListed }) => createdBy.id === user.userId || (maySee && isListed));
  }

  #find(id: number): StoredLink {
    const link = this.#context.tables.links.find(id);
    if (!link) throw notFound();
    return link;
  }

  #visible(user: UserActor, id: number): StoredLink {
    const link = this.#find(id);
    const isOwn = link.createdBy.id === user.userId;
    const maySee = link.isListed && (this.#deps.access.permissions(user, link.entryId) & SHARE) !== 0;
    if (!isOwn && !maySee && !mayAdminister(user)) throw notFound();
    return link;
  }

  #record(user: UserActor, action: Action, { entryId }: Link): void {
    const entry = this.#context.tables.entries.find(entryId);
    if (entry) this.#deps.activity.record(user, action, message('entry', { name: entry.name }), entry);
  }

  #view(user: UserActor, link: StoredLink): LinkView {
    const { access } = this.#deps;
    const entry = this.#context.tables.entries.find(link.entryId);
    if (!entry) throw notFound();
    const end = endOf(link, this.policy);
    return {
      ...link,
      entryKind: entry.kind,
      entry: access.readable(user, entry) ? entry : null,
      endsAt: end === Infinity ? null : end,
      works: visitorOf(this.#context, access, { link, entry, policy: this.policy, ip: null }) !== undefined,
    };
  }
}

/** Permission bits that the creator of a link needs on the entry. */
function neededFor({ kind }: Pick<LinkRequest, 'kind'>): number {
  return kind === 'upload' ? SHARE | CREATE : SHARE;
}
