import { createHash } from 'node:crypto';
import type { Snapshot } from './connection/snapshot.ts';

/** Steps of the schema that each database has, from its first moment on. */
const STEPS = 5;

/**
 * Tells a database from those of all other offices: SHA-256 of the milliseconds at which it was made, hexadecimal. A copy
 * and a restored database have the same.
 */
export function officeIdOf(database: Pick<Snapshot, 'prepare'>): string {
  const times = database
    .prepare<[number], number>('SELECT migration_time FROM schema_migrations ORDER BY id LIMIT ?')
    .pluck()
    .all(STEPS);
  return createHash('sha256').update(times.join(' ')).digest('hex');
}
