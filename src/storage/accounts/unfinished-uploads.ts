import type { Conflict } from '../../model/entries/conflict.ts';
import type { Database, SqlValue, Statement } from '../database/database.ts';

/** Parameters of an upload, sent before its content. */
export interface UploadPlan {
  /** Size of the whole content in bytes. */
  readonly length: number;
  /** Id of the target folder; 0: the home of the user. The folder may no longer exist. */
  readonly folderId: number;
  /** Names of subfolders beneath the target folder. */
  readonly path: readonly string[];
  readonly name: string;
  readonly conflict: Conflict;
  readonly mimeType: string | null;
  /** Modification time of the content, in milliseconds UTC. */
  readonly modifiedAt: number | null;
  /** Comment of the version. */
  readonly comment: string | null;
  /** Expected checksum of the content, in lower-case hexadecimal. */
  readonly sha256: string | null;
  /** Metadata from the client, returned to it unchanged. */
  readonly metadata: string;
}

/** Who sends an upload: a user, or a visitor of a link that the user made. Nobody else can use the upload. */
export interface UploadSender {
  readonly userId: number;
  /** Null: the user. */
  readonly linkId: number | null;
  /** SHA-256 of the secret of the visit; null without a link. */
  readonly visit: string | null;
}

/** An upload whose content arrives in several requests. Times in milliseconds UTC. */
export interface UnfinishedUpload extends UploadPlan, UploadSender {
  readonly id: number;
  /** Bytes received and synced to disk. */
  readonly offset: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The entry that the content was stored in, or skipped for; null while the upload is incomplete. */
  readonly entry: { readonly id: number; readonly kind: 'file' | 'folder' } | null;
  /** True for the upload of a sync client ({@link ChunkedUploadTable}). */
  readonly isChunked: boolean;
}

interface Row {
  id: number;
  user_id: number;
  link_id: number | null;
  visit_sha256: string | null;
  length_bytes: number;
  received_bytes: number;
  folder_id: number;
  path: string;
  name: string;
  conflict: Conflict;
  mime_type: string | null;
  modified_at: number | null;
  comment: string | null;
  sha256: string | null;
  metadata: string;
  created_at: number;
  expires_at: number;
  entry_id: number | null;
  entry_kind: 'file' | 'folder' | null;
  is_chunked: 0 | 1;
}

const SELECT = `SELECT id, user_id, link_id, visit_sha256, length_bytes, received_bytes, folder_id, path, name, conflict,
  mime_type, modified_at, comment, sha256, metadata, created_at, expires_at, entry_id, entry_kind,
  client_id IS NOT NULL AS is_chunked
  FROM unfinished_uploads`;
/** Incomplete uploads of a user, or of all visitors of a link that the user made. */
const OF_SENDER = 'user_id = ? AND link_id IS ? AND entry_id IS NULL';

/** The `unfinished_uploads` table: contents that arrive in several requests. */
export class UnfinishedUploadTable {
  readonly #find: Statement<[number], Row>;
  readonly #list: Statement<[number, number | null], Row>;
  readonly #listFrom: Statement<[number, number], Row>;
  readonly #count: Statement<[number, number | null], { total: number }>;
  readonly #countOfVisit: Statement<[number, string | null], { total: number }>;
  readonly #announced: Statement<[number, number | null, number | null], { bytes: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #setOffset: Statement<[number, number, number]>;
  readonly #finish: Statement<[number, string, number, number]>;
  readonly #forgetOldest: Statement<[number, number | null, number]>;
  readonly #delete: Statement<[number]>;
  readonly #deleteUnfinished: Statement<[number]>;
  readonly #deleteExpired: Statement<[number]>;
  readonly #setBack: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(`${SELECT} WHERE id = ?`);
    this.#list = database.prepare(
      `${SELECT} WHERE ${OF_SENDER} AND client_id IS NULL ORDER BY created_at, id`,
    );
    this.#listFrom = database.prepare(`${SELECT} WHERE entry_id IS NULL AND id > ? ORDER BY id LIMIT ?`);
    this.#count = database.prepare(`SELECT count(*) AS total FROM unfinished_uploads WHERE ${OF_SENDER}`);
    this.#countOfVisit = database.prepare(
      `SELECT count(*) AS total FROM unfinished_uploads
       WHERE link_id = ? AND visit_sha256 = ? AND entry_id IS NULL`,
    );
    this.#announced = database.prepare(
      `SELECT coalesce(sum(length_bytes), 0) AS bytes FROM unfinished_uploads
       WHERE ${OF_SENDER} AND owner_id = ?`,
    );
    this.#insert = database.prepare(
      `INSERT INTO unfinished_uploads (id, user_id, link_id, visit_sha256, owner_id, length_bytes, folder_id, path, name,
         conflict, mime_type, modified_at, comment, sha256, metadata, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#setOffset = database.prepare(
      'UPDATE unfinished_uploads SET received_bytes = ?, expires_at = ? WHERE id = ? AND entry_id IS NULL',
    );
    this.#finish = database.prepare(
      `UPDATE unfinished_uploads SET received_bytes = length_bytes, entry_id = ?, entry_kind = ?, expires_at = ?
       WHERE id = ?`,
    );
    this.#forgetOldest = database.prepare(
      `DELETE FROM unfinished_uploads WHERE id IN (
         SELECT id FROM unfinished_uploads WHERE user_id = ? AND link_id IS ? AND entry_id IS NOT NULL
         ORDER BY expires_at DESC, id DESC LIMIT -1 OFFSET ?)`,
    );
    this.#delete = database.prepare('DELETE FROM unfinished_uploads WHERE id = ?');
    this.#deleteUnfinished = database.prepare(
      'DELETE FROM unfinished_uploads WHERE id = ? AND entry_id IS NULL',
    );
    this.#deleteExpired = database.prepare('DELETE FROM unfinished_uploads WHERE expires_at <= ?');
    this.#setBack = database.prepare('UPDATE unfinished_uploads SET expires_at = expires_at - ?');
  }

  find(id: number): UnfinishedUpload | undefined {
    const row = this.#find.get(id);
    return row && uploadFrom(row);
  }

  /** A user's incomplete uploads, oldest first, without those of visitors of links and of sync clients. */
  list(userId: number): UnfinishedUpload[] {
    return this.#list.all(userId, null).map(uploadFrom);
  }

  /** The incomplete uploads of all users, by id. @param after last id of the previous page */
  listFrom(after: number, limit: number): UnfinishedUpload[] {
    return this.#listFrom.all(after, limit).map(uploadFrom);
  }

  /** Number of incomplete uploads of a user, or of all visitors of a link. */
  count({ userId, linkId }: UploadSender): number {
    return this.#count.get(userId, linkId)?.total ?? 0;
  }

  /** Number of incomplete uploads of a visit. */
  countOfVisit(linkId: number, visit: string | null): number {
    return this.#countOfVisit.get(linkId, visit)?.total ?? 0;
  }

  /** Total size of the uploads that {@link UnfinishedUploadTable.count} counts and this home will store, in bytes. */
  announced({ userId, linkId }: UploadSender, ownerId: number | null): number {
    return ownerId === null ? 0 : (this.#announced.get(userId, linkId, ownerId)?.bytes ?? 0);
  }

  /** @param ownerId owner of the home whose quota the content counts towards */
  insert(
    id: number,
    { userId, linkId, visit }: UploadSender,
    ownerId: number | null,
    plan: UploadPlan,
    times: { readonly createdAt: number; readonly expiresAt: number },
  ): void {
    const { length, folderId, path, name, conflict, mimeType, modifiedAt, comment, sha256, metadata } = plan;
    const place = [folderId, path.join('/'), name, conflict];
    const said = [mimeType, modifiedAt, comment, sha256, metadata];
    const { createdAt, expiresAt } = times;
    const values = [id, userId, linkId, visit, ownerId, length, ...place, ...said, createdAt, expiresAt];
    this.#insert.run(...values);
  }

  /** Has no effect on a complete upload. */
  setOffset(id: number, offset: number, expiresAt: number): void {
    this.#setOffset.run(offset, expiresAt, id);
  }

  /** Records the entry of the content. @param expiresAt time until which the record is kept */
  finish(id: number, entry: { readonly id: number; readonly kind: string }, expiresAt: number): void {
    this.#finish.run(entry.id, entry.kind, expiresAt, id);
  }

  /** Deletes the oldest complete uploads of a user or of a link. @param keep number of complete uploads to keep */
  forgetOldest({ userId, linkId }: UploadSender, keep: number): void {
    this.#forgetOldest.run(userId, linkId, keep);
  }

  delete(id: number): void {
    this.#delete.run(id);
  }

  /** Has no effect on a complete upload. */
  deleteUnfinished(id: number): void {
    this.#deleteUnfinished.run(id);
  }

  deleteExpired(now: number): void {
    this.#deleteExpired.run(now);
  }

  /** Moves the expiry of all uploads back, because the clock was set back. @param by milliseconds */
  setBack(by: number): void {
    this.#setBack.run(by);
  }
}

function uploadFrom(row: Row): UnfinishedUpload {
  return {
    id: row.id,
    userId: row.user_id,
    linkId: row.link_id,
    visit: row.visit_sha256,
    length: row.length_bytes,
    offset: row.received_bytes,
    folderId: row.folder_id,
    path: row.path === '' ? [] : row.path.split('/'),
    name: row.name,
    conflict: row.conflict,
    mimeType: row.mime_type,
    modifiedAt: row.modified_at,
    comment: row.comment,
    sha256: row.sha256,
    metadata: row.metadata,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    entry:
      row.entry_id === null || row.entry_kind === null ? null : { id: row.entry_id, kind: row.entry_kind },
    isChunked: row.is_chunked === 1,
  };
}
