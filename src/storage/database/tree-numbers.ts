import type BetterSqlite from 'better-sqlite3';

/**
 * Writes, in the transaction of a change, its number to the changed entries and to all folders above them, each once for
 * a transaction (migration 0033). Writes nothing before the numbers begin (`storage/tree/tree-numbers.ts`).
 *
 * A number is the time in milliseconds, or the next one after the last: it rises although the clock is set back, and
 * after a copy of the data directory was put back by hand it is above the numbers that were lost.
 */
export class TreeNumbers {
  readonly #touched: number[] = [];
  readonly #clock: BetterSqlite.Statement<[], { number: number }>;
  readonly #beginRun: BetterSqlite.Statement<[number]>;
  /** True once the run of this process is in `tree_runs`. */
  #isRunKnown = false;
  readonly #count: BetterSqlite.Statement<[]>;
  readonly #write: BetterSqlite.Statement<[string]>;

  /** @param sqlite the connection that changes entries, with the complete schema */
  constructor(sqlite: BetterSqlite.Database) {
    this.#clock = sqlite.prepare('SELECT number FROM tree_clock WHERE id = 1');
    this.#beginRun = sqlite.prepare('INSERT INTO tree_runs (secret, began) VALUES (randomblob(32), ?)');
    this.#count = sqlite.prepare(
      "UPDATE tree_clock SET number = max(number + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1",
    );
    this.#write = sqlite.prepare(
      `INSERT INTO tree_numbers (entry_id, number)
       WITH RECURSIVE above (id) AS (
         SELECT value FROM json_each(?)
         UNION SELECT e.parent_id FROM above a JOIN entries e ON e.id = a.id WHERE e.parent_id IS NOT NULL)
       SELECT e.id, (SELECT number FROM tree_clock WHERE id = 1) FROM above a JOIN entries e ON e.id = a.id WHERE true
       ON CONFLICT (entry_id) DO UPDATE SET number = excluded.number`,
    );
  }

  /** Notes a changed entry, or a folder whose list of members changes, during the transaction. */
  touch(id: number): void {
    this.#touched.push(id);
  }

  /** Position for {@link TreeNumbers.forgetAfter}. */
  get mark(): number {
    return this.#touched.length;
  }

  /** Forgets what was noted after a mark, because that part of the transaction was rolled back. */
  forgetAfter(mark: number): void {
    this.#touched.length = mark;
  }

  /** Forgets everything about the transaction, because it was rolled back, perhaps after {@link TreeNumbers.write}. */
  forgetTransaction(): void {
    this.#touched.length = 0;
    // The row of the run may have been rolled back as well. A second row of this process does no harm.
    this.#isRunKnown = false;
  }

  /** Writes the number of the transaction. Call it before the commit. */
  write(): void {
    if (this.#touched.length === 0) return;
    const ids = JSON.stringify([...new Set(this.#touched)]);
    this.#touched.length = 0;
    const clock = this.#clock.get();
    if (!clock) return;
    if (!this.#isRunKnown) this.#beginRun.run(clock.number);
    this.#isRunKnown = true;
    this.#count.run();
    this.#write.run(ids);
  }
}
