import { createHash } from 'node:crypto';
import type { Snapshot } from './connection/snapshot.ts';

/** Number of migrations that every database contains from its creation on. */
const STEPS = 5;

/**
 * Identifier of the installation that a database belongs to: SHA-256 of the migration times at its creation
 * (milliseconds), hexadecimal. A copy and a restored database keep the identifier.
 */
export function officeIdOf(database: Pick<Snapshot, 'prepare'>): string {
  const times = database
    .prepare<[number], number>('SELECT migration_time FROM schema_migrations ORDER BY id LIMIT ?')
    .pluck()
    .all(STEPS);
  return createHash('sha256').update(times.join(' ')).digest('hex');
}
