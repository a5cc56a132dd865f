import type { Logger } from '../log.ts';
import { createAccountTables } from '../storage/accounts/accounts.ts';
import { Blobs } from '../storage/blobs/blobs.ts';
import type { Database } from '../storage/database.ts';
import { createTreeTables } from '../storage/tree/tree.ts';

/** What the core is handed from outside. Nothing of it is imported, so tests can put their own in its place. */
export interface Environment {
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Cryptographically strong random bytes. */
  readonly randomBytes: (size: number) => Buffer;
  /** The log of the program. What users do is recorded by the `activity` room. */
  readonly log: Logger;
}

/** Everything that is stored: what each use case of the core works with. */
export interface Context extends Environment {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly tables: ReturnType<typeof createTreeTables> & ReturnType<typeof createAccountTables>;
}

/** @param dataDirectory absolute path; `blobs/` and `incoming/` are made in it */
export function createContext(environment: Environment, database: Database, dataDirectory: string): Context {
  const { now, randomBytes, log } = environment;
  const tables = { ...createTreeTables(database), ...createAccountTables(database) };
  return { now, randomBytes, log, database, blobs: new Blobs(database, dataDirectory), tables };
}

/**
 * Runs a change: one transaction, then the wait for the disk. An error that `change` throws undoes all of it.
 * `change` runs before this function returns its promise, so nothing comes between the caller's checks and the change.
 */
export async function commit<T>(context: Context, change: () => T): Promise<T> {
  const result = context.database.transaction(change);
  await context.database.durable();
  return result;
}
