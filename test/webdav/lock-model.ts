import type { LockDepth, LockScope } from '../../src/model/entries/lock.ts';

/** When a request was sent and when its answer had come, in milliseconds: what it did, it did at some time between. */
export interface Interval {
  readonly sent: number;
  readonly answered: number;
}

/** The clocks of both sides tell whole milliseconds. */
const SLACK_MS = 5;

/** A lock that was taken or refreshed, for so long. */
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

/** A lock as it is known from outside. */
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

  /** True when it was there all the time, whenever within its interval each request did its work. */
  surely({ sent, answered }: Interval): boolean {
    if (this.#taken.answered > sent || this.#ends.some((end) => end.sent <= answered)) return false;
    const known = this.#renewals.filter((renewal) => renewal.sent <= answered);
    return known
      .filter(({ answered: done }) => !known.some((later) => later.sent > done && later.answered <= answered))
      .every((last) => last.sent + last.seconds * 1000 > answered + SLACK_MS);
  }

  /** True when it may have been there at some time, `but` this refresh being left out. */
  possibly({ sent, answered }: Interval, but?: Interval): boolean {
    if (this.#taken.sent > answered || this.#ends.some((end) => end.answered < sent)) return false;
    return this.#renewals.some(
      (renewal) =>
        renewal !== but &&
        renewal.sent <= answered &&
        renewal.answered + renewal.seconds * 1000 >= sent - SLACK_MS,
    );
  }

  /** The first moment at which it was surely there. */
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

/** A request to change something, and what became of it. */
export interface Write extends Interval {
  readonly user: string;
  /** For the person who has to find out. */
  readonly what: string;
  /** What must not be locked by others for it: each resource that changes, and each folder whose members do. */
  readonly changes: readonly string[];
  readonly submitted: readonly ModelLock[];
  readonly outcome: 'done' | 'locked' | 'precondition_failed';
}

/** All locks there ever were. */
export class LockModel {
  readonly locks: ModelLock[] = [];

  covering(path: string): ModelLock[] {
    return this.locks.filter((lock) => lock.covers(path));
  }

  /** Locks that one of this depth at `path` meets. */
  meeting(path: string, depth: LockDepth): ModelLock[] {
    return this.locks.filter(
      (lock) => lock.covers(path) || (depth === 'infinity' && isWithin(lock.path, path)),
    );
  }

  /** Ends what was locked at and beneath a path at which nothing is any more. */
  dissolve(path: string, interval: Interval): void {
    for (const lock of this.locks) if (lock.path === path || isWithin(lock.path, path)) lock.end(interval);
  }

  /** What is wrong with the outcome of a write; undefined when it may have been so. */
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

  /** Pairs of locks that were both held at one moment though they do not go together (RFC 4918 §6.2). */
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
