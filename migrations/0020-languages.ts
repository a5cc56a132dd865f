import type { Knex } from 'knex';

/** The language in which a user wants to read pages. Null: that of the browser. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE users ADD COLUMN language TEXT CHECK (language IN ('de', 'en'))");
}
