import type { Database, Statement } from './database/database.ts';

/**
 * Holds that keep the sweep from deleting contents (table `sweep_holds`). A holder can be another process, which can
 * crash. Therefore each hold expires unless its holder renews it.
 */
export class SweepHolds {
  readonly #insert: Statement<[string, number]>;
  readonly #renew: Statement<[number, number, number]>;
  readonly #delete: Statement<[number]>;
  readonly #deleteEnded: Statement<[number]>;
  readonly #areActive: Statement<[number], number>;
  readonly #exist: Statement<[], number>;

  constructor(database: Database) {
    this.#insert = database.prepare('INSERT INTO sweep_holds (holder, expires_at) VALUES (?, ?)');
    this.#renew = database.prepare('UPDATE sweep_holds SET expires_at = ? WHERE id = ? AND expires_at > ?');
    this.#delete = database.prepare('DELETE FROM sweep_holds WHERE id = ?');
    this.#deleteEnded = database.prepare('DELETE FROM sweep_holds WHERE expires_at <= ?');
    this.#areActive = database
      .prepare<[number], number>('SELECT EXISTS (SELECT 1 FROM sweep_holds WHERE expires_at > ?)')
      .pluck();
    this.#exist = database.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM sweep_holds)').pluck();
  }

  /**
   * Adds a hold.
   * @param holder name of the holder, for administrators who read the table
   * @param until expiry, in milliseconds UTC
   * @returns id of the hold
   */
  insert(holder: string, until: number): number {
    return Number(this.#insert.run(holder, until).lastInsertRowid);
  }

  /**
   * Extends a hold.
   * @param until new expiry, in milliseconds UTC
   * @returns false if the hold has already expired: the sweep may have run since
   */
  renew(id: number, until: number, now: number): boolean {
    return this.#renew.run(until, id, now).changes > 0;
  }

  delete(id: number): void {
    this.#delete.run(id);
  }

  /** Deletes expired holds of crashed holders. */
  deleteEnded(now: number): void {
    this.#deleteEnded.run(now);
  }

  /** True while an unexpired hold exists: the sweep must not delete anything. */
  areActive(now: number): boolean {
    return this.#areActive.get(now) === 1;
  }

  /** True if any hold is stored, including expired ones that are not deleted yet. */
  exist(): boolean {
    return this.#exist.get() === 1;
  }
}
