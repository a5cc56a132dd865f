import type BetterSqlite from 'better-sqlite3';

/** Finds out whether other processes have changed the database. */
export class OtherProcesses {
  readonly #dataVersion: BetterSqlite.Statement<[], number>;
  readonly #onChange: () => void;
  #seen: number;
  #isChecked = false;

  /** @param onChange is called when {@link OtherProcesses.check} has found changes */
  constructor(sqlite: BetterSqlite.Database, onChange: () => void) {
    this.#dataVersion = sqlite.prepare<[], number>('PRAGMA data_version').pluck();
    this.#onChange = onChange;
    this.#seen = this.#dataVersion.get() ?? 0;
  }

  /**
   * Looks once in each turn of the event loop, and after {@link OtherProcesses.forget}. So requests that arrive together
   * share a look, which costs as much as the rest of a small answer.
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

  /** The next check looks in any case. */
  forget(): void {
    this.#isChecked = false;
  }
}
