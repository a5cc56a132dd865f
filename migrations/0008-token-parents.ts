import type { Knex } from 'knex';

const STATEMENTS = [
  // The token with which a token was made; NULL for one made with a session or on the command line. It goes
  // with it.
  'ALTER TABLE tokens ADD COLUMN parent_id INTEGER REFERENCES tokens (id) ON DELETE CASCADE',
  'CREATE INDEX tokens_by_parent ON tokens (parent_id) WHERE parent_id IS NOT NULL',
];

/** Tokens know with which token they were made. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
