import type { Head } from '../../model/entries/entry.ts';
import type { Database, SqlValue, Statement } from '../database/database.ts';

/** The document that the content of an upload was stored in. */
export interface StoredUpload {
  readonly outcome: 'created' | 'replaced' | 'unchanged';
  /** The version that was stored. The document may have newer ones. */
  readonly head: Head;
}

/** An upload of a sync client. Its content arrives in chunks. Times in milliseconds UTC. */
export interface ChunkedUpload {
  readonly id: number;
  /** Owner of the home whose quota the content counts towards; null for a system folder. */
  readonly ownerId: number | null;
  /** Bytes of the complete chunks. */
  readonly offset: number;
  /** Announced length. Without one, the bytes that have been confirmed, also while the last chunk is sent again. */
  readonly length: number;
  /** Announced length in bytes; null if the client announced none. */
  readonly total: number | null;
  /** Names from the mount root of the user; empty while the destination is not known. */
  readonly destination: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Null while the upload is incomplete. */
  readonly stored: StoredUpload | null;
}

/** A complete chunk of an upload. */
export interface UploadChunk {
  /** Position among the chunks, from 1. */
  readonly number: number;
  /** Name that the client chose. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

interface Row {
  id: number;
  owner_id: number | null;
  received_bytes: number;
  length_bytes: number;
  total_bytes: number | null;
  path: string;
  created_at: number;
  expires_at: number;
  entry_id: number | null;
  outcome: StoredUpload['outcome'] | null;
  version: number | null;
  sha256: string | null;
  modified_at: number | null;
}

/** Uploads of sync clients: rows of the table `unfinished_uploads` with a `client_id`, and their `upload_chunks`. */
export class ChunkedUploadTable {
  readonly #find: Statement<[number, string], Row>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #setReceived: Statement<[number, number, number, string, number | null, number]>;
  readonly #finish: Statement<SqlValue[]>;
  readonly #chunks: Statement<[number], UploadChunk>;
  readonly #lastChunk: Statement<[number], UploadChunk>;
  readonly #insertChunk: Statement<[number, number, string, number]>;
  readonly #deleteChunk: Statement<[number, number]>;
  readonly #deleteChunks: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(
      `SELECT id, owner_id, received_bytes, length_bytes, total_bytes, path, created_at, expires_at, entry_id, outcome,
         version, sha256, modified_at
       FROM unfinished_uploads WHERE user_id = ? AND client_id = ?`,
    );
    this.#insert = database.prepare(
      `INSERT INTO unfinished_uploads (id, user_id, owner_id, client_id, length_bytes, total_bytes, folder_id, path, name,
         conflict, metadata, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, 0, ?, '', 'version', '', ?, ?)`,
    );
    this.#setReceived = database.prepare(
      `UPDATE unfinished_uploads SET received_bytes = ?, length_bytes = max(coalesce(total_bytes, 0), ?),
         expires_at = ?, path = ?, owner_id = ?
       WHERE id = ? AND entry_id IS NULL`,
    );
    this.#finish = database.prepare(
      `UPDATE unfinished_uploads SET length_bytes = received_bytes, entry_id = ?, entry_kind = 'file', outcome = ?,
         version = ?, sha256 = ?, modified_at = ?, path = ?, expires_at = ?
       WHERE id = ?`,
    );
    const chunks = 'SELECT number, name, size_bytes AS size FROM upload_chunks WHERE upload_id = ?';
    this.#chunks = database.prepare(`${chunks} ORDER BY number`);
    this.#lastChunk = database.prepare(`${chunks} ORDER BY number DESC LIMIT 1`);
    this.#insertChunk = database.prepare(
      'INSERT INTO upload_chunks (upload_id, number, name, size_bytes) VALUES (?, ?, ?, ?)',
    );
    this.#deleteChunk = database.prepare('DELETE FROM upload_chunks WHERE upload_id = ? AND number = ?');
    this.#deleteChunks = database.prepare('DELETE FROM upload_chunks WHERE upload_id = ?');
  }

  /** The upload for which the user's client has chosen this id, complete or not. */
  find(userId: number, clientId: string): ChunkedUpload | undefined {
    const row = this.#find.get(userId, clientId);
    return row && uploadFrom(row);
  }

  insert(
    upload: Omit<ChunkedUpload, 'offset' | 'length' | 'stored'> & {
      readonly userId: number;
      readonly clientId: string;
    },
  ): void {
    const { id, userId, ownerId, clientId, total, destination, createdAt, expiresAt } = upload;
    const path = destination.join('/');
    this.#insert.run(id, userId, ownerId, clientId, total ?? 0, total, path, createdAt, expiresAt);
  }

  /** Records which bytes count. Has no effect on a complete upload. */
  setReceived(
    id: number,
    upload: Pick<ChunkedUpload, 'offset' | 'length' | 'destination' | 'expiresAt' | 'ownerId'>,
  ): void {
    const { offset, length, destination, expiresAt, ownerId } = upload;
    this.#setReceived.run(offset, length, expiresAt, destination.join('/'), ownerId, id);
  }

  /** Records where the content was stored, and forgets the chunks. @param expiresAt time until which the record is kept */
  finish(
    id: number,
    { outcome, head }: StoredUpload,
    { destination, expiresAt }: Pick<ChunkedUpload, 'destination' | 'expiresAt'>,
  ): void {
    const { version, sha256, modifiedAt } = head;
    this.#finish.run(head.id, outcome, version, sha256, modifiedAt, destination.join('/'), expiresAt, id);
    this.#deleteChunks.run(id);
  }

  /** The complete chunks of an upload, in their order. */
  chunks(id: number): UploadChunk[] {
    return this.#chunks.all(id);
  }

  lastChunk(id: number): UploadChunk | undefined {
    return this.#lastChunk.get(id);
  }

  insertChunk(id: number, { number, name, size }: UploadChunk): void {
    this.#insertChunk.run(id, number, name, size);
  }

  deleteChunk(id: number, number: number): void {
    this.#deleteChunk.run(id, number);
  }
}

function uploadFrom(row: Row): ChunkedUpload {
  return {
    id: row.id,
    ownerId: row.owner_id,
    offset: row.received_bytes,
    length: row.length_bytes,
    total: row.total_bytes,
    destination: row.path === '' ? [] : row.path.split('/'),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    stored: storedIn(row),
  };
}

function storedIn({
  entry_id: id,
  outcome,
  version,
  sha256,
  modified_at: modifiedAt,
}: Row): StoredUpload | null {
  if (id === null || outcome === null || version === null || sha256 === null || modifiedAt === null)
    return null;
  return { outcome, head: { id, version, sha256, modifiedAt } };
}
