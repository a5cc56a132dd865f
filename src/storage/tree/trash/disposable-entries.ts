import type { Database, Statement } from '../../database/database.ts';
import { SubtreeIds } from '../subtrees/subtree-ids.ts';
import { SUBTREE } from '../subtrees/subtrees.ts';

/** Queries for data that would be lost if an entry were permanently deleted (docs/build/webdav-clients.md). */
export class DisposableEntries {
  readonly #hasMoreThanContent: Statement<[number], { found: number }>;
  readonly #ids: SubtreeIds;
  readonly #listCreators: Statement<[string], number | null>;
  readonly #listContents: Statement<[number], { name: string; sha256: string }>;
  readonly #listHolders: Statement<[string], { id: number }>;

  constructor(database: Database) {
    this.#hasMoreThanContent = database.prepare(
      `${SUBTREE} SELECT 1 AS found FROM subtree s JOIN documents d ON d.entry_id = s.id
       WHERE d.title IS NOT NULL OR d.comments <> ''
         OR (SELECT count(*) FROM versions v WHERE v.document_id = s.id) > 1
         OR EXISTS (SELECT 1 FROM shares h WHERE h.entry_id = s.id)
         OR EXISTS (SELECT 1 FROM departures p WHERE p.document_id = s.id) LIMIT 1`,
    );
    this.#ids = new SubtreeIds(database);
    this.#listCreators = database
      .prepare<[string], number | null>(
        'SELECT created_by FROM entries WHERE id IN (SELECT value FROM json_each(?))',
      )
      .pluck();
    this.#listContents = database.prepare(
      `${SUBTREE} SELECT e.name, v.sha256 FROM subtree s CROSS JOIN versions v ON v.document_id = s.id
         CROSS JOIN entries e ON e.id = s.id WHERE v.size_bytes > 0`,
    );
    this.#listHolders = database.prepare(
      'SELECT DISTINCT document_id AS id FROM versions WHERE sha256 = ? LIMIT 100',
    );
  }

  /**
   * True if the entry or a descendant is a document with more than content: a title, comments, its own share, more than
   * one version, or a name that it vacated while a program saved it.
   */
  hasMoreThanContent(entryId: number): boolean {
    return this.#hasMoreThanContent.get(entryId) !== undefined;
  }

  /** Creators of an entry and its descendants, for at most `limit` entries; null for a deleted user. */
  listCreators(entryId: number, limit: number): (number | null)[] {
    return this.#listCreators.all(JSON.stringify(this.#ids.list(entryId, limit)));
  }

  /** SHA-256 of each non-empty version of an entry and its descendants, with the name of its document. */
  listContents(entryId: number): { name: string; sha256: string }[] {
    return this.#listContents.all(entryId);
  }

  /** Ids of at most 100 documents that have any version with this content. */
  listHolders(sha256: string): number[] {
    return this.#listHolders.all(sha256).map(({ id }) => id);
  }
}
