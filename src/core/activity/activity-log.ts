import type { Action, Activity } from '../../model/activity.ts';
import type { Actor, UserActor } from '../../model/actor.ts';
import type { Entry } from '../../model/entry.ts';
import { forbidden } from '../../model/errors.ts';
import { isJunk } from '../../model/names.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { allows, READ, SHARE } from '../../model/permissions.ts';
import type {
  ActivityFilter,
  NewActivity,
  StoredActivity,
  Stretch,
} from '../../storage/accounts/accounts.ts';
import type { Access } from '../access/access.ts';
import { requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';

/** What a list of the log may be narrowed to. Times in milliseconds UTC, `before` exclusive; `user` is a login. */
export type ActivityQuery = Pick<ActivityFilter, 'action' | 'user' | 'after' | 'before'>;

/**
 * A wording that tells more than everybody may know who can read the entry: for administrators, for who did it, and for
 * those who can read the entry `names`, or who may share the entry itself where it names people.
 */
export interface FullDetails {
  readonly text: string;
  /** Id of the other entry that it names. */
  readonly names?: number;
}

/** Somebody known by name, whether it was really he or not. */
interface Person {
  readonly userId: number;
  readonly login: string;
  readonly name: string;
  readonly ip: string | null;
}

/** Ids in one stretch: the first few hold most of what anybody asks for, and none of them keeps others waiting long. */
const FIRST_STRETCH = 2000;
const LONGEST_STRETCH = 50_000;
const EXPORT_STRETCH = 1000;

/** These are noted whatever the name: no program litters with them. */
const ALWAYS: ReadonlySet<Action> = new Set(['share', 'share_update', 'unshare', 'refusal']);

/** What {@link ActivityLog} works with. */
interface Parts {
  readonly access: Access;
}

/** The log of what happened: written by every change, within its transaction. */
export class ActivityLog {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Notes what `actor` did, to `entry` where there is one. Called inside the transaction of the change. Documents of
   * junk names leave no entry (CONTRACT §3).
   * @param details nothing that not everybody may know who can read the entry, now or later
   */
  record(
    actor: Actor | Person,
    action: Action,
    details: string,
    entry?: Pick<Entry, 'id' | 'kind' | 'name'>,
    full?: FullDetails,
  ): void {
    if (entry !== undefined && isJunk(entry) && !ALWAYS.has(action)) return;
    this.#context.tables.activities.insert({
      ...doerOf(actor),
      action,
      at: this.#context.now(),
      details,
      fullDetails: full?.text ?? null,
      subjectId: full?.names ?? null,
      entryId: entry?.id ?? null,
      isFolder: entry === undefined ? null : entry.kind === 'folder',
    });
  }

  /**
   * Newest first. Administrators see all; others what they did, and what happened to entries that they can read now.
   * Costs by what the actor may see and the number of folders that he can read, not by the length of the log.
   */
  async list(actor: Actor, query: ActivityQuery, page: PageRequest): Promise<Page<Activity>> {
    const user = requireUser(actor, 'read');
    if (user.isAdmin) return isEmpty(query) ? this.#pageOfAll(user, page) : this.#page(user, query, page);
    const entryIds = this.#parts.access.tops(user);
    const folderIds = this.#context.tables.activities.listFolders(entryIds);
    return this.#page(user, { ...query, visibleTo: { userId: user.userId, entryIds, folderIds } }, page);
  }

  /** What happened to one document that the actor may read, newest first. @throws {DmsError} not_found */
  async ofDocument(
    actor: Actor,
    id: number,
    query: ActivityQuery,
    page: PageRequest,
  ): Promise<Page<Activity>> {
    const { user } = this.#parts.access.document(actor, id);
    return this.#page(user, { ...query, entryId: id }, page);
  }

  /**
   * All that matches, newest first, some at a time; what happens meanwhile is not among it. For administrators.
   * @throws {DmsError} unauthenticated | forbidden
   */
  export(actor: Actor, query: ActivityQuery): AsyncIterable<readonly Activity[]> {
    const user = requireUser(actor, 'read');
    if (!user.isAdmin) throw forbidden('This is for administrators.');
    return this.#export(user, query);
  }

  async *#export(user: UserActor, query: ActivityQuery): AsyncGenerator<readonly Activity[]> {
    for (const stretch of stretches(
      this.#context.tables.activities.whole(),
      EXPORT_STRETCH,
      EXPORT_STRETCH,
    )) {
      const found = this.#context.tables.activities.list(query, stretch, EXPORT_STRETCH);
      if (found.length > 0) yield found.map((activity) => this.#view(user, activity));
      await othersTurn();
    }
  }

  #pageOfAll(user: UserActor, { page, perPage }: PageRequest): Page<Activity> {
    const found = this.#context.tables.activities.list(
      {},
      this.#context.tables.activities.whole(),
      perPage,
      (page - 1) * perPage,
    );
    return {
      items: found.map((activity) => this.#view(user, activity)),
      total: this.#context.tables.activities.size(),
    };
  }

  /** In stretches from the newest on: those that fill the page are read, of the others it is counted what matches. */
  async #page(
    user: UserActor,
    filter: ActivityFilter,
    { page, perPage }: PageRequest,
  ): Promise<Page<Activity>> {
    const items: Activity[] = [];
    let toSkip = (page - 1) * perPage;
    let total = 0;
    for (const stretch of stretches(
      this.#context.tables.activities.whole(),
      FIRST_STRETCH,
      LONGEST_STRETCH,
    )) {
      const matching = this.#context.tables.activities.count(filter, stretch);
      if (matching > toSkip && items.length < perPage) {
        const found = this.#context.tables.activities.list(filter, stretch, perPage - items.length, toSkip);
        items.push(...found.map((activity) => this.#view(user, activity)));
      }
      toSkip = Math.max(0, toSkip - matching);
      total += matching;
      await othersTurn();
    }
    return { items, total };
  }

  /** As much of it as the user may know. From where others did something is for administrators. */
  #view(user: UserActor, activity: StoredActivity): Activity {
    const { id, action, userName, at, details, fullDetails, entryId, isFolder, ip } = activity;
    const knowsAll = user.isAdmin || activity.userId === user.userId;
    const full = fullDetails !== null && (knowsAll || this.#mayKnowMore(user, activity));
    return {
      id,
      action,
      user: userName,
      at,
      details: full ? fullDetails : details,
      documentId: isFolder === false ? entryId : null,
      folderId: isFolder === true ? entryId : null,
      ip: knowsAll ? ip : null,
    };
  }

  #mayKnowMore(user: UserActor, { subjectId, entryId }: StoredActivity): boolean {
    if (subjectId !== null) return allows(this.#parts.access.permissions(user, subjectId), READ);
    return entryId !== null && allows(this.#parts.access.permissions(user, entryId), SHARE);
  }
}

function doerOf(actor: Actor | Person): Pick<NewActivity, 'userId' | 'userLogin' | 'userName' | 'ip'> {
  if ('userId' in actor) {
    const { userId, login: userLogin, name: userName, ip } = actor;
    return { userId, userLogin, userName, ip };
  }
  const nobody = { userId: null, userLogin: null };
  if (actor.kind === 'guest') return { ...nobody, userName: 'guest', ip: actor.ip };
  return { ...nobody, userName: actor.name, ip: null };
}

function isEmpty(query: ActivityQuery): boolean {
  return Object.values(query).every((value) => value === undefined);
}

/** The log in pieces, the newest first, each four times as long as the last, up to a bound. */
function* stretches({ after, until }: Stretch, first: number, longest: number): Generator<Stretch> {
  let length = first;
  for (let last = until; last > after; ) {
    const next = Math.max(after, last - length);
    yield { after: next, until: last };
    last = next;
    length = Math.min(length * 4, longest);
  }
}

function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
