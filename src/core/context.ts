import type { Logger } from '../log.ts';
import { createAccountTables } from '../storage/accounts/accounts.ts';
import { Blobs, type Incoming } from '../storage/blobs/blobs.ts';
import type { Database } from '../storage/database/database.ts';
import { createDerived } from '../storage/derived/derived.ts';
import { createTreeTables } from '../storage/tree/tree.ts';
import { DocumentChanges } from './document-changes.ts';

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
  readonly documentChanges: DocumentChanges;
  readonly derived: ReturnType<typeof createDerived>;
  readonly tables: ReturnType<typeof createTreeTables> & ReturnType<typeof createAccountTables>;
  /**
   * Runs `work`, during which `now` stays the same: all rows of a change have one time, so that its activity, its version
   * and the place that an entry left belong together.
   */
  readonly atOneTime: <T>(work: () => T) => T;
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
  const { randomBytes, log } = environment;
  const { now, atOneTime } = stoppableClock(environment.now);
  const tables = { ...createTreeTables(database), ...createAccountTables(database) };
  const derived = createDerived(database);
  const blobs = new Blobs(database, dataDirectory, incoming);
  const documentChanges = new DocumentChanges();
  return { now, atOneTime, randomBytes, log, database, derived, blobs, documentChanges, tables };
}

function stoppableClock(clock: () => number): Pick<Context, 'now' | 'atOneTime'> {
  let stoppedAt: number | undefined;
  const now = () => stoppedAt ?? clock();
  const atOneTime = <T>(work: () => T): T => {
    const before = stoppedAt;
    stoppedAt = now();
    try {
      return work();
    } finally {
      stoppedAt = before;
    }
  };
  return { now, atOneTime };
}
