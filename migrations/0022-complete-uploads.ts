import type { Knex } from 'knex';

/** Index of the complete uploads of a user, of which only the newest are kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'CREATE INDEX unfinished_uploads_complete ON unfinished_uploads (user_id, expires_at, id) WHERE entry_id IS NOT NULL',
  );
}
