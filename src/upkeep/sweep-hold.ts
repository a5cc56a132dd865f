import type { Database } from '../storage/database/database.ts';
import { SweepHolds } from '../storage/sweep-holds.ts';
import { UpkeepError } from './upkeep-error.ts';

/** Lifetime of a hold without renewal. If the holder dies, the sweep resumes after this time. */
const LASTS_MS = 10 * 60_000;
const RENEW_EVERY_MS = 60_000;

/** Prevents the sweeps of this process and of a running service from deleting contents. */
export class SweepHold {
  readonly #database: Database;
  readonly #holds: SweepHolds;
  readonly #now: () => number;
  readonly #id: number;
  readonly #timer: NodeJS.Timeout;
  #isLost = false;

  private constructor(database: Database, holds: SweepHolds, now: () => number, id: number) {
    this.#database = database;
    this.#holds = holds;
    this.#now = now;
    this.#id = id;
    this.#timer = setInterval(() => {
      // A later attempt may succeed. If all fail, the hold expires, and a later renewal detects that.
      this.renew().catch(() => undefined);
    }, RENEW_EVERY_MS).unref();
  }

  /**
   * Resolves once the sweep deletes nothing more.
   * @param holder description of the holder, for administrators who read the table
   * @param now milliseconds UTC
   */
  static async begin(database: Database, holder: string, now: () => number): Promise<SweepHold> {
    const holds = new SweepHolds(database);
    const id = await database.transaction(() => {
      holds.deleteEnded(now());
      return holds.insert(holder, now() + LASTS_MS);
    });
    return new SweepHold(database, holds, now, id);
  }

  /** @throws {UpkeepError} if the hold has expired, because the database was not writable or the clock was set */
  assertHeld(): void {
    if (this.#isLost)
      throw new UpkeepError('contents may have been deleted while the command was running: run it again');
  }

  /** Extends the hold. If the hold has already expired, {@link SweepHold.assertHeld} throws from then on. */
  async renew(): Promise<void> {
    const now = this.#now();
    const isHeld = await this.#database.transaction(() => this.#holds.renew(this.#id, now + LASTS_MS, now));
    this.#isLost ||= !isHeld;
  }

  /**
   * Call after a failure. Contents may have been deleted since the hold expired, which then is the actual cause of the
   * failure.
   * @throws {UpkeepError} see {@link SweepHold.assertHeld}
   */
  async explainFault(): Promise<void> {
    await this.renew().catch(() => undefined);
    this.assertHeld();
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#database.transaction(() => this.#holds.delete(this.#id));
  }
}
