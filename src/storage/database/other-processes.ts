import type BetterSqlite from 'better-sqlite3';

/** Detects changes of the database by other processes. */
export class OtherProcesses {
  readonly #dataVersion: BetterSqlite.Statement<[], number>;
  readonly #onChange: () => void;
  #seen: number;
  #isChecked = false;

  /** @param onChange called when {@link OtherProcesses.check} detects changes */
  constructor(sqlite: BetterSqlite.Database, onChange: () => void) {
    this.#dataVersion = sqlite.prepare<[], number>('PRAGMA data_version').pluck();
    this.#onChange = onChange;
    this.#seen = this.#dataVersion.get() ?? 0;
  }

  /**
   * Checks once per turn of the event loop, and after {@link OtherProcesses.forget}. Concurrent requests thus share a
   * check, which costs as much as the rest of a small response.
   */
  check(): void {
    if (this.#isChecked) return;
    this.#isChecked = true;
    setImmediate(() => {
      this.#isChecked = false;
    });
    const dataVersion = this.#dataVersion.get() ?? 0;
    if (dataVersion === this.#seen) return;
    this.#seen = dataVersion;
    this.#onChange();
  }

  /** Forces the next check to query the database. */
  forget(): void {
    this.#isChecked = false;
  }
}
