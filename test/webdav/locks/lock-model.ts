import type { LockDepth, LockScope } from '../../../src/model/entries/lock.ts';

/**
 * Times when a request was sent and when its response had arrived, in milliseconds. It took effect at some time
 * between.
 */
export interface Interval {
  readonly sent: number;
  readonly answered: number;
}

/** The clocks of both sides have millisecond resolution. */
const SLACK_MS = 5;

/** A lock that was created or refreshed, and its duration. */
interface Renewal extends Interval {
  readonly seconds: number;
}

interface Taken {
  readonly token: string;
  readonly user: string;
  readonly path: string;
  readonly depth: LockDepth;
  readonly scope: LockScope;
}

/** A lock as observed by clients. */
export class ModelLock {
  readonly token: string;
  readonly user: string;
  readonly path: string;
  readonly depth: LockDepth;
  readonly scope: LockScope;
  readonly #taken: Renewal;
  readonly #renewals: Renewal[];
  readonly #ends: Interval[] = [];

  constructor({ token, user, path, depth, scope }: Taken, taken: Renewal) {
    this.token = token;
    this.user = user;
    this.path = path;
    this.depth = depth;
    this.scope = scope;
    this.#taken = taken;
    this.#renewals = [taken];
  }

  renew(renewal: Renewal): void {
    this.#renewals.push(renewal);
  }

  end(interval: Interval): void {
    this.#ends.push(interval);
  }

  /** True if the lock existed throughout the interval, whenever each request took effect within its own interval. */
  surely({ sent, answered }: Interval): boolean {
    if (this.#taken.answered > sent || this.#ends.some((end) => end.sent <= answered)) return false;
    const known = this.#renewals.filter((renewal) => renewal.sent <= answered);
    return known
      .filter(({ answered: done }) => !known.some((later) => later.sent > done && later.answered <= answered))
      .every((last) => last.sent + last.seconds * 1000 > answered + SLACK_MS);
  }

  /** True if the lock may have existed at some time in the interval, ignoring the refresh `but`. */
  possibly({ sent, answered }: Interval, but?: Interval): boolean {
    if (this.#taken.sent > answered || this.#ends.some((end) => end.answered < sent)) return false;
    return this.#renewals.some(
      (renewal) =>
        renewal !== but &&
        renewal.sent <= answered &&
        renewal.answered + renewal.seconds * 1000 >= sent - SLACK_MS,
    );
  }

  /** The first moment at which the lock certainly existed. */
  get heldFrom(): number {
    return this.#taken.answered;
  }

  covers(path: string): boolean {
    return path === this.path || (this.depth === 'infinity' && isWithin(path, this.path));
  }
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** A request for a change, and its result. */
export interface Write extends Interval {
  readonly user: string;
  /** Description for the reader of a failure. */
  readonly what: string;
  /** Resources that must not be locked by others: each changed resource, and each folder whose members change. */
  readonly changes: readonly string[];
  readonly submitted: readonly ModelLock[];
  readonly outcome: 'done' | 'locked' | 'precondition_failed';
}

/** All locks that ever existed. */
export class LockModel {
  readonly locks: ModelLock[] = [];

  covering(path: string): ModelLock[] {
    return this.locks.filter((lock) => lock.covers(path));
  }

  /** Locks that overlap with a lock of this depth at `path`. */
  meeting(path: string, depth: LockDepth): ModelLock[] {
    return this.locks.filter(
      (lock) => lock.covers(path) || (depth === 'infinity' && isWithin(lock.path, path)),
    );
  }

  /** Ends all locks at and below a path that no longer exists. */
  dissolve(path: string, interval: Interval): void {
    for (const lock of this.locks) if (lock.path === path || isWithin(lock.path, path)) lock.end(interval);
  }

  /** The fault in the result of a write; undefined when the result is possible. */
  faultOf(write: Write): string | undefined {
    if (write.outcome === 'done') return this.#faultOfDone(write);
    if (write.outcome === 'locked') return this.#faultOfRefused(write);
    if (write.submitted.length === 0) return 'a condition failed that was not set';
    const held = write.submitted.some((lock) => lock.user === write.user && lock.surely(write));
    return held ? 'the token of a lock that is held was not recognised' : undefined;
  }

  #faultOfDone(write: Write): string | undefined {
    const { user, submitted } = write;
    if (submitted.length > 0 && !submitted.some((lock) => lock.possibly(write))) {
      return 'done with a token whose lock is gone';
    }
    for (const path of write.changes) {
      const covering = this.covering(path);
      const held = covering.find((lock) => lock.surely(write));
      const key = submitted.find((lock) => lock.user === user && lock.covers(path) && lock.possibly(write));
      if (held && !key) return `done without the token of ${held.user}’s lock on ${held.path}`;
    }
    return undefined;
  }

  #faultOfRefused(write: Write): string | undefined {
    const isExcused = write.changes.some(
      (path) =>
        this.covering(path).some((lock) => lock.possibly(write)) &&
        !write.submitted.some((lock) => lock.user === write.user && lock.covers(path) && lock.surely(write)),
    );
    return isExcused ? undefined : 'refused though no lock of others can have been there';
  }

  /** Pairs of incompatible locks that were held at the same moment (RFC 4918 §6.2). */
  faultsOfPairs(): string[] {
    return this.locks.flatMap((lock, index) =>
      this.locks
        .slice(index + 1)
        .filter((other) => lock.covers(other.path) || other.covers(lock.path))
        .filter((other) => lock.scope === 'exclusive' || other.scope === 'exclusive')
        .filter((other) => {
          const moment = Math.max(lock.heldFrom, other.heldFrom);
          const then = { sent: moment, answered: moment };
          return lock.surely(then) && other.surely(then);
        })
        .map((other) => `${lock.path} and ${other.path} were locked at once`),
    );
  }
}
