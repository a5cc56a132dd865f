import type { Knex } from 'knex';

const STATEMENTS = [
  // Uploads of sync clients. client_id: chosen by the client; null: another upload. total_bytes: announced length; null:
  // not announced, and length_bytes grows with the chunks. path: destination from the mount root, empty while it is not
  // known. outcome, version: of the stored content, whose SHA-256 and time are in sha256 and modified_at.
  'ALTER TABLE unfinished_uploads ADD COLUMN client_id TEXT',
  'ALTER TABLE unfinished_uploads ADD COLUMN total_bytes INTEGER',
  "ALTER TABLE unfinished_uploads ADD COLUMN outcome TEXT CHECK (outcome IN ('created', 'replaced', 'unchanged'))",
  'ALTER TABLE unfinished_uploads ADD COLUMN version INTEGER',
  `CREATE UNIQUE INDEX unfinished_uploads_by_client_id ON unfinished_uploads (user_id, client_id)
   WHERE client_id IS NOT NULL`,
  // The complete chunks of an upload, in their order from number 1. name: as the client sent it.
  `CREATE TABLE upload_chunks (
    upload_id INTEGER NOT NULL REFERENCES unfinished_uploads (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
    PRIMARY KEY (upload_id, number)
  ) STRICT, WITHOUT ROWID`,
];

/** Adds uploads in chunks, which sync clients send. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
