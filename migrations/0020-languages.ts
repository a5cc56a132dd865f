import type { Knex } from 'knex';

/** Adds the preferred language of a user. NULL: the language of the browser. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE users ADD COLUMN language TEXT CHECK (language IN ('de', 'en'))");
}
