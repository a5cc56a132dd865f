import type { DeadProperty } from '../../model/entries/entry.ts';
import type { Database, Statement } from '../database/database.ts';

/** Dead properties (RFC 4918 §4) of entries. */
export class PropertyTable {
  readonly #list: Statement<[number], DeadProperty>;
  readonly #listOfEntries: Statement<[string], DeadProperty & { entry_id: number }>;
  readonly #size: Statement<[number], { size: number }>;
  readonly #upsert: Statement<[number, string, string, string]>;
  readonly #delete: Statement<[number, string, string]>;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#list = database.prepare('SELECT namespace, name, xml FROM properties WHERE entry_id = ?');
    this.#listOfEntries = database.prepare(
      `SELECT entry_id, namespace, name, xml FROM properties
       WHERE entry_id IN (SELECT value FROM json_each(?))`,
    );
    this.#size = database.prepare(
      `SELECT coalesce(sum(octet_length(namespace) + octet_length(name) + octet_length(xml)), 0) AS size
       FROM properties WHERE entry_id = ?`,
    );
    this.#upsert = database.prepare(
      `INSERT INTO properties (entry_id, namespace, name, xml) VALUES (?, ?, ?, ?)
       ON CONFLICT (entry_id, namespace, name) DO UPDATE SET xml = excluded.xml`,
    );
    this.#delete = database.prepare(
      'DELETE FROM properties WHERE entry_id = ? AND namespace = ? AND name = ?',
    );
  }

  list(entryId: number): DeadProperty[] {
    return this.#list.all(entryId);
  }

  /** The properties by entry id. Entries without properties are omitted. */
  listOfEntries(entryIds: readonly number[]): Map<number, DeadProperty[]> {
    const byEntry = new Map<number, DeadProperty[]>();
    for (const { entry_id: entryId, namespace, name, xml } of this.#listOfEntries.all(
      JSON.stringify(entryIds),
    )) {
      const properties = byEntry.get(entryId);
      if (properties) properties.push({ namespace, name, xml });
      else byEntry.set(entryId, [{ namespace, name, xml }]);
    }
    return byEntry;
  }

  /** Bytes of all properties of an entry: namespace, name and XML, in UTF-8. */
  size(entryId: number): number {
    return this.#size.get(entryId)?.size ?? 0;
  }

  upsert(entryId: number, property: DeadProperty): void {
    this.#upsert.run(entryId, property.namespace, property.name, property.xml);
  }

  delete(entryId: number, namespace: string, name: string): void {
    this.#delete.run(entryId, namespace, name);
  }
}
