import type { Database, Statement } from '../../database/database.ts';

/** The `documents` table: columns that documents have and folders do not. */
export class DocumentTable {
  readonly #insert: Statement<[number, number, string | null, number]>;
  readonly #updateText: Statement<[string | null, string, number]>;
  readonly #updateHead: Statement<[number, number, number]>;
  readonly #updateModified: Statement<[number, number]>;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT INTO documents (entry_id, version, title, modified_at) VALUES (?, ?, ?, ?)',
    );
    this.#updateText = database.prepare('UPDATE documents SET title = ?, comments = ? WHERE entry_id = ?');
    this.#updateHead = database.prepare(
      'UPDATE documents SET version = ?, modified_at = ? WHERE entry_id = ?',
    );
    this.#updateModified = database.prepare('UPDATE documents SET modified_at = ? WHERE entry_id = ?');
  }

  /** The row of the head version may be inserted later in the same transaction. @param modifiedAt milliseconds UTC */
  insert(entryId: number, version: number, title: string | null, modifiedAt: number): void {
    this.#insert.run(entryId, version, title, modifiedAt);
  }

  /** @param title null: the title follows the name */
  updateText(entryId: number, title: string | null, comments: string): void {
    this.#updateText.run(title, comments, entryId);
  }

  /** Makes `version` the head. @param modifiedAt milliseconds UTC */
  updateHead(entryId: number, version: number, modifiedAt: number): void {
    this.#updateHead.run(version, modifiedAt, entryId);
  }

  /** @param modifiedAt milliseconds UTC */
  updateModified(entryId: number, modifiedAt: number): void {
    this.#updateModified.run(modifiedAt, entryId);
  }
}
