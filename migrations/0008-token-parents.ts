import type { Knex } from 'knex';

const STATEMENTS = [
  // The token that created a token; NULL for one created with a session or on the command line. Deleting the parent
  // deletes the token.
  'ALTER TABLE tokens ADD COLUMN parent_id INTEGER REFERENCES tokens (id) ON DELETE CASCADE',
  'CREATE INDEX tokens_by_parent ON tokens (parent_id) WHERE parent_id IS NOT NULL',
];

/** Records which token created a token. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
