import { randomUUID } from 'node:crypto';
import type BetterSqlite from 'better-sqlite3';
import type { RootKind } from '../../../model/entries/entry.ts';
import { isJunkName } from '../../../model/entries/names.ts';
import type { Rereads } from '../renditions/rereads.ts';
import type { Tasks } from '../renditions/tasks.ts';
import type { Texts } from '../renditions/texts.ts';
import { INDEX_FORMAT, indexStateIn, type KnownIndex, nextPendingIn } from './index-state.ts';
import { COLUMNS, columnsOf } from './match-expression.ts';

/** Queued changes per window. An entry that occurs several times in a window is indexed once. */
const WINDOW = 2000;
/**
 * Limits of the indexed characters of a text: a fixed minimum, and a number per byte of the content. A small content
 * can unpack to a large text. Quotas count only its bytes, so its copies could fill the disk.
 */
const MIN_BODY = 64 * 1024;
const BODY_PER_BYTE = 20;
/** Maximum duration of a slice, in milliseconds. */
const SLICE_MS = 50;

interface QueueRow {
  id: number;
  entry_id: number;
}

interface EntryRow {
  parent_id: number | null;
  root_kind: RootKind | null;
  is_folder: 0 | 1;
  name: string;
  updated_at: number;
  title: string | null;
  comments: string | null;
  sha256: string | null;
  size_bytes: number | null;
  mime_type: string | null;
  author_id: number | null;
}

/** Result of one slice of indexing. */
export interface IndexedSlice {
  /** Ids of the indexed changes in the queue of the database. */
  readonly changes: readonly number[];
  /** Id of the index, and the number of times that it has accepted changes. */
  readonly indexId: string;
  readonly writes: number;
  /** True if more changes are queued. */
  readonly hasMoreChanges: boolean;
  /** True if more entries must be reindexed. */
  readonly hasMorePending: boolean;
}

interface Dependencies {
  readonly rereads: Rereads;
  readonly texts: Texts;
  readonly tasks: Tasks;
}

/** Writes the search index. Runs in a thread, because a single text can take 100 ms. */
export class IndexWriter {
  readonly #sqlite: BetterSqlite.Database;
  readonly #deps: Dependencies;
  readonly #statements: ReturnType<typeof statementsOf>;

  /** @param sqlite connection opened by `connectWriter` */
  constructor(sqlite: BetterSqlite.Database, deps: Dependencies) {
    this.#sqlite = sqlite;
    this.#deps = deps;
    this.#statements = statementsOf(sqlite);
    this.#sqlite.transaction(() => this.#rebuildUnlessItFits()).deferred();
  }

  /**
   * Indexes queued changes, newest first, for a short time. Without changes, indexes entries that must be reindexed.
   */
  index(): IndexedSlice {
    return this.#sqlite
      .transaction(() => {
        const { changes, hasMoreChanges } = this.#indexChanges();
        if (changes.length === 0) this.#indexPending();
        else this.#noteTaken(changes);
        const hasMorePending = this.#statements.nextPending.get() !== undefined;
        const { indexId, writes } = this.#statements.state();
        return { changes: changes.map(({ id }) => id), indexId, writes, hasMoreChanges, hasMorePending };
      })
      .deferred();
  }

  /** Empties the index. The next slices reindex all entries, newest first. */
  rebuild(): void {
    this.#sqlite.transaction(() => this.#empty()).deferred();
  }

  #indexChanges(): { readonly changes: readonly QueueRow[]; readonly hasMoreChanges: boolean } {
    const window = this.#statements.listQueue.all(WINDOW);
    const byEntry = Map.groupBy(window, ({ entry_id: id }) => id);
    const end = performance.now() + SLICE_MS;
    const changes: QueueRow[] = [];
    for (const [entryId, queued] of byEntry) {
      if (changes.length > 0 && performance.now() > end) return { changes, hasMoreChanges: true };
      this.#index(entryId, queued[0]?.id ?? 0);
      changes.push(...queued);
    }
    return { changes, hasMoreChanges: window.length === WINDOW };
  }

  #indexPending(): void {
    const end = performance.now() + SLICE_MS;
    do {
      const next = this.#statements.nextPending.get();
      if (!next) return;
      this.#index(next.entry_id, next.row);
      this.#statements.deletePending.run(next.row);
    } while (performance.now() < end);
  }

  /** @param change row number of the entry if it has changed since it was last indexed */
  #index(entryId: number, change: number): void {
    const { findEntry, findRow } = this.#statements;
    const entry = findEntry.get(entryId);
    const known = findRow.get(entryId);
    const isReread = this.#isReread(entryId, entry?.sha256, known?.sha256);
    if (known) this.#remove(known.row);
    if (!entry || !isFound(entry)) return;
    const row = known?.updated_at === entry.updated_at ? known.row : change;
    this.#insert(row, { ...entry, id: entryId }, isReread);
  }

  /** True if derived data of the current content of the entry must still be hidden. */
  #isReread(entryId: number, sha256: string | null | undefined, known: string | null | undefined): boolean {
    const { rereads } = this.#deps;
    if (sha256 === undefined) {
      rereads.remove(entryId);
      return false;
    }
    // Skips a change that was indexed before the process ended.
    rereads.add(
      entryId,
      this.#statements.listUploads.all(entryId).filter((uploaded) => uploaded !== known),
    );
    return sha256 !== null && rereads.has(entryId, sha256);
  }

  #remove(row: number): void {
    this.#statements.deleteIndexed.run(row);
    this.#statements.deleteRow.run(row);
  }

  #insert(row: number, entry: EntryRow & { readonly id: number }, isReread: boolean): void {
    const { id, parent_id: parentId, is_folder: isFolder, updated_at: updatedAt } = entry;
    const { sha256, size_bytes: size } = entry;
    this.#statements.insertRow.run(row, id, parentId, isFolder, updatedAt, size, sha256);
    this.#statements.insertIndexed.run(row, ...this.#columnsOf(entry, isReread));
    if (sha256 !== null && size !== null)
      this.#deps.tasks.addIfNeeded(sha256, { size, rank: row, userId: entry.author_id ?? 0 });
  }

  #columnsOf(entry: EntryRow, isReread: boolean): string[] {
    const { name, title, comments, sha256, size_bytes: size, mime_type: mimeType } = entry;
    const text = sha256 === null || isReread ? undefined : this.#deps.texts.find(sha256);
    const body = text?.slice(0, Math.max(MIN_BODY, BODY_PER_BYTE * (size ?? 0)));
    return columnsOf({
      name,
      title: title ?? '',
      comments: comments ?? '',
      body: body ?? '',
      mimeType: mimeType ?? undefined,
    });
  }

  #rebuildUnlessItFits(): void {
    if (this.#fits()) return;
    this.#empty();
    this.#statements.setState.run('index_id', randomUUID());
    this.#statements.setState.run('format', INDEX_FORMAT);
  }

  /**
   * True if the index is current: this release has folded its words, it is the index that was written last, and no
   * earlier state of the index or the database was restored since. The index may be one write ahead if the process
   * ended before the changes were removed from the queue. They are then still queued, and are indexed again.
   */
  #fits(): boolean {
    const { format, indexId, writes, taken } = this.#statements.state();
    const known = this.#statements.knownState.get() ?? { index_id: indexId, writes: 0 };
    if (indexId === '' || known.index_id !== indexId || format !== INDEX_FORMAT) return false;
    if (known.writes === writes) return true;
    return known.writes + 1 === writes && this.#statements.findGone.get(taken) === undefined;
  }

  #empty(): void {
    this.#sqlite.exec(
      `INSERT INTO search_index (search_index) VALUES ('delete-all'); DELETE FROM rows; DELETE FROM pending`,
    );
    this.#sqlite.exec(
      // Row numbers below all queued changes, so that no other entry gets one of them.
      `INSERT INTO pending (row, entry_id)
       SELECT row_number() OVER (ORDER BY e.updated_at, e.id) - count(*) OVER () - 1
         + coalesce((SELECT min(id) FROM office.search_queue),
           (SELECT seq + 1 FROM office.sqlite_sequence WHERE name = 'search_queue'), 1), e.id
       FROM office.entries e WHERE e.root_kind IS NULL OR e.root_kind = 'system'`,
    );
  }

  #noteTaken(changes: readonly QueueRow[]): void {
    this.#statements.setState.run('writes', this.#statements.state().writes + 1);
    const taken = JSON.stringify(changes.map(({ id, entry_id: entryId }) => [id, entryId]));
    this.#statements.setState.run('taken', taken);
  }
}

function isFound({ root_kind: rootKind, is_folder: isFolder, name }: EntryRow): boolean {
  return (rootKind === null || rootKind === 'system') && (isFolder === 1 || !isJunkName(name));
}

function statementsOf(sqlite: BetterSqlite.Database) {
  return {
    listQueue: sqlite.prepare<[number], QueueRow>(
      'SELECT id, entry_id FROM office.search_queue ORDER BY id DESC LIMIT ?',
    ),
    // An upload may be queued much earlier than the change that is being indexed.
    listUploads: sqlite
      .prepare<[number], string>(
        'SELECT uploaded_sha256 FROM office.search_queue WHERE entry_id = ? AND uploaded_sha256 IS NOT NULL',
      )
      .pluck(),
    findEntry: sqlite.prepare<[number], EntryRow>(
      `SELECT e.parent_id, e.root_kind, e.is_folder, e.name, e.updated_at, d.title, d.comments,
         v.sha256, v.size_bytes, v.mime_type, v.author_id
       FROM office.entries e LEFT JOIN office.documents d ON d.entry_id = e.id
       LEFT JOIN office.versions v ON v.document_id = d.entry_id AND v.number = d.version WHERE e.id = ?`,
    ),
    findRow: sqlite.prepare<[number], { row: number; updated_at: number; sha256: string | null }>(
      'SELECT row, updated_at, sha256 FROM rows WHERE entry_id = ?',
    ),
    insertRow: sqlite.prepare(
      `INSERT INTO rows (row, entry_id, parent_id, is_folder, updated_at, size_bytes, sha256)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    deleteRow: sqlite.prepare<[number]>('DELETE FROM rows WHERE row = ?'),
    insertIndexed: sqlite.prepare(
      `INSERT INTO search_index (rowid, ${COLUMNS.join(', ')}) VALUES (?${', ?'.repeat(COLUMNS.length)})`,
    ),
    deleteIndexed: sqlite.prepare<[number]>('DELETE FROM search_index WHERE rowid = ?'),
    nextPending: nextPendingIn(sqlite),
    deletePending: sqlite.prepare<[number]>('DELETE FROM pending WHERE row = ?'),
    state: indexStateIn(sqlite),
    setState: sqlite.prepare<[string, string | number]>(
      'INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)',
    ),
    knownState: sqlite.prepare<[], KnownIndex>('SELECT index_id, writes FROM office.search_state'),
    findGone: sqlite.prepare<[string]>(
      `SELECT 1 FROM json_each(?) j WHERE NOT EXISTS (SELECT 1 FROM office.search_queue q
         WHERE q.id = j.value ->> 0 AND q.entry_id = j.value ->> 1) LIMIT 1`,
    ),
  };
}
