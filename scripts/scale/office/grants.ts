import type BetterSqlite from 'better-sqlite3';
import { freeName, nameKey } from '../../../src/model/entries/names.ts';

/** A folder that is shared. */
export interface Grant {
  readonly entryId: number;
  readonly name: string;
  /** Id of the user who shares it. */
  readonly by: number;
  /** Ids of the recipients. */
  readonly to: readonly number[];
  readonly permissions: number;
  /** Milliseconds UTC. */
  readonly at: number;
}

/**
 * Writes shares of folders, with the names that they have at the mount roots of their recipients. No folder at
 * the root of a recipient's home has the name of one that is shared with them.
 */
export class GrantWriter {
  readonly #insertShare: BetterSqlite.Statement<[number, number, number, number]>;
  readonly #insertName: BetterSqlite.Statement<[number, number, string, string]>;
  readonly #insertRecipient: BetterSqlite.Statement<[number, number, number | bigint]>;
  /** The names at the mount root of each recipient. */
  readonly #taken = new Map<number, Set<string>>();

  constructor(sqlite: BetterSqlite.Database) {
    this.#insertShare = sqlite.prepare(
      'INSERT INTO shares (entry_id, permissions, created_by, created_at) VALUES (?, ?, ?, ?)',
    );
    this.#insertName = sqlite.prepare(
      'INSERT INTO mount_names (user_id, entry_id, name, name_key) VALUES (?, ?, ?, ?)',
    );
    this.#insertRecipient = sqlite.prepare(
      'INSERT INTO share_recipients (user_id, entry_id, share_id) VALUES (?, ?, ?)',
    );
  }

  add({ entryId, name, by, to, permissions, at }: Grant): void {
    const share = this.#insertShare.run(entryId, permissions, by, at).lastInsertRowid;
    for (const recipient of to) {
      const taken = this.#taken.get(recipient) ?? new Set();
      this.#taken.set(recipient, taken);
      const given = freeName({ name, kind: 'folder' }, (wanted) => taken.has(nameKey(wanted)));
      taken.add(nameKey(given));
      this.#insertName.run(recipient, entryId, given, nameKey(given));
      this.#insertRecipient.run(recipient, entryId, share);
    }
  }
}
