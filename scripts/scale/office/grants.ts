import type BetterSqlite from 'better-sqlite3';
import { freeName, nameKey } from '../../../src/model/entries/names.ts';
import type { OfficeGroup } from './groups.ts';

/** A shared folder. */
export interface Grant {
  readonly entryId: number;
  readonly name: string;
  /** User id of the sharer. */
  readonly by: number;
  /** User ids of the recipients, or a group. */
  readonly to: readonly number[] | OfficeGroup;
  readonly permissions: number;
  /** Milliseconds UTC. */
  readonly at: number;
}

/**
 * Writes shares of folders, with their names in the mount roots of the recipients. The name of a shared folder must not
 * occur at the root of a recipient's home.
 */
export class GrantWriter {
  readonly #insertShare: BetterSqlite.Statement<[number, number, number, number]>;
  readonly #insertName: BetterSqlite.Statement<[number, number, string, string]>;
  readonly #insertRecipient: BetterSqlite.Statement<[number, number, number | bigint]>;
  readonly #insertGroup: BetterSqlite.Statement<[number, number, number | bigint]>;
  /** Names in the mount root of each recipient. */
  readonly #taken = new Map<number, Set<string>>();

  constructor(sqlite: BetterSqlite.Database) {
    this.#insertShare = sqlite.prepare(
      'INSERT INTO shares (entry_id, permissions, created_by, created_at) VALUES (?, ?, ?, ?)',
    );
    this.#insertName = sqlite.prepare(
      'INSERT OR IGNORE INTO mount_names (user_id, entry_id, name, name_key) VALUES (?, ?, ?, ?)',
    );
    this.#insertRecipient = sqlite.prepare(
      'INSERT INTO share_recipients (user_id, entry_id, share_id) VALUES (?, ?, ?)',
    );
    this.#insertGroup = sqlite.prepare(
      'INSERT INTO share_groups (group_id, entry_id, share_id) VALUES (?, ?, ?)',
    );
  }

  add(grant: Grant): void {
    const { entryId, by, to, permissions, at } = grant;
    const share = this.#insertShare.run(entryId, permissions, by, at).lastInsertRowid;
    if ('members' in to) {
      for (const member of to.members) if (member !== by) this.#giveName(member, grant);
      this.#insertGroup.run(to.id, entryId, share);
      return;
    }
    for (const recipient of to) {
      this.#giveName(recipient, grant);
      this.#insertRecipient.run(recipient, entryId, share);
    }
  }

  #giveName(recipient: number, { entryId, name }: Grant): void {
    const taken = this.#taken.get(recipient) ?? new Set();
    this.#taken.set(recipient, taken);
    const given = freeName({ name, kind: 'folder' }, (wanted) => taken.has(nameKey(wanted)));
    taken.add(nameKey(given));
    this.#insertName.run(recipient, entryId, given, nameKey(given));
  }
}
