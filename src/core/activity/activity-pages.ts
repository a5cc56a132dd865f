import type { Page, PageRequest } from '../../model/entries/page.ts';
import { message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { ActivityFilter, StoredActivity, Stretch } from '../../storage/accounts/accounts.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Context } from '../context.ts';
import { RoundRobinQueue } from '../round-robin-queue.ts';
import { atOneMoment } from '../tree-moment.ts';
import { ActivitySources, counted, MAX_COUNTED } from './activity-sources.ts';

/**
 * Lengths of stretches (ranges of ids of the log). The first is short, because most lists need only the newest
 * activities. The maximum keeps one query from delaying other requests for long.
 */
const FIRST_STRETCH = 2000;
const MAX_STRETCH = 50_000;

/**
 * Finds and counts the records of the activity log for one page of a list, in small steps between which other requests
 * run.
 */
export class ActivityPages {
  readonly #context: Context;
  /** One at a time, because each reads from a snapshot. */
  readonly #queue = new RoundRobinQueue(message('lists_at_once'));

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * A page of the whole log, newest first. Counts the log in stretches, until the page is complete and
   * {@link MAX_COUNTED} is exceeded.
   */
  async all(filter: ActivityFilter, { page, perPage }: PageRequest): Promise<Page<StoredActivity>> {
    const { activities } = this.#context.tables;
    const whole = activities.whole();
    const offset = (page - 1) * perPage;
    if (offset < MAX_STRETCH && Object.values(filter).every((value) => value === undefined))
      return counted(activities.list({}, whole, perPage, offset), activities.size(MAX_COUNTED + 1));
    const items: StoredActivity[] = [];
    let toSkip = offset;
    let total = 0;
    for (const stretch of stretches(whole, FIRST_STRETCH, MAX_STRETCH)) {
      await yieldToRequests();
      const matching = activities.count(filter, stretch);
      if (matching > toSkip && items.length < perPage)
        items.push(...activities.list(filter, stretch, perPage - items.length, toSkip));
      toSkip = Math.max(0, toSkip - matching);
      total += matching;
      if (items.length === perPage && total > MAX_COUNTED) break;
    }
    return counted(items, total);
  }

  /** A page of the records of one entry, newest first. */
  ofEntry(id: number, filter: ActivityFilter, page: PageRequest): Promise<Page<StoredActivity>> {
    const { activities } = this.#context.tables;
    return new ActivitySources(activities).page([{ kind: 'entry', ids: [id] }], undefined, filter, page);
  }

  /**
   * A page of the records that the user may see, newest first: the user's own actions, actions of others in readable
   * folders, and actions on single readable documents. Each of these sources is a range of an index.
   * @throws {DmsError} throttled: too many lists of the user are waiting
   */
  visibleTo(user: UserActor, filter: ActivityFilter, page: PageRequest): Promise<Page<StoredActivity>> {
    return this.#queue.run(user.userId, () =>
      atOneMoment(this.#context, async ({ access, tables: { activities } }) => {
        const sources = new ActivitySources(activities);
        return sources.page(await sources.beneath(access.topIds(user)), user.userId, filter, page);
      }),
    );
  }
}

/**
 * Divides a range of the log into stretches, newest first. Each is four times as long as the previous one, up to
 * `maxLength`.
 */
export function* stretches(
  { after, until }: Stretch,
  firstLength: number,
  maxLength: number,
): Generator<Stretch> {
  let length = firstLength;
  for (let end = until; end > after; ) {
    const start = Math.max(after, end - length);
    yield { after: start, until: end };
    end = start;
    length = Math.min(length * 4, maxLength);
  }
}
