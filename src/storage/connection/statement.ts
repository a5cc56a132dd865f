import type BetterSqlite from 'better-sqlite3';
import { withFixedPlan } from './fixed-plan.ts';

/**
 * A statement that SQLite compiles when it is first run, with the types of its parameters and rows. The service has 300
 * statements, of which a command and most requests use few: to compile all of them takes 20 ms.
 */
export class Statement<Parameters extends unknown[], Row = unknown> {
  readonly #sqlite: BetterSqlite.Database;
  readonly #sql: string;
  #mode: 'objects' | 'pluck' | 'raw' = 'objects';
  #compiled: BetterSqlite.Statement<Parameters, Row> | undefined;

  /** @param sql its plan will not depend on its parameter values */
  constructor(sqlite: BetterSqlite.Database, sql: string) {
    this.#sqlite = sqlite;
    this.#sql = sql;
  }

  /** Reads only the first column of each row. */
  pluck(): this {
    this.#mode = 'pluck';
    return this;
  }

  /** Reads rows as arrays. */
  raw(): this {
    this.#mode = 'raw';
    return this;
  }

  run(...values: Parameters): BetterSqlite.RunResult {
    return this.compiled.run(...values);
  }

  get(...values: Parameters): Row | undefined {
    return this.compiled.get(...values);
  }

  all(...values: Parameters): Row[] {
    return this.compiled.all(...values);
  }

  /** @throws {Error} when SQLite does not accept the statement */
  get compiled(): BetterSqlite.Statement<Parameters, Row> {
    this.#compiled ??= this.#compile();
    return this.#compiled;
  }

  #compile(): BetterSqlite.Statement<Parameters, Row> {
    const statement = this.#sqlite.prepare<Parameters, Row>(withFixedPlan(this.#sql));
    return this.#mode === 'objects' ? statement : statement[this.#mode]();
  }
}
