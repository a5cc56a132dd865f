import type { Knex } from 'knex';

/** Complete uploads of a user, the newest of which are kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'CREATE INDEX unfinished_uploads_complete ON unfinished_uploads (user_id, expires_at, id) WHERE entry_id IS NOT NULL',
  );
}
