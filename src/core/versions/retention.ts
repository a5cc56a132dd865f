import { type Message, message } from '../../model/errors/messages.ts';
import type { SystemActor } from '../../model/people/actor.ts';
import type { Outdated, OutdatedTotal } from '../../storage/tree/tree.ts';
import { commit } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Quota } from './quota.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** For so many days one version of each day is kept; after that one of each week. */
const DAILY_DAYS = 30;
/** Documents that are looked at in one step, in a thread. */
const LOOK = 1000;
/** Versions in one transaction, which takes some milliseconds. Other requests run in between. */
const SLICE = 200;
/** What a document takes besides its versions, as so many of them: a record of the activity, and the used bytes. */
const DOCUMENT = 10;

/**
 * Which versions are kept. What one of the rules keeps is kept; without any rule all are. The head, versions with a
 * comment, and what was replaced less than a day ago are kept under all rules. Times count in UTC.
 */
export interface VersionRules {
  /** So many of the newest versions of each document, its head included; 0: no rule. */
  readonly keepLast: number;
  /** What was replaced by a newer version less than so many days ago; 0: no rule. */
  readonly keepDays: number;
  /** True: the last version of each day, and of each week (from Monday on) after 30 days. False: no rule. */
  readonly thin: boolean;
}

/** What {@link VersionRetention} works with. */
interface Parts {
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly quota: Quota;
  readonly rules: VersionRules;
}

/**
 * Deletes versions that the rules let go. The trash makes no difference, and neither do locks: what they protect are
 * heads.
 */
export class VersionRetention {
  readonly #context: Context;
  readonly #parts: Parts;
  /** When all documents were looked at, in milliseconds UTC. */
  #lookedAt = -Infinity;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** What the rules let go now. It reads whole tables, so it is for the command line only. */
  preview(): OutdatedTotal {
    const outdated = this.#outdated(this.#context.now());
    return outdated ? this.#context.tables.outdatedVersions.total(outdated) : { versions: 0, bytes: 0 };
  }

  /**
   * Deletes what the rules let go, once a day and once after the start: no rule has a smaller unit than the day. The
   * documents are looked at in a thread, and each is judged again in the transaction that deletes from it. Housekeeping
   * deletes contents that no version has any more.
   * @param now milliseconds UTC
   * @returns after each small step, how many versions were deleted; the caller may stop there
   */
  async *run(actor: SystemActor, now: number): AsyncGenerator<number, void> {
    const outdated = this.#outdated(now);
    if (!outdated || Math.abs(now - this.#lookedAt) < DAY_MS) return;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const documents = await this.#context.tables.outdatedVersions.list(outdated, after, LOOK);
      const ids = documents.filter(({ isOutdated }) => isOutdated === 1).map(({ id }) => id);
      while (ids.length > 0) {
        const { done, versions } = await commit(this.#context, actor, () =>
          this.#deleteSlice(actor, ids, outdated),
        );
        ids.splice(0, done);
        yield versions;
      }
      after = documents.length < LOOK ? undefined : documents.at(-1)?.id;
    }
    this.#lookedAt = now;
  }

  /** @returns undefined without a rule */
  #outdated(now: number): Outdated | undefined {
    const { keepLast, keepDays, thin } = this.#parts.rules;
    if (keepLast === 0 && keepDays === 0 && !thin) return undefined;
    return {
      newerVersions: Math.max(keepLast, 1),
      replacedUntil: now - Math.max(keepDays, 1) * DAY_MS,
      thinnedByWeekUntil: thin ? now - DAILY_DAYS * DAY_MS : undefined,
    };
  }

  /** @returns how many of the documents have nothing outdated any more, from the first one on */
  #deleteSlice(
    actor: SystemActor,
    ids: readonly number[],
    outdated: Outdated,
  ): { done: number; versions: number } {
    let left = SLICE;
    let versions = 0;
    let done = 0;
    for (const id of ids) {
      if (left <= 0) break;
      const deleted = this.#deleteFrom(actor, id, outdated, left);
      versions += deleted;
      if (deleted === left) break;
      left -= deleted + DOCUMENT;
      done += 1;
    }
    return { done, versions };
  }

  /** @returns how many versions were deleted; 0 also where long work goes on with the document, or if it is being purged */
  #deleteFrom(actor: SystemActor, id: number, outdated: Outdated, limit: number): number {
    const { ancestry, entries, outdatedVersions, trash } = this.#context.tables;
    const { activity, locks, quota } = this.#parts;
    const entry = entries.find(id);
    const lineage = ancestry.list(id);
    const root = lineage.at(-1);
    const home = root?.rootKind === 'trash' ? trash.find(root.id) : root;
    if (!entry || !home || locks.isHeld({ lineage })) return 0;
    const deleted = outdatedVersions.deleteSome(id, outdated, limit);
    if (deleted.length === 0) return 0;
    quota.add(home.ownerId, { bytes: -deleted.reduce((sum, { size }) => sum + size, 0) });
    const numbers = deleted.map(({ number }) => number);
    activity.record(actor, 'version_delete', described(entry.name, numbers), entry);
    return deleted.length;
  }
}

function described(name: string, numbers: readonly number[]): Message {
  const first = Math.min(...numbers);
  const last = Math.max(...numbers);
  return numbers.length === 1
    ? message('entry_version_expired', { name, version: first })
    : message('entry_versions_expired', { name, count: numbers.length, first, last });
}
