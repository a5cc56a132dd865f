import type { Knex } from 'knex';

const STATEMENTS = [
  // The trash of a user is a union of three ranges, each in the order of the list: deletions from the user's home, the
  // user's deletions from other homes, and the user's deletions from system folders.
  'CREATE INDEX trash_of_others ON trash (deleted_by, deleted_at, entry_id, owner_id) WHERE deleted_by <> owner_id',
  'DROP INDEX trash_by_deleted_by',
  'CREATE INDEX trash_by_deleted_by ON trash (deleted_by, owner_id, deleted_at)',

  // Includes the user, so that the users' own activities in a folder can be counted separately.
  'DROP INDEX activities_by_place',
  'CREATE INDEX activities_by_place ON activities (place_id, id, action, user_login, at, user_id)',
];

/** Indexes that make the cost of a page independent of the length of the list. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
