import type { Knex } from 'knex';

const STATEMENTS = [
  // What details and full_details say, for programs: {"code": …, "facts": {…}}; null in records from before this step.
  'ALTER TABLE activities ADD COLUMN data TEXT',
  'ALTER TABLE activities ADD COLUMN full_data TEXT',
];

/** Texts of the activity log with a code and facts. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
