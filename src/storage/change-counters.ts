import type BetterSqlite from 'better-sqlite3';

/** Folders whose numbers are kept apart. Where more of them change, all count as changed. */
const MAX_FOLDERS = 100_000;

const parentOf = (id: string) => `(SELECT parent_id FROM entries WHERE id = ${id})`;

/**
 * Triggers of this connection only, which SQLite runs for whatever statement changes a row. What they name as changed
 * is: a folder, when it, a member, the head of a member, or a property or lock of one of them changes; the structure,
 * when a folder is moved, renamed or deleted, when a folder is locked, and when a grant changes.
 *
 * A row of `documents` comes and goes with its entry, and a head with a change of its document's row, so these need no
 * triggers. They would make a COPY a fifth slower.
 */
const TRIGGERS = [
  ['documents', 'UPDATE', `dms_folders_changed(${parentOf('NEW.entry_id')})`],
  ['versions', 'UPDATE', `dms_folders_changed(${parentOf('NEW.document_id')})`],
  ...['INSERT', 'DELETE', 'UPDATE'].flatMap((change) => {
    const row = change === 'DELETE' ? 'OLD' : 'NEW';
    return [
      ['properties', change, `dms_folders_changed(${row}.entry_id, ${parentOf(`${row}.entry_id`)})`],
      [
        'locks',
        change,
        `CASE (SELECT is_folder FROM entries WHERE id = ${row}.entry_id)
         WHEN 0 THEN dms_folders_changed(${parentOf(`${row}.entry_id`)}) ELSE dms_structure_changed() END`,
      ],
      ['shares', change, 'dms_structure_changed()'],
      ['share_recipients', change === 'UPDATE' ? 'UPDATE OF share_id' : change, 'dms_structure_changed()'],
    ];
  }),
  ['locks', 'UPDATE OF entry_id', 'dms_structure_changed()'],
  ['entries', 'INSERT', 'dms_folders_changed(NEW.parent_id)'],
  [
    'entries',
    'UPDATE',
    'dms_folders_changed(OLD.parent_id, NEW.parent_id, CASE NEW.is_folder WHEN 1 THEN NEW.id END)',
  ],
  [
    'entries',
    'UPDATE OF parent_id, root_kind, owner_id, name',
    'CASE NEW.is_folder WHEN 1 THEN dms_structure_changed() END',
  ],
  [
    'entries',
    'DELETE',
    'CASE OLD.is_folder WHEN 1 THEN dms_structure_changed() ELSE dms_folders_changed(OLD.parent_id) END',
  ],
].map(
  ([table = '', change = '', call = ''], index) =>
    `CREATE TEMP TRIGGER dms_changed_${String(index)} AFTER ${change} ON main.${table} BEGIN SELECT ${call}; END`,
);

/** Numbers that rise when something changes, for values that are kept as long as it does not. */
export class ChangeCounters {
  readonly #folders = new Map<number, number>();
  #structure = 0;
  /** The latest number of any folder. */
  #latest = 0;
  /** The number of folders that are not in the map. */
  #ofOthers = 0;

  /** @param sqlite the connection whose changes are counted, with the whole schema */
  constructor(sqlite: BetterSqlite.Database) {
    sqlite.function('dms_folders_changed', { varargs: true }, (...ids: unknown[]) => {
      for (const id of ids) if (typeof id === 'number') this.#folderChanged(id);
      return null;
    });
    sqlite.function('dms_structure_changed', () => {
      this.structureChanged();
      return null;
    });
    sqlite.exec(TRIGGERS.join(';'));
  }

  /** Rises with every change of where folders are and of who may read what. */
  get structure(): number {
    return this.#structure;
  }

  /**
   * A number that no folder has had before a change of what a listing of this folder shows: its own data, its
   * members with their heads, and the properties and locks of all of them, or the structure.
   */
  versionOf(folderId: number): number {
    return this.#folders.get(folderId) ?? this.#ofOthers;
  }

  /** To be called when changes may have been missed or undone: all counts as changed. */
  structureChanged(): void {
    this.#structure += 1;
    this.#latest += 1;
    this.#folders.clear();
    this.#ofOthers = this.#latest;
  }

  #folderChanged(id: number): void {
    if (this.#folders.size >= MAX_FOLDERS) this.structureChanged();
    this.#latest += 1;
    this.#folders.set(id, this.#latest);
  }
}
