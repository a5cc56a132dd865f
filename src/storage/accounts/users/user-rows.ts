import type { Language, TwoFactor, Usage, User, UserRecord } from '../../../model/people/user.ts';

/** A user with the password hash. */
export interface UserWithPassword {
  readonly user: User;
  /** Argon2id hash in PHC string format, with salt and parameters. */
  readonly passwordHash: string;
}

/** A row of the table `users`, as selected by {@link SELECT}. */
export interface Row {
  id: number;
  login: string;
  name: string;
  email: string;
  password_hash: string;
  is_admin: 0 | 1;
  is_disabled: 0 | 1;
  is_paused: 0 | 1;
  two_factor: TwoFactor;
  language: Language | null;
  quota_bytes: number | null;
  used_bytes: number;
  used_entries: number;
  home_id: number;
  created_at: number;
  updated_at: number;
  last_login_at: number | null;
}

/** Selects {@link Row}s. */
export const SELECT = `SELECT id, login, name, email, password_hash, is_admin, is_disabled, two_factor, language,
  quota_bytes, used_bytes, used_entries, home_id, created_at, updated_at, last_login_at,
  EXISTS (SELECT 1 FROM incidents i WHERE i.user_id = users.id AND i.lifted_at IS NULL AND i.action = 'pause')
    AS is_paused FROM users`;

/** The user of a row, with the password hash. */
export function withPassword(row: Row | undefined): UserWithPassword | undefined {
  return row && { user: userFrom(row), passwordHash: row.password_hash };
}

/** The user of a row. */
export function userFrom(row: Row): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    login: row.login,
    isAdmin: row.is_admin === 1,
    isDisabled: row.is_disabled === 1,
    isPaused: row.is_paused === 1,
    twoFactor: row.two_factor,
    language: row.language,
    quotaBytes: row.quota_bytes,
    homeId: row.home_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastLoginAt: row.last_login_at,
  };
}

/** The user of a row, with the usage of the home. */
export function recordFrom(row: Row): UserRecord {
  return { ...userFrom(row), used: usageFrom(row) };
}

/** The usage of the home in a row. */
export function usageFrom(row: Pick<Row, 'used_bytes' | 'used_entries'>): Usage {
  return { entries: row.used_entries, bytes: row.used_bytes };
}
