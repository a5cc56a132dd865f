import type { Entry } from '../../model/entries/entry.ts';
import { isJunk } from '../../model/entries/names.ts';
import type { Page, PageRequest } from '../../model/entries/page.ts';
import { allows, READ, SHARE } from '../../model/entries/permissions.ts';
import { forbidden } from '../../model/errors/errors.ts';
import { type Message, type MessageData, message } from '../../model/errors/messages.ts';
import type { Action, Activity } from '../../model/people/activity.ts';
import type { Actor, LinkCredential, UserActor } from '../../model/people/actor.ts';
import type { ActivityFilter, NewActivity, StoredActivity } from '../../storage/accounts/accounts.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Access } from '../access/access.ts';
import { mayAdminister, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import { type ActivityPages, stretches } from './activity-pages.ts';

/**
 * Filter for a list of activities. `user` is a login. `after` (inclusive) and `before` (exclusive) are in milliseconds
 * UTC.
 */
export type ActivityQuery = ActivityFilter;

/**
 * A second text of an activity, with details that not every reader of the entry may see. Its readers:
 * - administrators,
 * - the user who did it,
 * - if `names` is set: users who can read that entry,
 * - if `names` is not set: users who may share the entry of the activity, because the text then names recipients.
 */
export interface FullDetails {
  readonly text: Message;
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

const EXPORT_STRETCH = 1000;

/** Actions that are recorded even for junk files: programs do not do these by themselves. */
const RECORDED_FOR_JUNK: ReadonlySet<Action> = new Set<Action>([
  'share',
  'share_update',
  'unshare',
  'link_create',
  'link_update',
  'link_delete',
  'link_mail',
  'refusal',
]);

interface Dependencies {
  readonly access: Access;
  readonly pages: ActivityPages;
}

/** The activity log. Every change writes to it, inside its own transaction. */
export class ActivityLog {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /** The activity log. Every change writes its record inside its own transaction. */
  record(
    actor: Actor | UserAtAddress,
    action: Action,
    details: Message,
    entry?: Pick<Entry, 'id' | 'kind' | 'name'>,
    full?: FullDetails,
  ): void {
    const link = linkOf(actor);
    const columns = columnsOf(actor);
    const isStep = columns.undoId !== null;
    const isByUser = !link && !isStep && !RECORDED_FOR_JUNK.has(action);
    if (entry && isByUser && isJunk(entry) && this.#isCreatorOrGone(actor, entry.id)) return;
    this.#context.tables.activities.insert({
      ...columns,
      action: isStep ? 'undo_step' : action,
      at: this.#context.now(),
      details: details.text,
      data: dataOf(details),
      ...fullColumnsOf(full ?? (link && entry && this.#byLink(link, entry))),
      ...entryColumnsOf(entry),
    });
  }

  /** Names the link of a visitor, who has no name. */
  #byLink({ id }: LinkCredential, { name }: Pick<Entry, 'name'>): FullDetails | undefined {
    const link = this.#context.tables.links.find(id);
    if (!link) return undefined;
    const { label, createdBy } = link;
    return { text: message('link_used', { name, link: id, label, user: createdBy.login }) };
  }

  /** Id of the newest record, even if retention has deleted it; 0 before the first. Later changes have greater ids. */
  position(): number {
    return this.#context.tables.activities.whole().until;
  }

  /**
   * True if the actor created the entry, or it no longer exists. Junk is skipped only for its creator: actions on other
   * users' documents are recorded.
   */
  #isCreatorOrGone(actor: Actor | UserAtAddress, entryId: number): boolean {
    const entry = this.#context.tables.entries.find(entryId);
    return entry === undefined || ('userId' in actor && entry.createdBy === actor.userId);
  }

  /**
   * A page of the activities that the actor may see, newest first. Administrators see all. Other users see their own,
   * and those of entries that they can read now. The cost grows with the number of visible activities and readable
   * folders, not with the length of the log. Other requests run in between; the list is of one moment.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | throttled
   */
  async list(actor: Actor, query: ActivityQuery, page: PageRequest): Promise<Page<Activity>> {
    const user = requireUser(actor, 'read');
    const { pages } = this.#deps;
    const found = await (mayAdminister(user) ? pages.all(query, page) : pages.visibleTo(user, query, page));
    return this.#viewed(user, found);
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
    const { user } = this.#deps.access.document(actor, id);
    return this.#viewed(user, await this.#deps.pages.ofEntry(id, query, page));
  }

  /**
   * All matching activities, newest first, in slices of at most 1000. Activities recorded after the request for the
   * first slice are left out. For administrators.
   * @throws {DmsError} unauthenticated | forbidden
   */
  export(actor: Actor, query: ActivityQuery): AsyncIterable<readonly Activity[]> {
    const user = requireUser(actor, 'read');
    if (!mayAdminister(user)) throw forbidden(message('administrators_only'));
    return this.#export(user, query);
  }

  async *#export(user: UserActor, query: ActivityQuery): AsyncGenerator<readonly Activity[]> {
    const whole = this.#context.tables.activities.whole();
    for (const stretch of stretches(whole, EXPORT_STRETCH, EXPORT_STRETCH)) {
      const found = this.#context.tables.activities.list(query, stretch, EXPORT_STRETCH);
      if (found.length > 0) yield found.map((activity) => this.#view(user, activity));
      await yieldToRequests();
    }
  }

  #viewed(user: UserActor, page: Page<StoredActivity>): Page<Activity> {
    return { ...page, items: page.items.map((activity) => this.#view(user, activity)) };
  }

  /**
   * The activity without details that this user may not know. Only administrators see the addresses of other users'
   * clients.
   */
  #view(user: UserActor, activity: StoredActivity): Activity {
    const { id, action, userName, at, fullDetails, entryId, isFolder, ip } = activity;
    const seesAll = mayAdminister(user) || activity.userId === user.userId;
    const seesFull = fullDetails !== null && (seesAll || this.#mayReadFullDetails(user, activity));
    return {
      id,
      action,
      user: userName,
      at,
      details: seesFull ? fullDetails : activity.details,
      data: seesFull ? activity.fullData : activity.data,
      documentId: isFolder === false ? entryId : null,
      folderId: isFolder === true ? entryId : null,
      ip: seesAll ? ip : null,
    };
  }

  #mayReadFullDetails(user: UserActor, { subjectId, entryId }: StoredActivity): boolean {
    if (subjectId !== null) return allows(this.#deps.access.permissions(user, subjectId), READ);
    return entryId !== null && allows(this.#deps.access.permissions(user, entryId), SHARE);
  }
}

function fullColumnsOf(
  full: FullDetails | undefined,
): Pick<NewActivity, 'fullDetails' | 'fullData' | 'subjectId'> {
  if (full === undefined) return { fullDetails: null, fullData: null, subjectId: null };
  const { text, names = null } = full;
  return { fullDetails: text.text, fullData: dataOf(text), subjectId: names };
}

function dataOf({ code, facts }: Message): MessageData {
  return { code, facts };
}

/** The link of a visitor; undefined for any other actor. */
function linkOf(actor: Actor | UserAtAddress): LinkCredential | undefined {
  if (!('kind' in actor) || actor.kind !== 'user') return undefined;
  return actor.credential.kind === 'link' ? actor.credential : undefined;
}

function columnsOf(
  actor: Actor | UserAtAddress,
): Pick<NewActivity, 'userId' | 'userLogin' | 'userName' | 'ip' | 'tokenId' | 'undoId'> {
  const noMeans: Means = { tokenId: null, undoId: null };
  const noUser = { ...noMeans, userId: null, userLogin: null };
  if (linkOf(actor) || ('kind' in actor && actor.kind === 'guest'))
    return { ...noUser, userName: 'guest', ip: 'ip' in actor ? actor.ip : null };
  if ('userId' in actor) {
    const { userId, login: userLogin, name: userName, ip } = actor;
    const { tokenId, undoId } = 'kind' in actor && actor.kind === 'user' ? meansOf(actor) : noMeans;
    return { userId, userLogin, userName, ip, tokenId, undoId };
  }
  return { ...noUser, userName: actor.name, ip: null };
}

function entryColumnsOf(
  entry: Pick<Entry, 'id' | 'kind'> | undefined,
): Pick<NewActivity, 'entryId' | 'isFolder'> {
  return { entryId: entry?.id ?? null, isFolder: entry === undefined ? null : entry.kind === 'folder' };
}

/** By which token the user acted, and in which undo. */
type Means = Pick<NewActivity, 'tokenId' | 'undoId'>;

function meansOf({ credential, undoId }: UserActor): Means {
  return { tokenId: credential.kind === 'token' ? credential.id : null, undoId: undoId ?? null };
}
