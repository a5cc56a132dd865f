import type { RootKind } from '../model/entry.ts';
import type { Database, Statement } from './database.ts';

/** An entry on the way up to a root, with the bits that one user was granted on it. */
export interface Ancestor {
  readonly id: number;
  readonly name: string;
  readonly rootKind: RootKind | null;
  readonly ownerId: number | null;
  /** 0 without a grant. */
  readonly granted: number;
}

interface Row {
  id: number;
  name: string;
  root_kind: RootKind | null;
  owner_id: number | null;
  granted: number | null;
}

/** The ways up. */
export class Ancestry {
  readonly #list: Statement<[number, number, number], Row>;

  constructor(database: Database) {
    this.#list = database.prepare(
      `WITH RECURSIVE up (id, name, parent_id, root_kind, owner_id, level) AS (
         SELECT id, name, parent_id, root_kind, owner_id, 0 FROM entries WHERE id = ?
         UNION ALL
         SELECT p.id, p.name, p.parent_id, p.root_kind, p.owner_id, up.level + 1
         FROM up JOIN entries p ON p.id = up.parent_id
       )
       SELECT up.id, up.name, up.root_kind, up.owner_id, (
         SELECT s.permissions FROM share_recipients r JOIN shares s ON s.id = r.share_id
         WHERE r.user_id = ? AND r.entry_id = up.id AND (s.expires_at IS NULL OR s.expires_at > ?)
       ) AS granted
       FROM up ORDER BY up.level`,
    );
  }

  /** From the entry itself up to its root; empty when there is no such entry. */
  list(entryId: number, userId: number, now: number): Ancestor[] {
    return this.#list.all(entryId, userId, now).map((row) => ({
      id: row.id,
      name: row.name,
      rootKind: row.root_kind,
      ownerId: row.owner_id,
      granted: row.granted ?? 0,
    }));
  }
}
