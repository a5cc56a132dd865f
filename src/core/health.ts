import type { Actor } from '../model/people/actor.ts';
import { roundSpaceDown } from '../model/space-rounding.ts';
import { countAll, type Statistics } from '../storage/statistics.ts';
import type { Access } from './access/access.ts';
import { type BackupPlan, BackupStatus, type BackupWarning } from './backup-status.ts';
import type { Context } from './context.ts';

/** Lifetime of a report that several callers share. */
const SHARED_MS = 1000;

/** Result of {@link Health.check}. */
export interface HealthReport {
  /** True if `database` and `dataDirectory` are both true. */
  readonly ok: boolean;
  /** The database can be read and written. */
  readonly database: boolean;
  /** The data directory can be written, and its disk has at least the reserve free. */
  readonly dataDirectory: boolean;
  /** Problems for an administrator to solve. The service works despite them. */
  readonly warnings: readonly (BackupWarning | 'incident_open')[];
}

/** Used and available bytes (RFC 4331). */
export interface QuotaReport {
  /** Undefined for the home of another user. */
  readonly used: number | undefined;
  readonly available: number;
}

/** Settings of {@link createHealth}. */
export interface HealthSettings {
  readonly limits: { readonly reserveBytes: number };
  /** Backup settings of `dms serve`. Left out: it makes no backups. */
  readonly backups?: BackupPlan | undefined;
}

interface Dependencies {
  readonly access: Access;
  readonly backupStatus: Pick<BackupStatus, 'report'>;
  /** Disk space that uploads must leave free, in bytes. */
  readonly reserveBytes: number;
}

/** Reports whether the service works, how much data it stores, and how much space is left. */
class Health {
  readonly #context: Context;
  readonly #deps: Dependencies;
  #report: Promise<HealthReport> | undefined;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Proves by writing that the database and the data directory are writable. Callers need no permission and may call as
   * often as they like: all calls until a second after the check share its result. Failures are logged. Never throws.
   */
  check(): Promise<HealthReport> {
    this.#report ??= this.#prove().finally(() => {
      setTimeout(() => (this.#report = undefined), SHARED_MS).unref();
    });
    return this.#report;
  }

  /** Counts of users, entries and bytes. Scans whole tables, so only the command line may call it. */
  statistics(): Statistics {
    return countAll(this.#context.database);
  }

  /**
   * Used and available bytes of the home that contains a folder. `available` is the remaining quota, but at most the
   * free disk space. In a system folder, which has no quota, `used` is 0. Values that are not about the actor's own
   * home are rounded ({@link roundSpaceDown}).
   * @param folderId 0: the actor's home
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  quota(actor: Actor, folderId: number): QuotaReport {
    const { user, entryAccess } = this.#deps.access.folder(actor, folderId);
    const usage =
      entryAccess.ownerId === null ? undefined : this.#context.tables.users.findUsage(entryAccess.ownerId);
    const freeDisk = roundSpaceDown(this.#context.blobs.room(this.#deps.reserveBytes));
    if (!usage) return { used: 0, available: freeDisk };
    const left = usage.quotaBytes === null ? freeDisk : Math.max(0, usage.quotaBytes - usage.used.bytes);
    if (entryAccess.ownerId === user.userId)
      return { used: usage.used.bytes, available: Math.min(freeDisk, left) };
    return { used: undefined, available: Math.min(freeDisk, roundSpaceDown(left)) };
  }

  async #prove(): Promise<HealthReport> {
    const database = await this.#succeeds(() => this.#context.database.probe());
    const dataDirectory = await this.#succeeds(() => {
      if (this.#context.blobs.room(this.#deps.reserveBytes) < 0)
        throw new Error('the free disk space is below the reserve');
      return this.#context.blobs.probe();
    });
    return {
      ok: database && dataDirectory,
      database,
      dataDirectory,
      warnings: database ? this.#warnings() : [],
    };
  }

  #warnings(): HealthReport['warnings'] {
    const { warning } = this.#deps.backupStatus.report();
    const { total } = this.#context.tables.incidents.list(true, 0, 0);
    return [
      ...(warning === undefined ? [] : [warning]),
      ...(total === 0 ? [] : (['incident_open'] as const)),
    ];
  }

  async #succeeds(attempt: () => void | Promise<void>): Promise<boolean> {
    try {
      await attempt();
      return true;
    } catch (error) {
      this.#context.log.error({ err: error }, 'health check failed');
      return false;
    }
  }
}

/** Creates the health check and the backup status. */
export function createHealth(context: Context, access: Access, { limits, backups = {} }: HealthSettings) {
  const backupStatus = new BackupStatus(context, backups);
  return {
    backupStatus,
    health: new Health(context, { access, backupStatus, reserveBytes: limits.reserveBytes }),
  };
}
