import type BetterSqlite from 'better-sqlite3';
import { withFixedPlan } from './fixed-plan.ts';

/** How a statement returns rows: as objects, their first columns, or arrays. */
type Rows = 'objects' | 'pluck' | 'raw';

/**
 * A statement that SQLite compiles when it is first run, with the types of its parameters and rows. The service has 250
 * statements, of which a command and most requests use few.
 */
export class Statement<Parameters extends unknown[], Row = unknown> {
  readonly #sqlite: BetterSqlite.Database;
  readonly #sql: string;
  readonly #rows: Rows;
  #compiled: BetterSqlite.Statement<Parameters, Row> | undefined;

  /** @param sql its plan will not depend on its parameter values */
  constructor(sqlite: BetterSqlite.Database, sql: string, rows: Rows = 'objects') {
    this.#sqlite = sqlite;
    this.#sql = sql;
    this.#rows = rows;
  }

  /** @returns the statement that reads only the first column of each row */
  pluck(): Statement<Parameters, Row> {
    return new Statement(this.#sqlite, this.#sql, 'pluck');
  }

  /** @returns the statement that reads rows as arrays */
  raw(): Statement<Parameters, Row> {
    return new Statement(this.#sqlite, this.#sql, 'raw');
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
    return this.#rows === 'objects' ? statement : statement[this.#rows]();
  }
}
