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
import { mayAdminister, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';

/**
 * Filter of a list of activities. `user` is a login. `after` (inclusive) and `before` (exclusive) are in
 * milliseconds UTC.
 */
export type ActivityQuery = Pick<ActivityFilter, 'action' | 'user' | 'after' | 'before'>;

/**
 * A second text of an activity, with details that not every reader of the entry may see. It is shown to:
 * - administrators,
 * - the user who did it,
 * - if `names` is given: users who can read that entry,
 * - if `names` is not given: users who may share the entry of the activity, because the text then names
 *   recipients.
 */
export interface FullDetails {
  readonly text: string;
  /** Id of another entry whose name is in the text. */
  readonly names?: number;
}

/** A user and the address of the client. After a failed sign-in the client may be another person. */
interface UserAtAddress {
  readonly userId: number;
  readonly login: string;
  readonly name: string;
  readonly ip: string | null;
}

/**
 * Lengths of stretches (ranges of ids of the log). The first is short, because most lists need only the
 * newest activities. The longest is bounded, so that one query does not delay other requests for long.
 */
const FIRST_STRETCH = 2000;
const LONGEST_STRETCH = 50_000;
const EXPORT_STRETCH = 1000;

/** Actions that are recorded for junk files too: programs do not do these by themselves. */
const RECORDED_FOR_JUNK: ReadonlySet<Action> = new Set(['share', 'share_update', 'unshare', 'refusal']);

/** What {@link ActivityLog} works with. */
interface Parts {
  readonly access: Access;
}

/** The activity log. Every change writes to it, inside the transaction of the change. */
export class ActivityLog {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Records that `actor` did `action`. Call it inside the transaction of the change. Junk files leave no
   * activity, except about shares and denied writes (docs/contract.md).
   * @param details text for every user who can read the entry, now or later: it must not say more than they
   * may know
   * @param entry the entry that the action was done to
   * @param full a text that says more, for fewer readers
   */
  record(
    actor: Actor | UserAtAddress,
    action: Action,
    details: string,
    entry?: Pick<Entry, 'id' | 'kind' | 'name'>,
    full?: FullDetails,
  ): void {
    if (entry && isJunk(entry) && !RECORDED_FOR_JUNK.has(action) && this.#isMaker(actor, entry.id)) return;
    this.#context.tables.activities.insert({
      ...columnsOf(actor),
      action,
      at: this.#context.now(),
      details,
      fullDetails: full?.text ?? null,
      subjectId: full?.names ?? null,
      entryId: entry?.id ?? null,
      isFolder: entry === undefined ? null : entry.kind === 'folder',
    });
  }

  /** Only what programs make for themselves is passed over: not what they do to the documents of others. */
  #isMaker(actor: Actor | UserAtAddress, entryId: number): boolean {
    const entry = this.#context.tables.entries.find(entryId);
    return entry === undefined || ('userId' in actor && entry.createdBy === actor.userId);
  }

  /**
   * A page of the activities that the actor may see, newest first. Administrators see all. Other users see
   * their own, and those of entries that they can read now. The cost grows with the number of activities
   * that the actor may see and of folders that the actor can read, not with the length of the log.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  async list(actor: Actor, query: ActivityQuery, page: PageRequest): Promise<Page<Activity>> {
    const user = requireUser(actor, 'read');
    if (mayAdminister(user))
      return isEmpty(query) ? this.#pageOfAll(user, page) : this.#page(user, query, page);
    const entryIds = this.#parts.access.topIds(user);
    const folderIds = this.#context.tables.activities.listFolders(entryIds);
    return this.#page(user, { ...query, visibleTo: { userId: user.userId, entryIds, folderIds } }, page);
  }

  /**
   * A page of the activities of one document, newest first.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
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
   * All activities that match, newest first, in batches of at most 1000. Activities that are recorded after
   * the first batch was asked for are left out. For administrators.
   * @throws {DmsError} unauthenticated | forbidden
   */
  export(actor: Actor, query: ActivityQuery): AsyncIterable<readonly Activity[]> {
    const user = requireUser(actor, 'read');
    if (!mayAdminister(user)) throw forbidden('This is for administrators.');
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
      await letOtherRequestsRun();
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

  /**
   * Goes through the log in stretches, newest first. Every stretch is counted, for the total. Activities
   * are read only from the stretches that the page is in.
   */
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
      await letOtherRequestsRun();
    }
    return { items, total };
  }

  /**
   * The activity without what this user may not know. Addresses of other users' clients are for
   * administrators only.
   */
  #view(user: UserActor, activity: StoredActivity): Activity {
    const { id, action, userName, at, details, fullDetails, entryId, isFolder, ip } = activity;
    const seesAll = mayAdminister(user) || activity.userId === user.userId;
    const seesFull = fullDetails !== null && (seesAll || this.#mayReadFullDetails(user, activity));
    return {
      id,
      action,
      user: userName,
      at,
      details: seesFull ? fullDetails : details,
      documentId: isFolder === false ? entryId : null,
      folderId: isFolder === true ? entryId : null,
      ip: seesAll ? ip : null,
    };
  }

  #mayReadFullDetails(user: UserActor, { subjectId, entryId }: StoredActivity): boolean {
    if (subjectId !== null) return allows(this.#parts.access.permissions(user, subjectId), READ);
    return entryId !== null && allows(this.#parts.access.permissions(user, entryId), SHARE);
  }
}

function columnsOf(
  actor: Actor | UserAtAddress,
): Pick<NewActivity, 'userId' | 'userLogin' | 'userName' | 'ip'> {
  if ('userId' in actor) {
    const { userId, login: userLogin, name: userName, ip } = actor;
    return { userId, userLogin, userName, ip };
  }
  const noUser = { userId: null, userLogin: null };
  if (actor.kind === 'guest') return { ...noUser, userName: 'guest', ip: actor.ip };
  return { ...noUser, userName: actor.name, ip: null };
}

function isEmpty(query: ActivityQuery): boolean {
  return Object.values(query).every((value) => value === undefined);
}

/**
 * Divides a range of the log into stretches, newest first. Each is four times as long as the one before it,
 * up to `maxLength`.
 */
function* stretches({ after, until }: Stretch, firstLength: number, maxLength: number): Generator<Stretch> {
  let length = firstLength;
  for (let end = until; end > after; ) {
    const start = Math.max(after, end - length);
    yield { after: start, until: end };
    end = start;
    length = Math.min(length * 4, maxLength);
  }
}

function letOtherRequestsRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
