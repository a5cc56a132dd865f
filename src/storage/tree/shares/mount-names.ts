import { nameKey } from '../../../model/entries/names.ts';
import type { Database, Statement } from '../../database/database.ts';

/** A stored name at the mount root of a user. */
export interface MountName {
  readonly entryId: number;
  readonly name: string;
  /**
   * True if another entry in the user's home has the same name. The shared entry is then shown with a numbered name.
   */
  readonly isDisplaced: boolean;
  /** False while a grant has the name. */
  readonly isEnded: boolean;
}

interface Row {
  entryId: number;
  name: string;
  isDisplaced: 0 | 1;
  isEnded: 0 | 1;
}

const DISPLACED = `EXISTS (SELECT 1 FROM users u JOIN entries e ON e.parent_id = u.home_id
  WHERE u.id = m.user_id AND e.name_key = m.name_key AND e.id <> m.entry_id)`;
const SELECT = `SELECT m.entry_id AS entryId, m.name, ${DISPLACED} AS isDisplaced,
  m.ended_at IS NOT NULL AS isEnded FROM mount_names m`;

/**
 * The names of shared entries at the mount roots of their recipients. A name remains reserved for its entry after the
 * grant has ended, until {@link MountNameTable.deleteEnded} deletes it. One trigger records the end of a grant; another
 * one rejects a grant without a name.
 */
export class MountNameTable {
  readonly #find: Statement<[number, string], Row>;
  readonly #findOf: Statement<[number, number], Row>;
  readonly #list: Statement<[number], Row>;
  readonly #listDisplaced: Statement<[number], Pick<Row, 'entryId' | 'name'>>;
  readonly #upsert: Statement<[number, number, string, string]>;
  readonly #free: Statement<[number, number]>;
  readonly #noteEnd: Statement<[number]>;
  readonly #deleteEnded: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(`${SELECT} WHERE m.user_id = ? AND m.name_key = ?`);
    this.#findOf = database.prepare(`${SELECT} WHERE m.user_id = ? AND m.entry_id = ?`);
    this.#list = database.prepare(`${SELECT} WHERE m.user_id = ?`);
    this.#listDisplaced = database.prepare(
      `SELECT m.entry_id AS entryId, m.name FROM mount_names m WHERE m.user_id = ? AND ${DISPLACED}`,
    );
    this.#upsert = database.prepare(
      `INSERT INTO mount_names (user_id, entry_id, name, name_key) VALUES (?, ?, ?, ?)
       ON CONFLICT (user_id, entry_id)
       DO UPDATE SET name = excluded.name, name_key = excluded.name_key, ended_at = NULL`,
    );
    this.#free = database.prepare(
      'DELETE FROM mount_names WHERE user_id = ? AND entry_id = ? AND ended_at IS NOT NULL',
    );
    this.#noteEnd = database.prepare('UPDATE mount_names SET ended_at = ? WHERE ended_at = 0');
    this.#deleteEnded = database.prepare('DELETE FROM mount_names WHERE ended_at BETWEEN 1 AND ?');
  }

  /** The entry that owns the name, even after its grant has ended; names are compared in NFC. */
  find(userId: number, name: string): MountName | undefined {
    const row = this.#find.get(userId, nameKey(name));
    return row && mountNameFrom(row);
  }

  /** The name of an entry, even after its grant has ended. */
  findOf(userId: number, entryId: number): MountName | undefined {
    const row = this.#findOf.get(userId, entryId);
    return row && mountNameFrom(row);
  }

  /** All names at the mount root of a user by entry id, including those of ended grants. */
  list(userId: number): ReadonlyMap<number, MountName> {
    return new Map(this.#list.all(userId).map((row) => [row.entryId, mountNameFrom(row)]));
  }

  /** The names of shared entries that other entries in the user's home also have, by entry id. */
  listDisplaced(userId: number): ReadonlyMap<number, string> {
    return new Map(this.#listDisplaced.all(userId).map(({ entryId, name }) => [entryId, name]));
  }

  /** Sets the name of an entry. No other entry may own the name. */
  put(userId: number, entryId: number, name: string): void {
    this.#upsert.run(userId, entryId, name, nameKey(name));
  }

  /** Ends the reservation of the name of an entry whose grants have ended. */
  free(userId: number, entryId: number): void {
    this.#free.run(userId, entryId);
  }

  /**
   * Records `now` as the end of grants that have ended since the last call, and deletes names whose grant ended at
   * `until` or earlier. Both times are in milliseconds UTC.
   */
  deleteEnded(now: number, until: number): void {
    this.#noteEnd.run(now);
    this.#deleteEnded.run(until);
  }
}

function mountNameFrom(row: Row): MountName {
  const { entryId, name, isDisplaced, isEnded } = row;
  return { entryId, name, isDisplaced: isDisplaced === 1, isEnded: isEnded === 1 };
}
