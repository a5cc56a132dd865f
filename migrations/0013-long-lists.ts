import type { Knex } from 'knex';

const STATEMENTS = [
  // The trash that a user sees is a union of three ranges, each in the order of the list: what was in the user's
  // home, what the user deleted from other homes, and what the user deleted from system folders.
  'CREATE INDEX trash_of_others ON trash (deleted_by, deleted_at, entry_id, owner_id) WHERE deleted_by <> owner_id',
  'DROP INDEX trash_by_deleted_by',
  'CREATE INDEX trash_by_deleted_by ON trash (deleted_by, owner_id, deleted_at)',

  // Who did it is in the index, so that what users did themselves in a folder can be counted apart.
  'DROP INDEX activities_by_place',
  'CREATE INDEX activities_by_place ON activities (place_id, id, action, user_login, at, user_id)',
];

/** Indexes with which a page of a long list costs what the page costs. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
