import { COUNTS, databaseBytes, type Statistics } from '../storage/statistics.ts';
import type { SecurityEvents } from './activity/activity.ts';
import type { BackupStatus } from './backup-status.ts';
import type { Context } from './context.ts';

/** Lifetime of shared counts. Counting scans whole tables, on a thread that other queries need. */
const SHARED_MS = 5 * 60_000;

/** Measurements for monitoring. Times in milliseconds UTC. */
export interface Measured extends Statistics {
  /** Browser sessions that have not ended. */
  readonly sessions: number;
  readonly databaseBytes: number;
  /** Free bytes on the disk that holds the contents. */
  readonly freeBytes: number;
  /** Contents whose text or thumbnail is still to be made. Counted up to 10,000; that value also means more. */
  readonly contentsToRead: number;
  /** Failed sign-ins since this process started. */
  readonly failedSignIns: number;
  readonly lastBackupAt: number | undefined;
  readonly lastBackupFailureAt: number | undefined;
  /** True if the last backup failed or is late. */
  readonly needsBackup: boolean;
}

interface Dependencies {
  readonly backupStatus: Pick<BackupStatus, 'report'>;
  readonly securityEvents: Pick<SecurityEvents, 'failedSignIns'>;
}

/** Collects measurements of the service. */
export class Measurements {
  readonly #context: Context;
  readonly #deps: Dependencies;
  #counted: Promise<Counted> | undefined;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * The current measurements. Counts of objects and sessions may be five minutes old.
   * @throws {DmsError} unavailable
   */
  async take(): Promise<Measured> {
    const { backupStatus, securityEvents } = this.#deps;
    const { blobs, database, derived } = this.#context;
    const { lastSuccess, lastFailure, warning } = backupStatus.report();
    return {
      ...(await this.#count()),
      databaseBytes: databaseBytes(database),
      freeBytes: Math.max(0, blobs.room(0)),
      contentsToRead: derived.renditions.backlog(),
      failedSignIns: securityEvents.failedSignIns,
      lastBackupAt: lastSuccess?.at,
      lastBackupFailureAt: lastFailure?.at,
      needsBackup: warning !== undefined,
    };
  }

  #count(): Promise<Counted> {
    this.#counted ??= this.#countAll().finally(() => {
      setTimeout(() => (this.#counted = undefined), SHARED_MS).unref();
    });
    return this.#counted;
  }

  async #countAll(): Promise<Counted> {
    const sql = `${COUNTS}, (SELECT count(*) FROM sessions WHERE is_verified = 1 AND expires_at > ?) AS sessions`;
    const [row] = await this.#context.database.longQueries.all<Counted>({
      sql,
      values: [this.#context.now()],
    });
    if (!row) throw new Error('SELECT without FROM returned no row');
    return row;
  }
}

type Counted = Statistics & { readonly sessions: number };
