import type { Knex } from 'knex';

/** Finds the newest activities of one kind without a look at all others. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX activities_by_action ON activities (action, id)');
}
