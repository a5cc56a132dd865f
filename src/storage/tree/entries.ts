import type { Document, Entry, Folder, RootKind } from '../../model/entry.ts';
import { nameKey, sortKey } from '../../model/names.ts';
import type { Direction, Sort } from '../../model/page.ts';
import type { Database, Query, SqlValue, Statement } from '../database.ts';

/** Where an entry hangs: in a folder, or as a root of some kind, which may have an owner. */
interface HangingRow {
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

type BaseRow = OwnRow & HangingRow;

interface HeadRow {
  title: string | null;
  comments: string | null;
  modified_at: number | null;
  version: number | null;
  size_bytes: number | null;
  mime_type: string | null;
  sha256: string | null;
}

/** A row of the standard join of entries, documents and head versions. */
type EntryRow = BaseRow & HeadRow;

/** One among the members of a folder: what is the same for all of them is not read for each. */
type MemberRow = OwnRow & HeadRow;

const OWN_COLUMNS = 'e.id, e.is_folder, e.name, e.created_at, e.updated_at, e.created_by, e.updated_by';
const BASE_COLUMNS = `${OWN_COLUMNS}, e.parent_id, e.root_kind, e.owner_id`;
const HEAD_COLUMNS =
  'd.title, d.comments, d.modified_at, v.number AS version, v.size_bytes, v.mime_type, v.sha256';
const ENTRY_COLUMNS = `${BASE_COLUMNS}, ${HEAD_COLUMNS}`;
const ENTRY_TABLES = `entries e
  LEFT JOIN documents d ON d.entry_id = e.id
  LEFT JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version`;

const SORT_COLUMNS: Record<Sort, string> = {
  name: 'e.sort_key',
  size: 'v.size_bytes',
  updated_at: 'e.updated_at',
  created_at: 'e.created_at',
  mime_type: 'v.mime_type',
};

/** What a new row of the tree says. */
export interface NewEntry {
  readonly parentId: number | null;
  readonly rootKind: RootKind | null;
  readonly ownerId: number | null;
  readonly kind: Entry['kind'];
  readonly name: string;
  readonly at: number;
  readonly by: number | null;
}

/** Where an entry hangs. */
export interface Position {
  readonly parentId: number | null;
  readonly rootKind: RootKind | null;
  readonly name: string;
}

/** Which members of which folders a page shows: those of one folder, and single entries beside them. */
export interface Membership {
  readonly folderId: number;
  readonly extraIds: readonly number[];
}

/** Rows of the tree: folders and documents with their heads. */
export class EntryTable {
  readonly #database: Database;
  readonly #find: Statement<[number], BaseRow>;
  readonly #findChild: Statement<[number, string], BaseRow>;
  readonly #findHead: Statement<[number], HeadRow>;
  readonly #findChildId: Statement<[number, string], { id: number }>;
  readonly #findSystem: Statement<[string], BaseRow>;
  readonly #listSystem: Statement<[], BaseRow>;
  readonly #listChildren: Statement<[number, string, number], MemberRow>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #place: Statement<SqlValue[]>;
  readonly #touch: Statement<[number, number | null, number]>;

  constructor(database: Database) {
    this.#database = database;
    // One entry is read in two steps: for folders, and for names that are free, the first is all.
    const base = `SELECT ${BASE_COLUMNS} FROM entries e`;
    this.#find = database.prepare(`${base} WHERE e.id = ?`);
    this.#findChild = database.prepare(`${base} WHERE e.parent_id = ? AND e.name_key = ?`);
    this.#findHead = database.prepare(
      `SELECT ${HEAD_COLUMNS} FROM documents d
       JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version WHERE d.entry_id = ?`,
    );
    this.#findChildId = database.prepare('SELECT id FROM entries WHERE parent_id = ? AND name_key = ?');
    this.#findSystem = database.prepare(`${base} WHERE e.root_kind = 'system' AND e.name_key = ?`);
    // The plus keeps SQLite from walking the whole table in the order of ids.
    this.#listSystem = database.prepare(`${base} WHERE e.root_kind = 'system' ORDER BY +e.id`);
    this.#listChildren = database.prepare(
      `SELECT ${OWN_COLUMNS}, ${HEAD_COLUMNS} FROM ${ENTRY_TABLES}
       WHERE e.parent_id = ? AND e.name_key > ? ORDER BY e.name_key LIMIT ?`,
    );
    this.#insert = database.prepare(
      `INSERT INTO entries (parent_id, root_kind, owner_id, is_folder, name, name_key, sort_key,
         created_at, updated_at, created_by, updated_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#place = database.prepare(
      `UPDATE entries SET parent_id = ?, root_kind = ?, owner_id = NULL, name = ?, name_key = ?, sort_key = ?,
         updated_at = ?, updated_by = ? WHERE id = ?`,
    );
    this.#touch = database.prepare('UPDATE entries SET updated_at = ?, updated_by = ? WHERE id = ?');
  }

  find(id: number): Entry | undefined {
    return this.#whole(this.#find.get(id));
  }

  findChild(folderId: number, name: string): Entry | undefined {
    return this.#whole(this.#findChild.get(folderId, nameKey(name)));
  }

  /** The id alone: cheaper than {@link Entries.findChild} on the way down a path. */
  findChildId(folderId: number, name: string): number | undefined {
    return this.#findChildId.get(folderId, nameKey(name))?.id;
  }

  findSystem(name: string): Entry | undefined {
    return this.#whole(this.#findSystem.get(nameKey(name)));
  }

  /** All folders of the office, oldest first. */
  listSystem(): Folder[] {
    return this.#listSystem.all().map((row) => folderFrom(row, row));
  }

  /** Up to `limit` members after the name key `after` ('' for the first), in the order of their keys. */
  listChildren(
    folderId: number,
    after: string,
    limit: number,
  ): { entries: Entry[]; last: string | undefined } {
    const rows = this.#listChildren.all(folderId, after, limit);
    const last = rows.length < limit ? undefined : rows.at(-1);
    const hanging = { parent_id: folderId, root_kind: null, owner_id: null };
    const entries = rows.map((row) =>
      row.is_folder === 1 ? folderFrom(row, hanging) : documentFrom(row, hanging, row),
    );
    return { entries, last: last && nameKey(last.name) };
  }

  listByIds(ids: readonly number[]): Entry[] {
    return this.#database
      .all<EntryRow>(
        this.#joined().whereRaw('e.id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)]),
      )
      .map(entryFrom);
  }

  /** A page of members, folders first. */
  page(
    members: Membership,
    order: { sort: Sort; direction: Direction },
    limit: number,
    offset: number,
  ): Entry[] {
    const query = amongMembers(this.#joined(), members)
      .orderBy('e.is_folder', 'desc')
      .orderByRaw(`${SORT_COLUMNS[order.sort]} ${order.direction}`);
    if (order.sort !== 'name') query.orderBy('e.sort_key');
    return this.#database.all<EntryRow>(query.orderBy('e.id').limit(limit).offset(offset)).map(entryFrom);
  }

  count(members: Membership): number {
    const query = amongMembers(this.#database.builder({ e: 'entries' }), members);
    return this.#database.all<{ total: number }>(query.count({ total: '*' }))[0]?.total ?? 0;
  }

  insert(entry: NewEntry): number {
    const { lastInsertRowid } = this.#insert.run(
      entry.parentId,
      entry.rootKind,
      entry.ownerId,
      entry.kind === 'folder' ? 1 : 0,
      entry.name,
      nameKey(entry.name),
      sortKey(entry.name),
      entry.at,
      entry.at,
      entry.by,
      entry.by,
    );
    return Number(lastInsertRowid);
  }

  /** Hangs an entry elsewhere, with all beneath it. A home becomes an ordinary folder. */
  updatePosition(id: number, place: Position, at: number, by: number | null): void {
    this.#database.structureChanged();
    this.#place.run(
      place.parentId,
      place.rootKind,
      place.name,
      nameKey(place.name),
      sortKey(place.name),
      at,
      by,
      id,
    );
  }

  updateTime(id: number, at: number, by: number | null): void {
    this.#touch.run(at, by, id);
  }

  #whole(row: BaseRow | undefined): Entry | undefined {
    if (!row) return undefined;
    return row.is_folder === 1 ? folderFrom(row, row) : documentFrom(row, row, this.#findHead.get(row.id));
  }

  #joined(): Query {
    const { builder } = this.#database;
    return builder.queryBuilder().select(builder.raw(ENTRY_COLUMNS)).from(builder.raw(ENTRY_TABLES));
  }
}

function amongMembers(query: Query, members: Membership): Query {
  if (members.extraIds.length === 0) return query.where('e.parent_id', members.folderId);
  return query.whereRaw('(e.parent_id = ? OR e.id IN (SELECT value FROM json_each(?)))', [
    members.folderId,
    JSON.stringify(members.extraIds),
  ]);
}

function entryFrom(row: EntryRow): Entry {
  return row.is_folder === 1 ? folderFrom(row, row) : documentFrom(row, row, row);
}

function folderFrom(row: OwnRow, hanging: HangingRow): Folder {
  return {
    kind: 'folder',
    id: row.id,
    parentId: hanging.parent_id,
    rootKind: hanging.root_kind,
    ownerId: hanging.owner_id,
    name: row.name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
}

function documentFrom(row: OwnRow, hanging: HangingRow, head: HeadRow | undefined): Document {
  const { version, size_bytes: size, mime_type: mimeType, sha256, modified_at: modifiedAt } = head ?? NO_HEAD;
  if (version === null || size === null || mimeType === null || sha256 === null || modifiedAt === null) {
    throw new Error(`document ${String(row.id)} has no head version`);
  }
  // Written out, not spread: a listing makes thousands of them.
  return {
    kind: 'file',
    id: row.id,
    parentId: hanging.parent_id,
    rootKind: hanging.root_kind,
    ownerId: hanging.owner_id,
    name: row.name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    title: head?.title ?? null,
    comments: head?.comments ?? '',
    version,
    size,
    mimeType,
    sha256,
    modifiedAt,
  };
}

const NO_HEAD: HeadRow = {
  title: null,
  comments: null,
  modified_at: null,
  version: null,
  size_bytes: null,
  mime_type: null,
  sha256: null,
};
