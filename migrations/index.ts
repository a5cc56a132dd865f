import type { Knex } from 'knex';

/** A migration of the schema. Each one runs in its own transaction. */
export interface Migration {
  /** Name that is stored in the table `schema_migrations` when the migration has been applied. */
  readonly name: string;
  up(knex: Knex): Promise<void>;
}

function step(name: string, load: () => Promise<Pick<Migration, 'up'>>): Migration {
  return { name, up: async (knex) => (await load()).up(knex) };
}

/**
 * All migrations in order; each is loaded when it is applied. There was never a migration 0011. Listed by hand, so that
 * a bundled program contains them.
 */
export const migrations: readonly Migration[] = [
  step('0001-initial', () => import('./0001-initial.ts')),
  step('0002-departures', () => import('./0002-departures.ts')),
  step('0003-search-queue', () => import('./0003-search-queue.ts')),
  step('0004-mails', () => import('./0004-mails.ts')),
  step('0005-two-factor', () => import('./0005-two-factor.ts')),
  step('0006-activity', () => import('./0006-activity.ts')),
  step('0007-mount-names', () => import('./0007-mount-names.ts')),
  step('0008-token-parents', () => import('./0008-token-parents.ts')),
  step('0009-used-entries', () => import('./0009-used-entries.ts')),
  step('0010-erasures', () => import('./0010-erasures.ts')),
  step('0012-known-addresses', () => import('./0012-known-addresses.ts')),
  step('0013-long-lists', () => import('./0013-long-lists.ts')),
  step('0014-busy-documents', () => import('./0014-busy-documents.ts')),
  step('0015-activity-actions', () => import('./0015-activity-actions.ts')),
  step('0016-derived-index', () => import('./0016-derived-index.ts')),
  step('0017-backups', () => import('./0017-backups.ts')),
  step('0018-unfinished-uploads', () => import('./0018-unfinished-uploads.ts')),
  step('0019-password-links', () => import('./0019-password-links.ts')),
  step('0020-languages', () => import('./0020-languages.ts')),
  step('0021-activity-data', () => import('./0021-activity-data.ts')),
  step('0022-complete-uploads', () => import('./0022-complete-uploads.ts')),
  step('0023-counted-details', () => import('./0023-counted-details.ts')),
  step('0024-favourites', () => import('./0024-favourites.ts')),
  step('0025-openings', () => import('./0025-openings.ts')),
  step('0026-links', () => import('./0026-links.ts')),
  step('0027-groups', () => import('./0027-groups.ts')),
  step('0028-link-uploads', () => import('./0028-link-uploads.ts')),
  step('0029-edit-addresses', () => import('./0029-edit-addresses.ts')),
  step('0030-places', () => import('./0030-places.ts')),
  step('0031-undos', () => import('./0031-undos.ts')),
  step('0032-incidents', () => import('./0032-incidents.ts')),
  step('0033-tree-numbers', () => import('./0033-tree-numbers.ts')),
  step('0034-upload-chunks', () => import('./0034-upload-chunks.ts')),
  step('0035-tree-departures', () => import('./0035-tree-departures.ts')),
];
