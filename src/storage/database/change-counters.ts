import type BetterSqlite from 'better-sqlite3';

/** Row that a cached value depends on: an entry by its id, a user, or a token. */
export type Dependency = number | `user ${number}` | `token ${number}`;

/** An entry whose record changes, or a folder whose list of members changes. */
export interface EntryChange {
  readonly of: 'entry' | 'members';
  readonly id: number;
}

/** Maximum number of dependencies with their own version. Beyond it, all dependencies count as changed. */
const MAX_DEPENDENCIES = 100_000;

const parentOf = (id: string) => `(SELECT parent_id FROM entries WHERE id = ${id})`;

/**
 * Temporary triggers of this connection, which fire for every statement that changes a row. They report as changed:
 * - an entry and its parent folder, when the entry, its head, or one of its properties or locks changes
 * - a folder, when a member is added or removed
 * - a user or a token, when its row changes, and a user whose incident changes. The usage of a home does not count: no cached value depends on it
 * - the structure, when a folder is moved, renamed, deleted or locked, a root is created, a grant, a group or a name at
 *   a mount root changes, or a user is renamed or gets other rights
 *
 * Rows of `documents` are inserted and deleted with their entry, and a new head always updates its row of `documents`.
 * Therefore INSERT and DELETE on `documents` and `versions` need no triggers. They would make COPY a fifth slower.
 */
const TRIGGERS = [
  ['documents', 'UPDATE', `dms_changed(NEW.entry_id, ${parentOf('NEW.entry_id')})`],
  ['versions', 'UPDATE', `dms_changed(NEW.document_id, ${parentOf('NEW.document_id')})`],
  ...['INSERT', 'DELETE', 'UPDATE'].flatMap((change) => {
    const id = `${change === 'DELETE' ? 'OLD' : 'NEW'}.entry_id`;
    return [
      ['properties', change, `dms_changed(${id}, ${parentOf(id)})`],
      [
        'locks',
        change,
        `CASE (SELECT is_folder FROM entries WHERE id = ${id})
         WHEN 0 THEN dms_counted(${id}, ${parentOf(id)}) ELSE dms_structure_changed() END`,
      ],
      ['shares', change, 'dms_structure_changed()'],
      ['share_recipients', change === 'UPDATE' ? 'UPDATE OF share_id' : change, 'dms_structure_changed()'],
      ['share_groups', change === 'UPDATE' ? 'UPDATE OF share_id' : change, 'dms_structure_changed()'],
      ['group_members', change, 'dms_structure_changed()'],
      ['mount_names', change, 'dms_structure_changed()'],
    ];
  }),
  ['locks', 'UPDATE OF entry_id', 'dms_structure_changed()'],
  [
    'entries',
    'INSERT',
    'CASE WHEN NEW.parent_id IS NULL THEN dms_structure_changed() ELSE dms_changed(NULL, NEW.parent_id) END',
  ],
  ['entries', 'UPDATE', 'dms_changed(NEW.id, OLD.parent_id, NEW.parent_id)'],
  [
    'entries',
    'UPDATE OF parent_id, root_kind, owner_id, name',
    'CASE NEW.is_folder WHEN 1 THEN dms_structure_changed() END',
  ],
  [
    'entries',
    'DELETE',
    'CASE OLD.is_folder WHEN 1 THEN dms_structure_changed() ELSE dms_changed(OLD.id, OLD.parent_id) END',
  ],
  [
    'users',
    `UPDATE OF login, name, email, password_hash, is_admin, is_disabled, two_factor, language, quota_bytes, home_id,
       updated_at, last_login_at`,
    "dms_counted('user ' || NEW.id)",
  ],
  ['users', 'DELETE', "dms_counted('user ' || OLD.id)"],
  ...['INSERT', 'UPDATE', 'DELETE'].map((change) => [
    'incidents',
    change,
    `dms_counted('user ' || ${change === 'DELETE' ? 'OLD' : 'NEW'}.user_id)`,
  ]),
  ['tokens', 'UPDATE', "dms_counted('token ' || NEW.id)"],
  ['tokens', 'DELETE', "dms_counted('token ' || OLD.id)"],
  ['users', 'UPDATE OF login, name, is_admin, is_disabled, home_id', 'dms_structure_changed()'],
].map(
  ([table = '', change = '', call = ''], index) =>
    `CREATE TEMP TRIGGER dms_changed_${String(index)} AFTER ${change} ON main.${table} BEGIN SELECT ${call}; END`,
);

/** Versions that rise with each change, for the invalidation of cached values. */
export class ChangeCounters {
  readonly #versions = new Map<unknown, number>();
  #structure = 0;
  /** The latest version of any dependency. */
  #latest = 0;
  /** Version of all dependencies that are not in the map. */
  #ofOthers = 0;

  /**
   * @param sqlite the connection whose changes are counted, with the complete schema
   * @param tell called with each entry that changes, and with each folder whose list of members changes
   */
  constructor(sqlite: BetterSqlite.Database, tell: (change: EntryChange) => void) {
    const count = (dependencies: readonly unknown[]): void => {
      for (const dependency of dependencies) if (dependency !== null) this.#changed(dependency);
    };
    // The first argument is the entry or null, the others are folders that have or had it as a member.
    sqlite.function('dms_changed', { varargs: true }, (entryId: unknown, ...folderIds: unknown[]) => {
      count([entryId, ...folderIds]);
      if (typeof entryId === 'number') tell({ of: 'entry', id: entryId });
      for (const id of folderIds) if (typeof id === 'number') tell({ of: 'members', id });
      return null;
    });
    sqlite.function('dms_counted', { varargs: true }, (...dependencies: unknown[]) => {
      count(dependencies);
      return null;
    });
    sqlite.function('dms_structure_changed', () => {
      this.structureChanged();
      return null;
    });
    sqlite.exec(TRIGGERS.join(';'));
  }

  /** Rises with each change of folder locations or access rights. */
  get structure(): number {
    return this.#structure;
  }

  /** Rises with every counted change. */
  get latest(): number {
    return this.#latest;
  }

  /**
   * Version of a set of dependencies; rises when one of them or the structure changes. For a folder, every change
   * counts that its listing shows: its own data, its members with their heads, and the properties and locks of all of
   * them. A change of a member also counts for the member itself. The creation of a member counts for the folder only.
   */
  versionOf(dependencies: readonly Dependency[]): number {
    let version = this.#ofOthers;
    for (const dependency of dependencies) version = Math.max(version, this.#versions.get(dependency) ?? 0);
    return version;
  }

  /** Marks everything as changed. Call it when changes may have been missed or rolled back. */
  structureChanged(): void {
    this.#structure += 1;
    this.#latest += 1;
    this.#versions.clear();
    this.#ofOthers = this.#latest;
  }

  #changed(dependency: unknown): void {
    if (this.#versions.size >= MAX_DEPENDENCIES) this.structureChanged();
    this.#latest += 1;
    this.#versions.set(dependency, this.#latest);
  }
}
