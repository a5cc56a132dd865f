import type { Actor } from '../model/people/actor.ts';
import { requireAdmin } from './access/access.ts';
import type { SecurityEvents } from './activity/activity.ts';
import type { BackupReport, BackupStatus } from './backup-status.ts';
import type { Context } from './context.ts';
import type { createHealth, HealthReport } from './health.ts';
import type { MailQueue, MailReport } from './mail/mail.ts';
import { type Measured, Measurements } from './measurements.ts';

/** State of the service, for administrators. */
export interface ServiceStatus {
  readonly health: HealthReport;
  readonly measured: Measured;
  /** Entries that wait for the search index. Counted up to 10,000 changes and 10,000 entries. */
  readonly entriesToIndex: number;
  readonly mail: MailReport;
  readonly backups: BackupReport;
}

interface Dependencies {
  readonly backupStatus: Pick<BackupStatus, 'report'>;
  readonly health: Pick<ReturnType<typeof createHealth>['health'], 'check'>;
  readonly mailQueue: Pick<MailQueue, 'report'>;
  readonly measurements: Pick<Measurements, 'take'>;
}

/** Reports the state of the service to administrators. */
class ServiceReport {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Counts of objects may be five minutes old ({@link Measurements.take}). The cost of everything else does not grow with
   * the stored data.
   * @throws {DmsError} unauthenticated | forbidden | unavailable
   */
  async read(actor: Actor): Promise<ServiceStatus> {
    requireAdmin(actor);
    const { backupStatus, health, mailQueue, measurements } = this.#deps;
    return {
      health: await health.check(),
      measured: await measurements.take(),
      entriesToIndex: this.#context.derived.renditions.indexBacklog(),
      mail: mailQueue.report(),
      backups: backupStatus.report(),
    };
  }
}

/** Creates the measurements of the service, and its report to administrators. */
export function createServiceReport(
  context: Context,
  deps: Omit<Dependencies, 'measurements'> & { readonly securityEvents: SecurityEvents },
) {
  const measurements = new Measurements(context, deps);
  return { measurements, serviceReport: new ServiceReport(context, { ...deps, measurements }) };
}
