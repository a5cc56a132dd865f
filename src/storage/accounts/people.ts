import type { Person } from '../../model/entries/entry.ts';
import type { Database, Statement } from '../database/database.ts';

/** Display names of users, for records that refer to users by id. */
export class People {
  readonly #list: Statement<[string], Person>;

  constructor(database: Database) {
    this.#list = database.prepare('SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each(?))');
  }

  /** Finds the users with these ids. Deleted users are not in the result. */
  list(ids: Iterable<number | null>): ReadonlyMap<number, Person> {
    const wanted = new Set<number>();
    for (const id of ids) if (id !== null) wanted.add(id);
    if (wanted.size === 0) return new Map();
    return new Map(this.#list.all(JSON.stringify([...wanted])).map((person) => [person.id, person]));
  }
}
