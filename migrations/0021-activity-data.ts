import type { Knex } from 'knex';

const STATEMENTS = [
  // details and full_details in machine-readable form: {"code": …, "facts": {…}}; NULL in older records.
  'ALTER TABLE activities ADD COLUMN data TEXT',
  'ALTER TABLE activities ADD COLUMN full_data TEXT',
];

/** Adds message codes and facts to the activity log. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
