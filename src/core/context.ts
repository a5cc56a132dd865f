import type { Logger } from '../log.ts';
import type { Database } from '../storage/sqlite/database.ts';

/** What the core is handed from outside: nothing of it is imported, so tests can put their own in. */
export interface Environment {
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Cryptographically strong random bytes. */
  readonly randomBytes: (size: number) => Buffer;
  readonly log: Logger;
}

/** What every use case of the core works with. */
export interface Context extends Environment {
  readonly database: Database;
}

/**
 * Runs a change: one transaction, then the wait for the disk. What `change` throws undoes all of it.
 * `change` starts at once, before anything is awaited, so that a face may check conditions right before the call.
 */
export async function commit<T>(context: Context, change: () => T): Promise<T> {
  const result = context.database.transaction(change);
  await context.database.durable();
  return result;
}
