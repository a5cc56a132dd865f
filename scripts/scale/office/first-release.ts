import type BetterSqlite from 'better-sqlite3';
import { nameKey, sortKey } from '../../../src/model/entries/names.ts';

/** The last schema migration of release 0.1. */
export const FIRST_RELEASE = '0006-activity';

const USERS = 20;
const DOCUMENTS_PER_FOLDER = 100;
const AT = Date.UTC(2026, 0, 1);
const ENTRY =
  'INSERT INTO entries (id, parent_id, is_folder, name, name_key, sort_key, created_at, updated_at, created_by)';

/** SQL expressions for the rows `n` of `numbers`. */
const OWNER = `n % ${String(USERS)} + 1`;
const SHA256 = `printf('%064x', n)`;
const names = (name: string): string => `${name}, name_key(${name}), sort_key(${name})`;

/**
 * Writes an office with the schema of {@link FIRST_RELEASE}: users with homes, folders in these, documents with one to
 * three versions of 12 bytes, and one activity record per document.
 */
export function writeFirstRelease(sqlite: BetterSqlite.Database, documents: number): void {
  sqlite.function('name_key', { deterministic: true }, (name) => nameKey(String(name)));
  sqlite.function('sort_key', { deterministic: true }, (name) => sortKey(String(name)));
  const folders = Math.ceil(documents / DOCUMENTS_PER_FOLDER);
  writeFolders(sqlite, folders);
  writeDocuments(sqlite, documents, {
    id: `n + ${String(USERS + folders)}`,
    folder: `n % ${String(folders)} + ${String(1 + USERS)}`,
  });
  sqlite.exec(`UPDATE users SET used_bytes = (SELECT coalesce(sum(v.size_bytes), 0)
    FROM entries f JOIN entries e ON e.parent_id = f.id JOIN versions v ON v.document_id = e.id WHERE f.parent_id = home_id)`);
}

function writeFolders(sqlite: BetterSqlite.Database, folders: number): void {
  insert(
    sqlite,
    USERS,
    'INSERT INTO users (id, login, name, email, password_hash, home_id, created_at, updated_at)',
    `n, 'user' || n, 'User ' || n, 'user' || n || '@example.org', '-', n, ${String(AT)}, ${String(AT)}`,
  );
  insert(
    sqlite,
    USERS,
    'INSERT INTO entries (id, root_kind, owner_id, is_folder, name, name_key, sort_key, created_at, updated_at)',
    `n, 'home', n, 1, ${names("'user' || n")}, ${String(AT)}, ${String(AT)}`,
  );
  insert(
    sqlite,
    folders,
    ENTRY,
    `n + ${String(USERS)}, ${OWNER}, 1, ${names("'Folder ' || n")}, ${String(AT)}, ${String(AT)}, ${OWNER}`,
  );
}

/** @param of expressions: the id of the document `n`, and the id of its folder */
function writeDocuments(
  sqlite: BetterSqlite.Database,
  documents: number,
  { id, folder }: { readonly id: string; readonly folder: string },
): void {
  const of = (into: string, values: string): void => insert(sqlite, documents, `INSERT INTO ${into}`, values);
  const name = names("'Letter of case ' || n || '.txt'");
  insert(sqlite, documents, ENTRY, `${id}, ${folder}, 0, ${name}, ${String(AT)}, ${String(AT)}, ${OWNER}`);
  of(
    'blobs (sha256, size_bytes, created_at, content)',
    `${SHA256}, 12, ${String(AT)}, CAST(printf('%012d', n) AS BLOB)`,
  );
  of(
    'documents (entry_id, version, title, modified_at)',
    `${id}, n % 3 + 1, 'About case ' || n, ${String(AT)}`,
  );
  for (const number of ['1', '2', '3'])
    of(
      'versions (document_id, number, sha256, size_bytes, mime_type, author_id, created_at)',
      `${id}, ${number}, ${SHA256}, 12, 'text/plain', ${OWNER}, ${String(AT)} FROM numbers WHERE n % 3 + 1 >= ${number}`,
    );
  of(
    'activities (action, user_id, user_login, user_name, at, details, entry_id, is_folder, place_id)',
    `'document.created', ${OWNER}, 'user', 'User', ${String(AT)}, '{}', ${id}, 0, ${folder}`,
  );
}

/** Inserts `values` for each `n` from 1 to `last`. @param values expressions, optionally with `FROM numbers WHERE …` */
function insert(sqlite: BetterSqlite.Database, last: number, into: string, values: string): void {
  const from = values.includes(' FROM ') ? '' : ' FROM numbers';
  sqlite.exec(`${into} WITH RECURSIVE numbers (n) AS
    (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${String(last)}) SELECT ${values}${from}`);
}
