import type { Knex } from 'knex';

const STATEMENTS = [
  // The second factor of each user. While users.two_factor is 'off', the user has not confirmed it yet.
  `CREATE TABLE second_factors (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    method TEXT NOT NULL CHECK (method IN ('email', 'totp')),
    sealed_secret BLOB,
    last_step INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    blocked_until INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    CHECK ((method = 'totp') = (sealed_secret IS NOT NULL))
  ) STRICT`,

  // Codes sent by e-mail. code_mac is NULL once the code is used or invalid. Only a user's last code is valid.
  `CREATE TABLE email_codes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_mac TEXT,
    sent_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX email_codes_by_user ON email_codes (user_id, sent_at)',

  // Each row is an unused recovery code.
  `CREATE TABLE recovery_codes (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_sha256 TEXT NOT NULL,
    PRIMARY KEY (user_id, code_sha256)
  ) STRICT, WITHOUT ROWID`,
];

/** Adds two-factor sign-in (docs/build/contract/sign-in.md §10). */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
