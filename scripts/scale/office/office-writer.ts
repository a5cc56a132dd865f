import { createHash } from 'node:crypto';
import type BetterSqlite from 'better-sqlite3';
import { nameKey, sortKey, splitExtension } from '../../../src/model/entries/names.ts';
import { type DocumentText, MIME_TYPES } from './vocabulary.ts';

/** A user, and the totals of the user's home, including the trash. */
export interface Home {
  readonly userId: number;
  readonly id: number;
  entries: number;
  bytes: number;
}

/** A deletion. */
export interface Deleted {
  /** The former parent folder. */
  readonly parentId: number;
  /** The former path. */
  readonly path: string;
  /** Milliseconds UTC. */
  readonly at: number;
}

/** Properties in which a document differs from an ordinary one. */
interface DocumentOptions {
  readonly deleted?: Deleted;
  /** True: no other document has this content. */
  readonly isUnique?: boolean;
  /** Size of the content; default: about twenty bytes. */
  readonly bytes?: number;
}

/** Number of consecutive ordinary documents with the same content. */
const SHARERS = 4;
/** One in this many documents has several versions. */
const WITH_HISTORY = 10;
const MOST_VERSIONS = 5;

type Values = Record<string, string | number | Buffer | null>;

/**
 * Writes the rows of folders and documents as the service does, except the search index and the activity log. Counts
 * the totals of each home.
 */
export class OfficeWriter {
  readonly #sqlite: BetterSqlite.Database;
  readonly #clock: { at: number; readonly stepMs: number };
  readonly #insertEntry: BetterSqlite.Statement<[Values]>;
  readonly #insertDocument: BetterSqlite.Statement<[Values]>;
  readonly #insertVersion: BetterSqlite.Statement<[Values]>;
  readonly #insertBlob: BetterSqlite.Statement<[Values]>;
  readonly #insertTrash: BetterSqlite.Statement<[Values]>;
  readonly #lastId: BetterSqlite.Statement<[], number>;
  #nextId: number;
  #documents = 0;
  #uses = 0;
  #contents = 0;
  #last = { sha256: '', size: 0 };

  /** @param clock time of the first row, in milliseconds UTC, and the interval between rows */
  constructor(sqlite: BetterSqlite.Database, clock: { readonly at: number; readonly stepMs: number }) {
    this.#sqlite = sqlite;
    this.#clock = { ...clock };
    this.#lastId = sqlite.prepare<[], number>('SELECT coalesce(max(id), 0) FROM entries').pluck();
    this.#nextId = (this.#lastId.get() ?? 0) + 1;
    this.#insertEntry = sqlite.prepare(
      `INSERT INTO entries (id, parent_id, root_kind, owner_id, is_folder, name, name_key, sort_key,
         created_at, updated_at, created_by, updated_by)
       VALUES (:id, :parent, :rootKind, :owner, :isFolder, :name, :key, :sort, :at, :at, :by, :by)`,
    );
    this.#insertDocument = sqlite.prepare(
      `INSERT INTO documents (entry_id, version, title, comments, modified_at)
       VALUES (:id, :versions, :title, :comments, :at)`,
    );
    this.#insertVersion = sqlite.prepare(
      `INSERT INTO versions (document_id, number, sha256, size_bytes, mime_type, author_id, created_at)
       VALUES (:id, :number, :sha256, :size, :type, :by, :at)`,
    );
    this.#insertBlob = sqlite.prepare(
      'INSERT INTO blobs (sha256, size_bytes, created_at, content) VALUES (:sha256, :size, :at, :content)',
    );
    this.#insertTrash = sqlite.prepare(
      `INSERT INTO trash (entry_id, parent_id, owner_id, was_root, path, deleted_at, deleted_by)
       VALUES (:id, :parent, :by, 0, :path, :at, :by)`,
    );
  }

  get documents(): number {
    return this.#documents;
  }

  /** Creates the home of a user. The user's row may be written later. */
  home(userId: number): Home {
    const id = this.#entry(
      { parent: null, rootKind: 'home', owner: userId, isFolder: 1, by: userId },
      'Home',
    );
    return { userId, id, entries: 0, bytes: 0 };
  }

  /** @returns the id of the folder */
  folder(home: Home, parentId: number, name: string, deleted?: Deleted): number {
    home.entries += 1;
    const id = this.#entry({ ...this.#place(parentId, deleted), isFolder: 1, by: home.userId }, name);
    if (deleted) this.#delete(home, id, deleted);
    return id;
  }

  /** One document in ten has up to five versions. @returns the id of the document */
  document(home: Home, parentId: number, text: DocumentText, options: DocumentOptions = {}): number {
    const { name, title, comments } = text;
    const { deleted } = options;
    home.entries += 1;
    const by = home.userId;
    const id = this.#entry({ ...this.#place(parentId, deleted), isFolder: 0, by }, name);
    const versions = this.#versionsOfNext();
    const { at } = this.#clock;
    this.#insertDocument.run({ id, versions, title, comments, at });
    const type = MIME_TYPES[splitExtension(name)[1].slice(1)] ?? 'application/octet-stream';
    for (let number = 1; number <= versions; number += 1) {
      const { sha256, size } = this.#content(options);
      home.bytes += size;
      this.#insertVersion.run({ id, number, sha256, size, type, by, at });
    }
    if (deleted) this.#delete(home, id, deleted);
    return id;
  }

  /** Stores the totals of the homes. Call this at the end. */
  countUsage(homes: readonly Home[]): void {
    const update = this.#sqlite.prepare<[number, number, number, number]>(
      'UPDATE users SET home_id = ?, used_entries = ?, used_bytes = ? WHERE id = ?',
    );
    for (const { userId, id, entries, bytes } of homes) update.run(id, entries, bytes, userId);
  }

  #place(parentId: number, deleted: Deleted | undefined): Values {
    const isDeleted = deleted !== undefined;
    return { parent: isDeleted ? null : parentId, rootKind: isDeleted ? 'trash' : null, owner: null };
  }

  #entry(values: Values, name: string): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#clock.at += this.#clock.stepMs;
    const { at } = this.#clock;
    this.#insertEntry.run({ ...values, id, name, key: nameKey(name), sort: sortKey(name), at });
    return id;
  }

  #delete({ userId }: Home, id: number, { parentId, path, at }: Deleted): void {
    this.#insertTrash.run({ id, parent: parentId, by: userId, path, at });
  }

  #versionsOfNext(): number {
    const number = this.#documents;
    this.#documents += 1;
    if (number % WITH_HISTORY !== 0) return 1;
    return 2 + (Math.floor(number / WITH_HISTORY) % (MOST_VERSIONS - 1));
  }

  #content({ isUnique = false, bytes }: DocumentOptions): { readonly sha256: string; readonly size: number } {
    if (isUnique || bytes !== undefined) return this.#newContent(bytes);
    if (this.#uses % SHARERS === 0) this.#last = this.#newContent();
    this.#uses += 1;
    return this.#last;
  }

  #newContent(bytes?: number): { sha256: string; size: number } {
    this.#contents += 1;
    const text = `content ${String(this.#contents)}\n`;
    const content = bytes === undefined ? Buffer.from(text) : Buffer.alloc(bytes, text);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const size = content.length;
    this.#insertBlob.run({ sha256, size, at: this.#clock.at, content });
    return { sha256, size };
  }
}
