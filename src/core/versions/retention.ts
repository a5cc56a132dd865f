import { DAY_MS } from '../../model/durations.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { SystemActor } from '../../model/people/actor.ts';
import type { Outdated, OutdatedTotal } from '../../storage/tree/tree.ts';
import { commit } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Quota } from './quota.ts';

/** Days for which one version per day is kept; after that, one per week. */
const DAILY_DAYS = 30;
/** Documents per step of the search for outdated versions, which runs in a thread. */
const DOCUMENTS_PER_QUERY = 1000;
/** Versions per transaction, which takes some milliseconds. Other requests run in between. */
const SLICE = 200;
/** Cost of a document in addition to its versions, in versions: an activity record, and the update of the usage. */
const DOCUMENT = 10;

/**
 * Rules for the versions to keep. A version is kept if any rule keeps it; without rules, all are kept. Always kept are
 * the head, versions with a comment, and versions replaced less than a day ago. Times are in UTC.
 */
export interface VersionRules {
  /** Number of newest versions to keep per document, including the head; 0: no rule. */
  readonly keepLast: number;
  /** Days to keep a version after a newer one has replaced it; 0: no rule. */
  readonly keepDays: number;
  /** True: keep the last version of each day, and after 30 days the last of each week (from Monday). False: no rule. */
  readonly thin: boolean;
}

interface Dependencies {
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly quota: Quota;
  readonly rules: VersionRules;
}

/** Deletes versions that no rule keeps, also of documents in the trash or with locks: locks protect heads only. */
export class VersionRetention {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /** When all documents were last searched, in milliseconds UTC. */
  #lookedAt = -Infinity;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /** Total of the versions that no rule keeps now. It reads whole tables, so only the command line may use it. */
  preview(): OutdatedTotal {
    const outdated = this.#outdated(this.#context.now());
    return outdated ? this.#context.tables.outdatedVersions.total(outdated) : { versions: 0, bytes: 0 };
  }

  /**
   * Deletes versions that no rule keeps, at most once a day and once after the start, because a day is the smallest
   * unit of the rules. A thread searches the documents. The transaction that deletes versions of a document checks them
   * again. Housekeeping deletes contents that no version has any more.
   * @param now milliseconds UTC
   * @returns after each small step, the number of versions deleted; the caller may stop there
   */
  async *run(actor: SystemActor, now: number): AsyncGenerator<number, void> {
    const outdated = this.#outdated(now);
    if (!outdated || Math.abs(now - this.#lookedAt) < DAY_MS) return;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const documents = await this.#context.tables.outdatedVersions.list(
        outdated,
        after,
        DOCUMENTS_PER_QUERY,
      );
      const ids = documents.filter(({ isOutdated }) => isOutdated === 1).map(({ id }) => id);
      while (ids.length > 0) {
        const { done, versions } = await commit(this.#context, actor, () =>
          this.#deleteSlice(actor, ids, outdated),
        );
        ids.splice(0, done);
        yield versions;
      }
      after = documents.length < DOCUMENTS_PER_QUERY ? undefined : documents.at(-1)?.id;
    }
    this.#lookedAt = now;
  }

  /** @returns undefined if there is no rule */
  #outdated(now: number): Outdated | undefined {
    const { keepLast, keepDays, thin } = this.#deps.rules;
    if (keepLast === 0 && keepDays === 0 && !thin) return undefined;
    return {
      newerVersions: Math.max(keepLast, 1),
      replacedUntil: now - Math.max(keepDays, 1) * DAY_MS,
      thinnedByWeekUntil: thin ? now - DAILY_DAYS * DAY_MS : undefined,
    };
  }

  /** @returns `done`: how many documents, from the first one on, have no outdated version left */
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

  /**
   * @returns number of versions deleted; 0 also if the document is frozen ({@link WriteLocks.isFrozen}) or being purged
   */
  #deleteFrom(actor: SystemActor, id: number, outdated: Outdated, limit: number): number {
    const { ancestry, entries, outdatedVersions, trash } = this.#context.tables;
    const { activity, locks, quota } = this.#deps;
    const entry = entries.find(id);
    const lineage = ancestry.list(id);
    const root = lineage.at(-1);
    const home = root?.rootKind === 'trash' ? trash.find(root.id) : root;
    if (!entry || !home || locks.isFrozen({ lineage })) return 0;
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
