import type { Knex } from 'knex';

const STATEMENTS = [
  'ALTER TABLE links ADD COLUMN max_files INTEGER',
  'ALTER TABLE links ADD COLUMN max_bytes INTEGER',
  'ALTER TABLE links ADD COLUMN files INTEGER NOT NULL DEFAULT 0',
  // A visitor from whom at least one file was stored. secret_sha256: of the secret in a cookie. mail_id: the last e-mail
  // about the visit, queued or sent.
  `CREATE TABLE link_visits (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    link_id INTEGER NOT NULL REFERENCES links (id) ON DELETE CASCADE,
    secret_sha256 TEXT NOT NULL,
    files INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    mail_id INTEGER,
    mailed_at INTEGER,
    UNIQUE (link_id, secret_sha256)
  ) STRICT`,
  // The files of a visit, from number 1, with their names as sent: a name in the folder would tell which ones are taken.
  `CREATE TABLE link_files (
    visit_id INTEGER NOT NULL REFERENCES link_visits (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    PRIMARY KEY (visit_id, number)
  ) STRICT, WITHOUT ROWID`,
  // The link that the e-mail contains; null for none.
  'ALTER TABLE mails ADD COLUMN link_id INTEGER REFERENCES links (id) ON DELETE CASCADE',
  'CREATE INDEX mails_by_link ON mails (link_id) WHERE link_id IS NOT NULL',
  // The visit that sends the upload; null: its user does.
  'ALTER TABLE unfinished_uploads ADD COLUMN link_id INTEGER REFERENCES links (id) ON DELETE CASCADE',
  'ALTER TABLE unfinished_uploads ADD COLUMN visit_sha256 TEXT',
  'CREATE INDEX unfinished_uploads_by_link ON unfinished_uploads (link_id) WHERE link_id IS NOT NULL',
];

/** Links with which visitors send files, and uploads of these visitors. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
