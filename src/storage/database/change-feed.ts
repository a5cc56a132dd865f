import type BetterSqlite from 'better-sqlite3';
import type { EntryChange } from './change-counters.ts';

/** A change, as derived from the changed rows. Times in milliseconds UTC. */
export type Change =
  | EntryChange
  /** An entry that was moved, deleted or restored. `from`, `to`: its folders; null for a root, or in the trash. */
  | { readonly of: 'moved'; readonly id: number; readonly from: number | null; readonly to: number | null }
  /** The new name of an entry with shares on it or beneath it. Its folder gets `members`, as for every new name. */
  | { readonly of: 'renamed'; readonly id: number }
  /** A lock that begins, changes or ends. `isDeep`: it covers what is beneath the entry. */
  | {
      readonly of: 'lock';
      readonly entryId: number;
      readonly isDeep: boolean;
      readonly expiresAt: number | null;
    }
  /** The system folders. */
  | { readonly of: 'system' }
  /** A user's account, credentials or sessions. */
  | { readonly of: 'account'; readonly userId: number }
  /** A user who becomes, or is no longer, an administrator. */
  | { readonly of: 'rights'; readonly userId: number }
  /** Names at the mount root of a user. */
  | { readonly of: 'mount_root'; readonly userId: number }
  /** The trash of a user; null: the trash of administrators. */
  | { readonly of: 'trash'; readonly userId: number | null }
  /** A share, for its creator. */
  | {
      readonly of: 'share';
      readonly entryId: number;
      readonly userId: number | null;
      readonly expiresAt: number | null;
    }
  /** A share, for a recipient. */
  | {
      readonly of: 'grant';
      readonly entryId: number;
      readonly userId: number;
      readonly expiresAt: number | null;
    }
  /** A user who begins or ceases to receive a share as a member of a group. */
  | { readonly of: 'membership'; readonly entryId: number; readonly userId: number }
  /** An entry that a user marks as a favourite, or no longer. */
  | { readonly of: 'favourite'; readonly entryId: number; readonly userId: number }
  /** A share that begins or ends: the entry may become, or be no longer, one that is shared. */
  | {
      readonly of: 'begun' | 'ended';
      readonly entryId: number;
      readonly shareId: number;
      readonly expiresAt: number | null;
    }
  /** Anything: another process has changed the database, or an account was deleted. */
  | { readonly of: 'everything' };

/** A trigger: the table, when it fires, what it tells, and its condition. */
type Told = readonly [table: string, change: string, tells: string, condition?: string | undefined];

const ALL = ['INSERT', 'UPDATE', 'DELETE'] as const;
const ACCOUNT = 'name, login, email, password_hash, is_admin, is_disabled, two_factor, language, quota_bytes';

const rowOf = (change: string) => (change === 'DELETE' ? 'OLD' : 'NEW');
const each = (changes: readonly string[], told: (change: string, row: string) => readonly Told[]) =>
  changes.flatMap((change) => told(change, rowOf(change)));
const creatorOf = (row: string) => `(SELECT created_by FROM shares WHERE id = ${row}.share_id)`;
const recipientsOf = (row: string, of: 'share' | 'grant') =>
  `dms_told('${of}', r.entry_id, r.user_id, ${row}.expires_at) FROM grants r WHERE r.share_id = ${row}.id`;
/** False if the row is deleted with its entry, which was in the trash: no user saw it. */
const IS_SEEN = 'EXISTS (SELECT 1 FROM entries WHERE id = OLD.entry_id)';

const SHARES: readonly Told[] = [
  ...each(ALL, (change, row): Told[] => [
    [
      'shares',
      change,
      `dms_told('share', ${row}.entry_id, ${row}.created_by, ${row}.expires_at)`,
      change === 'DELETE' ? IS_SEEN : undefined,
    ],
  ]),
  ['shares', 'INSERT', "dms_told('begun', NEW.entry_id, NEW.id, NEW.expires_at)"],
  ['shares', 'DELETE', "dms_told('ended', OLD.entry_id, OLD.id, OLD.expires_at)", IS_SEEN],
  ['shares', 'UPDATE', recipientsOf('NEW', 'share')],
  ['shares', 'UPDATE OF permissions', recipientsOf('NEW', 'grant'), 'NEW.permissions <> OLD.permissions'],
  // Before, because the recipients are deleted with the share.
  ['shares', 'BEFORE DELETE', recipientsOf('OLD', 'grant'), IS_SEEN],
  ...each(ALL, (change, row): Told[] => [
    [
      'share_recipients',
      change,
      `dms_told('grant', ${row}.entry_id, ${row}.user_id, NULL),
       dms_told('share', ${row}.entry_id, ${creatorOf(row)}, NULL)`,
      `EXISTS (SELECT 1 FROM shares WHERE id = ${row}.share_id)`,
    ],
  ]),
  ...each(ALL, (change, row): Told[] => [
    [
      'share_groups',
      change,
      `dms_told('grant', ${row}.entry_id, m.user_id, NULL) FROM group_members m WHERE m.group_id = ${row}.group_id`,
      change === 'DELETE' ? IS_SEEN : undefined,
    ],
    [
      'share_groups',
      change,
      `dms_told('share', ${row}.entry_id, ${creatorOf(row)}, NULL)`,
      `EXISTS (SELECT 1 FROM shares WHERE id = ${row}.share_id)`,
    ],
  ]),
  ['share_groups', 'UPDATE OF share_id', `dms_told('share', OLD.entry_id, ${creatorOf('OLD')}, NULL)`],
  ...each(['INSERT', 'DELETE'], (change, row): Told[] => [
    [
      'group_members',
      change,
      `dms_told('membership', g.entry_id, ${row}.user_id) FROM share_groups g WHERE g.group_id = ${row}.group_id`,
    ],
    ['group_members', change, `dms_told('account', ${row}.user_id)`],
  ]),
  [
    'groups',
    'UPDATE OF name',
    "dms_told('account', m.user_id) FROM group_members m WHERE m.group_id = NEW.id",
  ],
  [
    'groups',
    'UPDATE OF name',
    `dms_told('share', g.entry_id, m.user_id, NULL) FROM share_groups g
     JOIN group_members m ON m.group_id = g.group_id WHERE g.group_id = NEW.id`,
  ],
  [
    'groups',
    'UPDATE OF name',
    `dms_told('share', g.entry_id, s.created_by, NULL) FROM share_groups g
     JOIN shares s ON s.id = g.share_id WHERE g.group_id = NEW.id`,
  ],
  // Another share takes the place of this one for the recipient.
  ['share_recipients', 'UPDATE OF share_id', `dms_told('share', OLD.entry_id, ${creatorOf('OLD')}, NULL)`],
  ['mount_names', 'UPDATE OF name, name_key', "dms_told('mount_root', NEW.user_id)"],
  // A name that is free again may be that of a system folder.
  [
    'mount_names',
    'DELETE',
    "dms_told('mount_root', OLD.user_id)",
    'EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND is_admin = 1)',
  ],
];

/** Moves of a document matter only for the shares of the document itself. */
const HAS_SHARES = '(NEW.is_folder = 1 OR EXISTS (SELECT 1 FROM shares WHERE entry_id = NEW.id))';

const ENTRIES: readonly Told[] = [
  ['entries', 'INSERT', "dms_told('entry', NEW.id)", 'NEW.parent_id IS NULL'],
  ['entries', 'INSERT', "dms_told('system')", "NEW.root_kind = 'system'"],
  ['entries', 'DELETE', "dms_told('members', OLD.parent_id)", 'OLD.is_folder = 1'],
  [
    'entries',
    'UPDATE OF parent_id, root_kind, owner_id',
    "dms_told('moved', NEW.id, OLD.parent_id, NEW.parent_id)",
    `(NEW.parent_id IS NOT OLD.parent_id OR NEW.root_kind IS NOT OLD.root_kind
      OR NEW.owner_id IS NOT OLD.owner_id) AND ${HAS_SHARES}`,
  ],
  [
    'entries',
    'UPDATE OF root_kind',
    "dms_told('system')",
    "NEW.root_kind IS NOT OLD.root_kind AND 'system' IN (NEW.root_kind, OLD.root_kind)",
  ],
  ['entries', 'UPDATE OF name', "dms_told('renamed', NEW.id)", `NEW.name <> OLD.name AND ${HAS_SHARES}`],
  // Versions are deleted with their document, which then no longer exists.
  [
    'versions',
    'DELETE',
    "dms_told('entry', OLD.document_id), dms_told('members', (SELECT parent_id FROM entries WHERE id = OLD.document_id))",
    'EXISTS (SELECT 1 FROM documents WHERE entry_id = OLD.document_id)',
  ],
  ...each(ALL, (change, row) => [
    ['locks', change, `dms_told('lock', ${row}.entry_id, ${row}.expires_at, ${row}.depth = 'infinity')`],
  ]),
  ...each(ALL, (change, row) => [['trash', change, `dms_told('trash', ${row}.owner_id)`]]),
  ...each(['INSERT', 'DELETE'], (change, row) => [
    ['trash', change, `dms_told('trash', ${row}.deleted_by)`, `${row}.deleted_by IS NOT NULL`],
  ]),
];

const ACCOUNTS: readonly Told[] = [
  ...['sessions', 'tokens'].flatMap((table) =>
    each(['INSERT', 'DELETE'], (change, row): Told[] => [
      [table, change, `dms_told('account', ${row}.user_id)`],
    ]),
  ),
  ['users', `UPDATE OF ${ACCOUNT}`, "dms_told('account', NEW.id)"],
  ['users', 'UPDATE OF is_admin', "dms_told('rights', NEW.id)", 'NEW.is_admin <> OLD.is_admin'],
  // The home and all that names the user.
  ['users', 'DELETE', "dms_told('everything')"],
];

const FAVOURITES: readonly Told[] = each(['INSERT', 'DELETE'], (change, row) => [
  [
    'favourites',
    change,
    `dms_told('favourite', ${row}.entry_id, ${row}.user_id)`,
    change === 'DELETE' ? IS_SEEN : undefined,
  ],
]);

/**
 * In addition to the triggers in `change-counters.ts`, which report entries. `test/storage/database/told-tables.test.ts`
 * fails for a table or column of which no trigger tells.
 */
const TRIGGERS = [...SHARES, ...ENTRIES, ...ACCOUNTS, ...FAVOURITES].map(
  ([table, change, tells, condition], index) => {
    const when = condition === undefined ? '' : `WHEN ${condition}`;
    const time = change.startsWith('BEFORE') ? change : `AFTER ${change}`;
    return `CREATE TEMP TRIGGER dms_told_${String(index)} ${time} ON main.${table} ${when} BEGIN SELECT ${tells}; END`;
  },
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

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);

type Id = readonly [id: number, other: number | null, last: number | null];

/** Changes of one id; `other` and `last` are the further arguments of `dms_told`. */
const OF_ID: Readonly<Record<string, (...told: Id) => Change | undefined>> = {
  entry: (id) => ({ of: 'entry', id }),
  members: (id) => ({ of: 'members', id }),
  moved: (id, from, to) => ({ of: 'moved', id, from, to }),
  renamed: (id) => ({ of: 'renamed', id }),
  lock: (entryId, expiresAt, isDeep) => ({ of: 'lock', entryId, isDeep: isDeep === 1, expiresAt }),
  account: (userId) => ({ of: 'account', userId }),
  rights: (userId) => ({ of: 'rights', userId }),
  mount_root: (userId) => ({ of: 'mount_root', userId }),
  share: (entryId, userId, expiresAt) => ({ of: 'share', entryId, userId, expiresAt }),
  grant: (entryId, userId, expiresAt) =>
    userId === null ? undefined : { of: 'grant', entryId, userId, expiresAt },
  membership: (entryId, userId) => (userId === null ? undefined : { of: 'membership', entryId, userId }),
  favourite: (entryId, userId) => (userId === null ? undefined : { of: 'favourite', entryId, userId }),
  begun: (entryId, shareId, expiresAt) =>
    shareId === null ? undefined : { of: 'begun', entryId, shareId, expiresAt },
  ended: (entryId, shareId, expiresAt) =>
    shareId === null ? undefined : { of: 'ended', entryId, shareId, expiresAt },
};

function changeFrom([of, id, other, last]: readonly unknown[]): Change | undefined {
  if (of === 'system' || of === 'everything') return { of };
  if (of === 'trash') return { of, userId: numberOrNull(id) };
  return typeof id === 'number'
    ? OF_ID[String(of)]?.(id, numberOrNull(other), numberOrNull(last))
    : undefined;
}
