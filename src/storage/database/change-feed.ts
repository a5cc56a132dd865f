import type BetterSqlite from 'better-sqlite3';

/** A change, as derived from the changed rows. */
export type Change =
  /** An entry, or a folder whose members have changed. */
  | { readonly of: 'entry'; readonly id: number }
  /** A user's account, credentials or sessions. */
  | { readonly of: 'account'; readonly userId: number }
  /** The shares with a user, or their names at the mount root. */
  | { readonly of: 'mount_root'; readonly userId: number }
  /** The trash of a user; null: the trash of administrators. */
  | { readonly of: 'trash'; readonly userId: number | null }
  /** A share of an entry; `userId`: its creator, or a recipient. */
  | { readonly of: 'share'; readonly entryId: number; readonly userId: number | null }
  /** Anything: another process has changed the database. */
  | { readonly of: 'everything' };

const ALWAYS = ['INSERT', 'DELETE', 'UPDATE'] as const;
const ACCOUNT = 'name, login, email, password_hash, is_admin, is_disabled, two_factor, language, quota_bytes';

function row(change: string): string {
  return change === 'DELETE' ? 'OLD' : 'NEW';
}

/** In addition to the triggers in `change-counters.ts`, which report entries. */
const TRIGGERS = [
  ...ALWAYS.flatMap((change) => {
    const at = row(change);
    return [
      ['shares', change, `dms_told('share', ${at}.entry_id, ${at}.created_by)`],
      ['share_recipients', change, `dms_told('share', ${at}.entry_id, ${at}.user_id)`],
      ['mount_names', change, `dms_told('mount_root', ${at}.user_id)`],
      ['locks', change, `dms_told('entry', ${at}.entry_id)`],
    ];
  }),
  ...['INSERT', 'DELETE'].flatMap((change) => {
    const at = row(change);
    return [
      ['share_recipients', change, `dms_told('mount_root', ${at}.user_id)`],
      [
        'trash',
        change,
        `dms_told('trash', ${at}.owner_id), CASE WHEN ${at}.deleted_by IS NOT NULL
         THEN dms_told('trash', ${at}.deleted_by) END`,
      ],
      ['sessions', change, `dms_told('account', ${at}.user_id)`],
      ['tokens', change, `dms_told('account', ${at}.user_id)`],
      ['second_factors', change, `dms_told('account', ${at}.user_id)`],
    ];
  }),
  ['users', `UPDATE OF ${ACCOUNT}`, "dms_told('account', NEW.id)"],
  ['users', 'DELETE', "dms_told('account', OLD.id)"],
  ['entries', 'INSERT', "CASE WHEN NEW.parent_id IS NULL THEN dms_told('entry', NEW.id) END"],
].map(
  ([table = '', change = '', call = ''], index) =>
    `CREATE TEMP TRIGGER dms_told_${String(index)} AFTER ${change} ON main.${table} BEGIN SELECT ${call}; END`,
);

/**
 * Reports each change to a listener while its transaction runs: the change may still be rolled back. Costs almost
 * nothing while there is no listener.
 */
export class ChangeFeed {
  #listener: ((change: Change) => void) | undefined;

  /** @param sqlite the connection whose changes are reported, with the complete schema */
  constructor(sqlite: BetterSqlite.Database) {
    sqlite.function('dms_told', { varargs: true }, (...told: unknown[]) => {
      const change = this.#listener && changeFrom(told);
      if (change) this.tell(change);
      return null;
    });
    sqlite.exec(TRIGGERS.join(';'));
  }

  /** @param listener must not throw; undefined: removes the listener */
  listen(listener: ((change: Change) => void) | undefined): void {
    this.#listener = listener;
  }

  tell(change: Change): void {
    this.#listener?.(change);
  }
}

function changeFrom([of, id, other]: readonly unknown[]): Change | undefined {
  if (of === 'trash') return { of, userId: typeof id === 'number' ? id : null };
  if (typeof id !== 'number') return undefined;
  if (of === 'share') return { of, entryId: id, userId: typeof other === 'number' ? other : null };
  if (of === 'account' || of === 'mount_root') return { of, userId: id };
  return of === 'entry' ? { of, id } : undefined;
}
