import type { Database, Statement } from '../database.ts';
import { SUBTREE } from './subtrees.ts';

/** What would be lost with entries. */
export class DisposableEntries {
  readonly #any: Statement<[number], { found: number }>;
  readonly #listCreators: Statement<[number, number], { created_by: number | null }>;
  readonly #listContents: Statement<[number], { name: string; sha256: string }>;
  readonly #listHolders: Statement<[string], { id: number }>;

  constructor(database: Database) {
    this.#any = database.prepare(
      `${SUBTREE} SELECT 1 AS found FROM subtree s JOIN documents d ON d.entry_id = s.id
       WHERE d.title IS NOT NULL OR d.comments <> ''
         OR (SELECT count(*) FROM versions v WHERE v.document_id = s.id) > 1
         OR EXISTS (SELECT 1 FROM shares h WHERE h.entry_id = s.id)
         OR EXISTS (SELECT 1 FROM departures p WHERE p.document_id = s.id) LIMIT 1`,
    );
    this.#listCreators = database.prepare(
      `${SUBTREE} SELECT e.created_by FROM subtree s CROSS JOIN entries e ON e.id = s.id LIMIT ?`,
    );
    this.#listContents = database.prepare(
      `${SUBTREE} SELECT e.name, v.sha256 FROM subtree s CROSS JOIN versions v ON v.document_id = s.id
         CROSS JOIN entries e ON e.id = s.id WHERE v.size_bytes > 0`,
    );
    this.#listHolders = database.prepare(
      'SELECT DISTINCT document_id AS id FROM versions WHERE sha256 = ? LIMIT 100',
    );
  }

  /** True when the entry is or holds a document with more to lose than its content: a history, words, a share. */
  hasMoreThanContent(entryId: number): boolean {
    return this.#any.get(entryId) !== undefined;
  }

  /** Who made the entry and each beneath it, up to `limit` of them; null: somebody who is gone. */
  listCreators(entryId: number, limit: number): (number | null)[] {
    return this.#listCreators.all(entryId, limit).map((row) => row.created_by);
  }

  /** Each content in it, but for empty ones, with the name of the document that has it. */
  listContents(entryId: number): { name: string; sha256: string }[] {
    return this.#listContents.all(entryId);
  }

  /** Ids of documents that have or had a content: the first hundred. */
  listHolders(sha256: string): number[] {
    return this.#listHolders.all(sha256).map(({ id }) => id);
  }
}
