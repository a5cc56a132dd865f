import type { Knex } from 'knex';

const LEFT = `
  DELETE FROM mails WHERE share_id = OLD.share_id AND user_id = OLD.user_id;
  DELETE FROM shares WHERE id = OLD.share_id
    AND NOT EXISTS (SELECT 1 FROM share_recipients r WHERE r.share_id = OLD.share_id);`;

const STATEMENTS = [
  // Queued e-mails. A row is deleted when the mail server has accepted the e-mail, or when no more attempts are made.
  `CREATE TABLE mails (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    share_id INTEGER REFERENCES shares (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    name TEXT NOT NULL,
    subject TEXT NOT NULL,
    body_text TEXT NOT NULL,
    body_html TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX mails_by_due ON mails (due_at)',
  'CREATE INDEX mails_by_expiry ON mails (expires_at)',
  'CREATE INDEX mails_by_user ON mails (user_id)',
  'CREATE INDEX mails_by_share ON mails (share_id, user_id)',
  'ALTER TABLE share_recipients ADD COLUMN notified_at INTEGER',
  // A user who is removed from a share no longer receives its e-mail. A share without recipients is deleted.
  `CREATE TRIGGER share_recipient_gone AFTER DELETE ON share_recipients BEGIN ${LEFT} END`,
  `CREATE TRIGGER share_recipient_elsewhere AFTER UPDATE OF share_id ON share_recipients BEGIN ${LEFT} END`,
  `DELETE FROM shares WHERE NOT EXISTS (SELECT 1 FROM share_recipients r WHERE r.share_id = shares.id)`,
  'CREATE INDEX shares_by_expiry ON shares (expires_at) WHERE expires_at IS NOT NULL',
];

/**
 * Adds the mail queue, and the time at which a recipient of a share was notified (docs/build/contract/e-mail.md §22).
 */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
