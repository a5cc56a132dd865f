import type { Database } from './database.ts';

/** How much there is. */
export interface Statistics {
  readonly users: number;
  /** Of those, administrators who can sign in. */
  readonly administrators: number;
  readonly folders: number;
  readonly documents: number;
  readonly versions: number;
  readonly deletions: number;
  /** Letters that the mail server has not taken yet. */
  readonly mails_waiting: number;
  /** Bytes of all blobs, each counted once. */
  readonly bytes: number;
}

/** Counts everything; costs by the size of the database. */
export function countAll(database: Database): Statistics {
  const statement = database.prepare<[], Statistics>(
    `SELECT (SELECT count(*) FROM users) AS users,
       (SELECT count(*) FROM users WHERE is_admin = 1 AND is_disabled = 0) AS administrators,
       (SELECT count(*) FROM entries WHERE is_folder = 1) AS folders,
       (SELECT count(*) FROM documents) AS documents,
       (SELECT count(*) FROM versions) AS versions,
       (SELECT count(*) FROM trash) AS deletions,
       (SELECT count(*) FROM mails) AS mails_waiting,
       (SELECT coalesce(sum(size_bytes), 0) FROM blobs) AS bytes`,
  );
  const row = statement.get();
  if (!row) throw new Error('SELECT without FROM gave no row');
  return row;
}
