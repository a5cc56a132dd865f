import { statSync } from 'node:fs';
import type { Database } from './database/database.ts';

/** Counts of all stored objects. */
export interface Statistics {
  readonly users: number;
  /** Administrators whose accounts are not disabled. */
  readonly administrators: number;
  readonly folders: number;
  readonly documents: number;
  readonly versions: number;
  /** Entries in the trash; a folder with its members counts once. */
  readonly deletions: number;
  /** E-mails that the mail server has not accepted yet. */
  readonly mails_waiting: number;
  /** Total size of all blobs in bytes; each blob is counted once. */
  readonly bytes: number;
}

/** SQL: counts all stored objects. Reads whole tables, so the run time grows with the database. */
export const COUNTS = `SELECT (SELECT count(*) FROM users) AS users,
       (SELECT count(*) FROM users WHERE is_admin = 1 AND is_disabled = 0) AS administrators,
       (SELECT count(*) FROM entries WHERE is_folder = 1) AS folders,
       (SELECT count(*) FROM documents) AS documents,
       (SELECT count(*) FROM versions) AS versions,
       (SELECT count(*) FROM trash) AS deletions,
       (SELECT count(*) FROM mails) AS mails_waiting,
       (SELECT coalesce(sum(size_bytes), 0) FROM blobs) AS bytes`;

/** Runs {@link COUNTS}. */
export function countAll(database: Database): Statistics {
  const row = database.prepare<[], Statistics>(COUNTS).get();
  if (!row) throw new Error('SELECT without FROM returned no row');
  return row;
}

/** Size of the database file and its write-ahead log, in bytes. */
export function databaseBytes({ file }: Database): number {
  const sizes = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
