import type { Logger } from '../log.ts';
import { createAccountTables } from '../storage/accounts/accounts.ts';
import { Blobs, type Incoming } from '../storage/blobs/blobs.ts';
import type { Database } from '../storage/database/database.ts';
import { createDerived } from '../storage/derived/derived.ts';
import { createTreeTables } from '../storage/tree/tree.ts';

/** Clock, randomness and log. The caller of the core provides them, so that tests can replace them. */
export interface Environment {
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Cryptographically strong random bytes. */
  readonly randomBytes: (size: number) => Buffer;
  /** Log of the process. Actions of users go to the activity log instead (`core/activity`). */
  readonly log: Logger;
}

/** Dependencies of every class of the core: database, tables, blobs, derived data, and the {@link Environment}. */
export interface Context extends Environment {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly derived: ReturnType<typeof createDerived>;
  readonly tables: ReturnType<typeof createTreeTables> & ReturnType<typeof createAccountTables>;
}

/**
 * Opens tables and blobs over an open database.
 * @param dataDirectory absolute path; the folders `blobs/` and `incoming/` are created in it
 * @param incoming default: the folder `incoming/` itself
 */
export function createContext(
  environment: Environment,
  database: Database,
  dataDirectory: string,
  incoming?: Incoming,
): Context {
  const { now, randomBytes, log } = environment;
  const tables = { ...createTreeTables(database), ...createAccountTables(database) };
  const derived = createDerived(database);
  const blobs = new Blobs(database, dataDirectory, incoming);
  return { now, randomBytes, log, database, derived, blobs, tables };
}
