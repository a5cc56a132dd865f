import type { Database } from '../storage/database/database.ts';
import { SweepHolds } from '../storage/sweep-holds.ts';
import { UpkeepError } from './upkeep-error.ts';

/** The sweep goes on so long after its holder has died. */
const LASTS_MS = 10 * 60_000;
const RENEW_EVERY_MS = 60_000;

/** Keeps the sweep of this process and of a running service from deleting contents. */
export class Hold {
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
      // The next try may succeed; if none does, the hold ends, and a later one finds that out.
      this.renew().catch(() => undefined);
    }, RENEW_EVERY_MS).unref();
  }

  /**
   * Resolves once nothing is deleted any more.
   * @param holder who holds, for people who look at the table
   * @param now milliseconds UTC
   */
  static async begin(database: Database, holder: string, now: () => number): Promise<Hold> {
    const holds = new SweepHolds(database);
    const id = await database.transaction(() => {
      holds.deleteEnded(now());
      return holds.insert(holder, now() + LASTS_MS);
    });
    return new Hold(database, holds, now, id);
  }

  /** @throws {UpkeepError} it ended meanwhile, as the database could not be written to or the clock was set */
  assertHeld(): void {
    if (this.#isLost)
      throw new UpkeepError(
        'the contents could not be kept from being deleted for all of the time: run this again',
      );
  }

  /** Makes it last longer, and notices if it has ended already: {@link Hold.assertHeld} throws from then on. */
  async renew(): Promise<void> {
    const now = this.#now();
    const isHeld = await this.#database.transaction(() => this.#holds.renew(this.#id, now + LASTS_MS, now));
    this.#isLost ||= !isHeld;
  }

  /**
   * For work that has failed: contents may have been deleted since the hold ended, and then that is the reason, whatever
   * the fault looks like.
   * @throws {UpkeepError} as {@link Hold.assertHeld}
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
