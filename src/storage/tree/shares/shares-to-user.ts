import type { RootKind } from '../../../model/entries/entry.ts';
import type { Database, Statement } from '../../database/database.ts';
import type { Placed } from '../ancestry.ts';

/** A share from the perspective of one user, with the shared entry. Cheaper than the complete share. */
export interface ShareToUser {
  readonly id: number;
  readonly entry: Placed;
  readonly isFolder: boolean;
  /** True if the user created the share. */
  readonly isCreator: boolean;
  /** True also if the user receives the share as a member of a group. */
  readonly isRecipient: boolean;
}

interface Row {
  shareId: number;
  id: number;
  name: string;
  parentId: number | null;
  rootKind: RootKind | null;
  ownerId: number | null;
  isFolder: 0 | 1;
  isCreator: 0 | 1;
  isRecipient: 0 | 1;
}

type Values = { user: number; now: number; after: number; limit: number };

const COLUMNS = `s.id AS shareId, e.id, e.name, e.parent_id AS parentId, e.root_kind AS rootKind,
  e.owner_id AS ownerId, e.is_folder AS isFolder, s.created_by IS @user AS isCreator,
  EXISTS (SELECT 1 FROM grants r
    WHERE r.user_id = @user AND r.entry_id = s.entry_id AND r.share_id = s.id) AS isRecipient`;
const ENTRY = 'CROSS JOIN entries e ON e.id = s.entry_id';
const ACTIVE = '(s.expires_at IS NULL OR s.expires_at > @now)';

/** Selection of shares: on an entry, made by the user, or received by the user. */
export type ShareRange = { readonly on: number } | 'made' | 'received';

/** Shares from the perspective of one user, in slices. Expired shares are omitted. */
export class SharesToUser {
  readonly #on: Statement<[Values & { entry: number }], Row>;
  readonly #made: Statement<[Values], Row>;
  readonly #received: Statement<[Values], Row>;

  constructor(database: Database) {
    this.#on = database.prepare(
      `SELECT ${COLUMNS} FROM shares s ${ENTRY}
       WHERE s.entry_id = @entry AND s.id > @after AND ${ACTIVE} ORDER BY s.id LIMIT @limit`,
    );
    this.#made = database.prepare(
      `SELECT ${COLUMNS} FROM shares s ${ENTRY}
       WHERE s.created_by = @user AND s.id > @after AND ${ACTIVE} ORDER BY s.id LIMIT @limit`,
    );
    this.#received = database.prepare(
      `SELECT ${COLUMNS} FROM shares s ${ENTRY}
       WHERE s.id IN (SELECT share_id FROM grants WHERE user_id = @user) AND s.id > @after AND ${ACTIVE}
       ORDER BY s.id LIMIT @limit`,
    );
  }

  /**
   * A slice of shares.
   * @param now milliseconds UTC
   * @param after 0 for the first slice, otherwise `next` of the previous slice
   * @returns `next`: undefined after the last slice
   */
  listAfter(
    range: ShareRange,
    user: number,
    now: number,
    after: number,
    limit: number,
  ): { shares: ShareToUser[]; next: number | undefined } {
    const values = { user, now, after, limit };
    const rows =
      typeof range === 'object'
        ? this.#on.all({ ...values, entry: range.on })
        : (range === 'made' ? this.#made : this.#received).all(values);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return { shares: rows.map(shareFrom), next: last?.shareId };
  }
}

function shareFrom(row: Row): ShareToUser {
  const { shareId, isFolder, isCreator, isRecipient, ...entry } = row;
  return {
    id: shareId,
    entry,
    isFolder: isFolder === 1,
    isCreator: isCreator === 1,
    isRecipient: isRecipient === 1,
  };
}
