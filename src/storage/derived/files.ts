import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { codeOf } from '../../model/errors/error-code.ts';
import {
  connectReader,
  FEW_PAGES_KIB,
  keepPages,
  MANY_PAGES_KIB,
  prepared,
} from '../connection/connection.ts';
import { COLUMNS } from './search/match-expression.ts';

/**
 * Version of the tables below; increment it with every change. Files of another format are emptied, except
 * {@link UPGRADED}.
 */
const FORMAT = 2;
/**
 * Format of release 0.2.0. Its files are upgraded by adding columns, so that an update does not read all contents
 * again.
 */
const UPGRADED = 1;

/** Lock timeout of the writer thread, in milliseconds. */
const WRITER_TIMEOUT_MS = 10_000;
/**
 * Lock timeout of each of the four statements of {@link connectToRead}, in milliseconds. The wait blocks the event
 * loop. The writer thread locks a file briefly when it closes the file.
 */
const READER_TIMEOUT_MS = 200;
/** Page cache of each file that all searches read, in KiB. */
const SEARCH_PAGES_KIB = 4 * 1024;

/** The tables of a file, as SQL. */
interface Tables {
  readonly create: string;
  /** Upgrades tables of the format {@link UPGRADED} to the current format. */
  readonly upgrade: string;
}

const SEARCH_TABLES: Tables = {
  upgrade: '',
  create: `
  CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- Words are prepared by dms (model/text/words.ts), so SQLite only splits them at spaces.
  CREATE VIRTUAL TABLE search_index USING fts5 (
    ${COLUMNS.join(', ')}, content='', contentless_delete=1, tokenize='ascii', prefix='2 3');

  -- The entry of each row of the index. A greater row was changed later.
  CREATE TABLE rows (
    row INTEGER PRIMARY KEY,
    entry_id INTEGER NOT NULL UNIQUE,
    parent_id INTEGER,
    is_folder INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    size_bytes INTEGER,
    sha256 TEXT
  ) STRICT;
  CREATE INDEX rows_by_sha256 ON rows (sha256) WHERE sha256 IS NOT NULL;

  -- Entries that are to be indexed anew, besides those in the queue of the database, and the rows that they get.
  CREATE TABLE pending (row INTEGER PRIMARY KEY, entry_id INTEGER NOT NULL) STRICT;

  -- The texts of contents (zstd of UTF-8), by their hash.
  CREATE TABLE texts (
    sha256 TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('ready', 'none', 'failed')),
    reason TEXT,
    text BLOB
  ) STRICT;
  CREATE INDEX texts_by_state ON texts (state, reason);

  -- Contents that clients have uploaded into documents. These have nothing before it is read, also if it is known: else
  -- a user could find out what others have, by uploading it. It may be the content of an older version.
  CREATE TABLE rereads (entry_id INTEGER NOT NULL, sha256 TEXT NOT NULL, PRIMARY KEY (entry_id, sha256)) STRICT, WITHOUT ROWID;
  CREATE INDEX rereads_by_sha256 ON rereads (sha256);

  -- How many contents were read in each minute (minutes since 1970).
  CREATE TABLE speed (minute INTEGER PRIMARY KEY, contents INTEGER NOT NULL) STRICT;

  -- Contents that texts or thumbnails are to be made from; of each user, greatest rank first.
  CREATE TABLE tasks (
    sha256 TEXT PRIMARY KEY,
    size_bytes INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX tasks_by_user ON tasks (user_id, rank)`,
};

const THUMBNAIL_TABLES: Tables = {
  upgrade: `
  ALTER TABLE pictures ADD COLUMN width INTEGER;
  ALTER TABLE pictures ADD COLUMN height INTEGER;
  ALTER TABLE pictures ADD COLUMN pages INTEGER`,
  create: `
  -- 'dropped': there were images, which had to make room for others.
  CREATE TABLE pictures (
    sha256 TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('ready', 'none', 'failed', 'dropped')),
    reason TEXT,
    type TEXT,
    bytes INTEGER NOT NULL DEFAULT 0,
    used_at INTEGER NOT NULL,
    -- Size in pixels of a content that is a picture, number of pages of a PDF.
    width INTEGER,
    height INTEGER,
    pages INTEGER
  ) STRICT;
  CREATE INDEX pictures_by_use ON pictures (used_at) WHERE state = 'ready';
  CREATE TABLE images (
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    image BLOB NOT NULL,
    PRIMARY KEY (sha256, size)
  ) STRICT`,
};

/** Paths of the files with all data that can be derived again, in a separate folder next to the database. */
export interface DerivedFiles {
  readonly search: string;
  readonly thumbnails: string;
}

/** @param database path of the database */
export function derivedFiles(database: string): DerivedFiles {
  const folder = join(dirname(database), 'cache');
  return { search: join(folder, 'search.sqlite'), thumbnails: join(folder, 'thumbnails.sqlite') };
}

/**
 * Identifies the current files. Changes when a file was deleted or replaced: connections to the old files are then
 * useless.
 */
export function identityOf(database: string): string {
  const { search, thumbnails } = derivedFiles(database);
  return [search, thumbnails].map((file) => statSync(file, { throwIfNoEntry: false })?.ino ?? 0).join();
}

/**
 * Opens the only writing connection: the search file as `main`, and the thumbnails as `thumbnails`. The database is
 * attached as `office` for reading only. Missing and broken files and files of another format are recreated.
 *
 * Its transactions must be deferred. Immediate transactions lock all attached files including the database, which
 * blocks changes.
 *
 * Close it before the connection of the database: the last connection to close empties the write-ahead log.
 */
export function connectWriter(database: string): BetterSqlite.Database {
  const { search, thumbnails } = derivedFiles(database);
  mkdirSync(dirname(search), { recursive: true, mode: 0o700 });
  return prepared(openIntact(search, SEARCH_TABLES), (sqlite) => {
    // If the thumbnail file is recreated, the index must be rebuilt too, because only indexing an entry queues its
    // thumbnails.
    openIntact(thumbnails, THUMBNAIL_TABLES, () => sqlite.exec('DELETE FROM state')).close();
    attach(sqlite, thumbnails, 'thumbnails');
    attach(sqlite, database, 'office');
  });
}

/** Attaches a file to a connection. With a read-only connection, the attached file is read-only too. */
function attach(sqlite: BetterSqlite.Database, file: string, name: string, kibibytes = FEW_PAGES_KIB): void {
  sqlite.prepare(`ATTACH ? AS ${name}`).run(file);
  keepPages(sqlite, kibibytes, name);
}

/** Opens the database for the search thread, with the search file as `derived`. */
export function connectToSearch(database: string): BetterSqlite.Database {
  return prepared(connectReader(database), (sqlite) => {
    keepPages(sqlite, SEARCH_PAGES_KIB);
    attach(sqlite, derivedFiles(database).search, 'derived', SEARCH_PAGES_KIB);
  });
}

/**
 * Opens both files for reading, the thumbnails as `thumbnails`. It waits less than a second for locks while opening,
 * and never afterwards.
 * @returns undefined if one of the files does not exist yet
 * @throws {Error} when another process keeps one of the files locked
 */
export function connectToRead(database: string): BetterSqlite.Database | undefined {
  const { search, thumbnails } = derivedFiles(database);
  if (!existsSync(search) || !existsSync(thumbnails)) return undefined;
  const sqlite = new BetterSqlite(search, { readonly: true, timeout: READER_TIMEOUT_MS });
  let isReady = false;
  try {
    keepPages(sqlite, FEW_PAGES_KIB);
    attach(sqlite, thumbnails, 'thumbnails');
    // The writer may not have created the tables yet.
    isReady = ['main', 'thumbnails'].every((schema) => formatOf(sqlite, schema) === FORMAT);
    sqlite.pragma('busy_timeout = 0');
    return isReady ? sqlite : undefined;
  } finally {
    if (!isReady) sqlite.close();
  }
}

function formatOf(sqlite: BetterSqlite.Database, schema = 'main'): unknown {
  return sqlite.pragma(`${schema}.user_version`, { simple: true });
}

/**
 * Checks the files completely, and deletes the broken ones. Call it when a read or write has failed, while no
 * connection is open.
 * @returns true if a file was broken
 */
export function deleteBroken(database: string): boolean {
  const { search, thumbnails } = derivedFiles(database);
  const broken = [search, thumbnails].filter((file) => !isIntact(file));
  for (const file of broken) deleteFile(file);
  return broken.length > 0;
}

function isIntact(file: string): boolean {
  const sqlite = new BetterSqlite(file, { timeout: WRITER_TIMEOUT_MS });
  try {
    return sqlite.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch (error) {
    if (!isBroken(error)) throw error;
    return false;
  } finally {
    sqlite.close();
  }
}

function deleteFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
}

/** @param onEmpty called before the tables are created */
function openIntact(file: string, tables: Tables, onEmpty = (): unknown => undefined): BetterSqlite.Database {
  try {
    return openFile(file, tables, onEmpty);
  } catch (error) {
    if (!isBroken(error)) throw error;
    deleteFile(file);
    return openFile(file, tables, onEmpty);
  }
}

function openFile(file: string, tables: Tables, onEmpty: () => unknown): BetterSqlite.Database {
  return prepared(new BetterSqlite(file, { timeout: WRITER_TIMEOUT_MS }), (sqlite) => {
    sqlite.pragma('journal_mode = WAL');
    // Changes that are removed from the queue of the database must be durable here.
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('temp_store = MEMORY');
    keepPages(sqlite, MANY_PAGES_KIB);
    sqlite.transaction(() => prepareTables(sqlite, tables, onEmpty)).immediate();
  });
}

function prepareTables(sqlite: BetterSqlite.Database, tables: Tables, onEmpty: () => unknown): void {
  const format = formatOf(sqlite);
  if (format === FORMAT) return;
  if (format === UPGRADED) sqlite.exec(tables.upgrade);
  else {
    onEmpty();
    dropTables(sqlite);
    sqlite.exec(tables.create);
  }
  sqlite.pragma(`user_version = ${String(FORMAT)}`);
}

/** Drops the tables instead of the file, because other connections may be open. */
function dropTables(sqlite: BetterSqlite.Database): void {
  const names = sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search_index_%'",
    )
    .pluck()
    .all();
  for (const name of names) sqlite.exec(`DROP TABLE "${name}"`);
}

/** True for an error that reports a damaged file. */
export function isBroken(error: unknown): error is Error {
  return /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error) ?? '');
}
