import type { Knex } from 'knex';

/** Index of activities by action, to find the newest ones of one action. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX activities_by_action ON activities (action, id)');
}
