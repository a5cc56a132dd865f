import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { DeadProperty, Document, Entry, Folder, Version } from '../model/entries/entry.ts';
import { codeOf } from '../model/errors/error-code.ts';
import type { OfficePath } from '../model/text/office-path.ts';
import type { Database, Statement } from './database/database.ts';
import { EntryTable, PropertyTable, VersionTable } from './tree/tree.ts';

/** A content is missing, or differs from what was stored. */
export class DamagedContent extends Error {
  /** @param fault completes "the content …" */
  constructor(sha256: string, fault: string, cause?: unknown) {
    super(`the content ${fault} (SHA-256 ${sha256})`, { cause });
    this.name = 'DamagedContent';
  }
}

/** A home folder, with the login name of its owner. */
export interface Home {
  readonly login: string;
  readonly folder: Folder;
}

/** Number of documents, and their total size in bytes. */
export interface Amount {
  readonly documents: number;
  readonly bytes: number;
}

/**
 * Reads folders, documents and their versions without access checks, for the command line. On a live connection each
 * read sees the current state; on a snapshot all reads see the same state.
 */
export class TreeReader {
  readonly #entries: EntryTable;
  readonly #properties: PropertyTable;
  readonly #versions: VersionTable;
  readonly #large: (sha256: string) => Readable;
  readonly #listHomes: Statement<[], { login: string; home_id: number }>;
  readonly #findHome: Statement<[string], number>;
  readonly #findLogin: Statement<[number], string>;
  readonly #findInline: Statement<[string], Buffer | null>;
  readonly #amountOfHeads: Statement<[number], Amount>;
  readonly #amountOfVersions: Statement<[number], Amount>;

  /**
   * @param connection to a database with the current schema; nothing is written
   * @param large opens a content that is stored as a file
   */
  constructor(connection: Pick<Database, 'prepare'>, large: (sha256: string) => Readable) {
    this.#entries = new EntryTable(connection);
    this.#properties = new PropertyTable(connection);
    this.#versions = new VersionTable(connection);
    this.#large = large;
    this.#listHomes = connection.prepare('SELECT login, home_id FROM users ORDER BY login');
    this.#findHome = connection
      .prepare<[string], number>('SELECT home_id FROM users WHERE login = ?')
      .pluck();
    this.#findLogin = connection.prepare<[number], string>('SELECT login FROM users WHERE id = ?').pluck();
    this.#findInline = connection
      .prepare<[string], Buffer | null>('SELECT content FROM blobs WHERE sha256 = ?')
      .pluck();
    const beneath = `WITH RECURSIVE beneath (id) AS (
        VALUES (?) UNION ALL SELECT e.id FROM entries e JOIN beneath b ON e.parent_id = b.id
      ) SELECT count(DISTINCT d.entry_id) AS documents, coalesce(sum(v.size_bytes), 0) AS bytes
      FROM beneath JOIN documents d ON d.entry_id = beneath.id JOIN versions v ON v.document_id = d.entry_id`;
    this.#amountOfHeads = connection.prepare(`${beneath} AND v.number = d.version`);
    this.#amountOfVersions = connection.prepare(beneath);
  }

  /** All homes, ordered by login name. */
  homes(): Home[] {
    return this.#listHomes.all().flatMap(({ login, home_id: id }) => {
      const folder = this.#entries.find(id);
      return folder?.kind === 'folder' ? [{ login, folder }] : [];
    });
  }

  /** All system folders. */
  systemFolders(): Folder[] {
    return this.#entries.listSystem();
  }

  /**
   * The entry at a path.
   * @returns undefined if there is none, and for `/`, which is not an entry
   */
  find({ login, names }: OfficePath): Entry | undefined {
    const [first, ...rest] = names;
    if (login !== undefined) return this.#descend(this.#entries.find(this.#findHome.get(login) ?? 0), names);
    return first === undefined ? undefined : this.#descend(this.#entries.findSystem(first), rest);
  }

  /** An entry by its id, including entries in the trash. */
  entry(id: number): Entry | undefined {
    return this.#entries.find(id);
  }

  /** The direct members of a folder, ordered by the keys of their names. */
  members(folderId: number): Entry[] {
    // One query: the service could rename members between two.
    return this.#entries.listChildren(folderId, '', Number.MAX_SAFE_INTEGER).entries;
  }

  /** The versions of a document, oldest first. */
  versions(documentId: number): Version[] {
    return this.#versions.list(documentId, this.#versions.count(documentId), 0).reverse();
  }

  /** The login name of a user; undefined if the account no longer exists. */
  loginOf(userId: number): string | undefined {
    return this.#findLogin.get(userId);
  }

  /** The dead properties of an entry. */
  properties(entryId: number): DeadProperty[] {
    return this.#properties.list(entryId);
  }

  /**
   * Counts the documents in an entry and its descendants.
   * @param withVersions false: counts the bytes of the newest versions only
   */
  amount(entryId: number, withVersions: boolean): Amount {
    const statement = withVersions ? this.#amountOfVersions : this.#amountOfHeads;
    return statement.get(entryId) ?? { documents: 0, bytes: 0 };
  }

  /**
   * The bytes of a content.
   * @throws {DamagedContent} after the last chunk if the hash differs; immediately if a chunk cannot be read
   */
  async *content({ sha256 }: Pick<Document | Version, 'sha256'>): AsyncGenerator<Buffer, void> {
    const hash = createHash('sha256');
    for await (const chunk of this.#bytes(sha256)) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') !== sha256) throw new DamagedContent(sha256, 'is damaged');
  }

  async *#bytes(sha256: string): AsyncGenerator<Buffer, void> {
    const inline = this.#findInline.get(sha256);
    if (inline === undefined) throw new DamagedContent(sha256, 'is missing');
    if (inline !== null) {
      yield inline;
      return;
    }
    const file = this.#large(sha256);
    try {
      const chunks: AsyncIterable<unknown> = file;
      for await (const chunk of chunks) if (Buffer.isBuffer(chunk)) yield chunk;
    } catch (error) {
      throw new DamagedContent(sha256, faultOf(error), error);
    } finally {
      file.destroy();
    }
  }

  #descend(top: Entry | undefined, names: readonly string[]): Entry | undefined {
    let entry = top;
    for (const name of names) {
      if (entry?.kind !== 'folder') return undefined;
      entry = this.#entries.findChild(entry.id, name);
    }
    return entry;
  }
}

function faultOf(error: unknown): string {
  const code = codeOf(error) ?? String(error);
  return code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`;
}
