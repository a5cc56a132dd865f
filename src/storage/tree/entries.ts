import type { Document, Entry, Folder, RootKind } from '../../model/entries/entry.ts';
import { nameKey, sortKey } from '../../model/entries/names.ts';
import type { Database, SqlValue, Statement } from '../database/database.ts';

/** Columns for the position of an entry. All members of a folder have the same values. */
interface PositionRow {
  parent_id: number | null;
  root_kind: RootKind | null;
  owner_id: number | null;
}

interface OwnRow {
  id: number;
  is_folder: 0 | 1;
  name: string;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

type BaseRow = OwnRow & PositionRow;

interface Head {
  comments: string;
  modified_at: number;
  version: number;
  size_bytes: number;
  mime_type: string;
  sha256: string;
}

/** According to the schema, these columns are not null for a document, and all are null for a folder. */
type HeadRow = { title: string | null } & (Head | Record<keyof Head, null>);

/** A row of the join of entries, documents and head versions. */
type EntryRow = BaseRow & HeadRow;

/** A row for a member of a known folder, whose position is therefore not selected. */
type MemberRow = OwnRow & HeadRow;

const OWN_COLUMNS = 'e.id, e.is_folder, e.name, e.created_at, e.updated_at, e.created_by, e.updated_by';
const BASE_COLUMNS = `${OWN_COLUMNS}, e.parent_id, e.root_kind, e.owner_id`;
const HEAD_COLUMNS =
  'd.title, d.comments, d.modified_at, v.number AS version, v.size_bytes, v.mime_type, v.sha256';
const ENTRY_COLUMNS = `${BASE_COLUMNS}, ${HEAD_COLUMNS}`;
/** Entries as `e`, with the heads of documents as `v`. */
export const ENTRY_TABLES = `entries e
  LEFT JOIN documents d ON d.entry_id = e.id
  LEFT JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version`;

/** Values of a new entry. */
export interface NewEntry {
  readonly parentId: number | null;
  readonly rootKind: RootKind | null;
  readonly ownerId: number | null;
  readonly kind: Entry['kind'];
  readonly name: string;
  /** Time of creation, in milliseconds UTC. */
  readonly at: number;
  /** Id of the creator; null if there is no user. */
  readonly by: number | null;
}

/** Folder (or kind of root) and name of an entry. */
export interface Position {
  readonly parentId: number | null;
  readonly rootKind: RootKind | null;
  readonly name: string;
}

/** Folders, and documents with their head versions. */
export class EntryTable {
  readonly #find: Statement<[number], BaseRow>;
  readonly #findChild: Statement<[number, string], BaseRow>;
  readonly #findHead: Statement<[number], HeadRow>;
  readonly #findChildId: Statement<[number, string], { id: number }>;
  readonly #findSystem: Statement<[string], BaseRow>;
  readonly #listSystem: Statement<[], BaseRow>;
  readonly #listChildren: Statement<[number, string, number], MemberRow>;
  readonly #listChildIds: Statement<[number, string, number], [id: number, nameKey: string]>;
  readonly #listByIds: Statement<[string], EntryRow>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #updatePosition: Statement<SqlValue[]>;
  readonly #updateTime: Statement<[number, number, number | null]>;
  readonly #updateTimeAndUser: Statement<[number, number | null, number]>;

  constructor(database: Pick<Database, 'prepare'>) {
    // A single entry is read with two queries, because the first is sufficient for a folder or an unused name.
    const base = `SELECT ${BASE_COLUMNS} FROM entries e`;
    this.#find = database.prepare(`${base} WHERE e.id = ?`);
    this.#findChild = database.prepare(`${base} WHERE e.parent_id = ? AND e.name_key = ?`);
    this.#findHead = database.prepare(
      `SELECT ${HEAD_COLUMNS} FROM documents d
       JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version WHERE d.entry_id = ?`,
    );
    this.#findChildId = database.prepare('SELECT id FROM entries WHERE parent_id = ? AND name_key = ?');
    this.#findSystem = database.prepare(`${base} WHERE e.root_kind = 'system' AND e.name_key = ?`);
    // The plus prevents SQLite from scanning the whole table in the order of ids instead of using the index.
    this.#listSystem = database.prepare(`${base} WHERE e.root_kind = 'system' ORDER BY +e.id`);
    this.#listChildren = database.prepare(
      `SELECT ${OWN_COLUMNS}, ${HEAD_COLUMNS} FROM ${ENTRY_TABLES}
       WHERE e.parent_id = ? AND e.name_key > ? ORDER BY e.name_key LIMIT ?`,
    );
    this.#listChildIds = database
      .prepare<[number, string, number], [number, string]>(
        'SELECT id, name_key FROM entries WHERE parent_id = ? AND name_key > ? ORDER BY name_key LIMIT ?',
      )
      .raw();
    this.#listByIds = database.prepare(
      `SELECT ${ENTRY_COLUMNS} FROM ${ENTRY_TABLES} WHERE e.id IN (SELECT value FROM json_each(?))`,
    );
    this.#insert = database.prepare(
      `INSERT INTO entries (parent_id, root_kind, owner_id, is_folder, name, name_key, sort_key,
         created_at, updated_at, created_by, updated_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#updatePosition = database.prepare(
      `UPDATE entries SET parent_id = ?, root_kind = ?, owner_id = NULL, name = ?, name_key = ?, sort_key = ?,
         updated_at = ?, updated_by = ? WHERE id = ?`,
    );
    this.#updateTime = database.prepare('UPDATE entries SET updated_at = ? WHERE id = ? AND updated_by IS ?');
    this.#updateTimeAndUser = database.prepare(
      'UPDATE entries SET updated_at = ?, updated_by = ? WHERE id = ?',
    );
  }

  /** Finds an entry, including entries in the trash. */
  find(id: number): Entry | undefined {
    return this.#withHead(this.#find.get(id));
  }

  /** The member of a folder with this name; names are compared in NFC. */
  findChild(folderId: number, name: string): Entry | undefined {
    return this.#withHead(this.#findChild.get(folderId, nameKey(name)));
  }

  /** Reads only the id, for walking down a path. Cheaper than {@link EntryTable.findChild}. */
  findChildId(folderId: number, name: string): number | undefined {
    return this.#findChildId.get(folderId, nameKey(name))?.id;
  }

  /** The system folder with this name. */
  findSystem(name: string): Entry | undefined {
    return this.#withHead(this.#findSystem.get(nameKey(name)));
  }

  /** All system folders, oldest first. */
  listSystem(): Folder[] {
    return this.#listSystem.all().map((row) => folderFrom(row, row));
  }

  /**
   * A slice of members of a folder, ordered by name key.
   * @param after the last name key of the previous slice; '' for the first slice
   * @returns `last`: the value of `after` for the next slice; undefined after the last slice
   */
  listChildren(
    folderId: number,
    after: string,
    limit: number,
  ): { entries: Entry[]; last: string | undefined } {
    const rows = this.#listChildren.all(folderId, after, limit);
    const last = rows.length < limit ? undefined : rows.at(-1);
    const position = { parent_id: folderId, root_kind: null, owner_id: null };
    const entries = rows.map((row) =>
      row.is_folder === 1 ? folderFrom(row, position) : documentFrom(row, position, row),
    );
    return { entries, last: last && nameKey(last.name) };
  }

  /** Same as {@link EntryTable.listChildren}, but ids only. Reads an index only, at a tenth of the cost. */
  listChildIds(folderId: number, after: string, limit: number): { ids: number[]; last: string | undefined } {
    const rows = this.#listChildIds.all(folderId, after, limit);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return { ids: rows.map(([id]) => id), last: last?.[1] };
  }

  /** The entries with these ids, in any order. Ids without an entry are omitted. */
  listByIds(ids: readonly number[]): Entry[] {
    return this.#listByIds.all(JSON.stringify(ids)).map(entryFrom);
  }

  /** @returns the id of the new entry */
  insert(entry: NewEntry): number {
    const { parentId, rootKind, ownerId, kind, name, at, by } = entry;
    const position = [parentId, rootKind, ownerId];
    const names = [name, nameKey(name), sortKey(name)];
    const isFolder = kind === 'folder' ? 1 : 0;
    return Number(this.#insert.run(...position, isFolder, ...names, at, at, by, by).lastInsertRowid);
  }

  /**
   * Moves or renames an entry with all its descendants. A home loses its owner.
   * @param at time of the change, in milliseconds UTC
   */
  updatePosition(id: number, position: Position, at: number, by: number | null): void {
    const { parentId, rootKind, name } = position;
    this.#updatePosition.run(parentId, rootKind, name, nameKey(name), sortKey(name), at, by, id);
  }

  /** Sets time (milliseconds UTC) and user of the last change. */
  updateTime(id: number, at: number, by: number | null): void {
    // The user is usually unchanged. SQLite would write the index of the column even if its value stays the same.
    if (this.#updateTime.run(at, id, by).changes === 0) this.#updateTimeAndUser.run(at, by, id);
  }

  #withHead(row: BaseRow | undefined): Entry | undefined {
    if (!row) return undefined;
    return row.is_folder === 1 ? folderFrom(row, row) : documentFrom(row, row, this.#findHead.get(row.id));
  }
}

function entryFrom(row: EntryRow): Entry {
  return row.is_folder === 1 ? folderFrom(row, row) : documentFrom(row, row, row);
}

function folderFrom(row: OwnRow, position: PositionRow): Folder {
  return {
    kind: 'folder',
    id: row.id,
    parentId: position.parent_id,
    rootKind: position.root_kind,
    ownerId: position.owner_id,
    name: row.name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
}

function documentFrom(row: OwnRow, position: PositionRow, head: HeadRow | undefined): Document {
  if (!head || head.version === null) throw new Error(`document ${String(row.id)} has no head version`);
  // No spread syntax: a listing creates thousands of these objects, and spread is slower.
  return {
    kind: 'file',
    id: row.id,
    parentId: position.parent_id,
    rootKind: position.root_kind,
    ownerId: position.owner_id,
    name: row.name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    title: head.title,
    comments: head.comments,
    version: head.version,
    size: head.size_bytes,
    mimeType: head.mime_type,
    sha256: head.sha256,
    modifiedAt: head.modified_at,
  };
}
