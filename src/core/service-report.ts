import type { Actor } from '../model/people/actor.ts';
import { requireAdmin } from './access/access.ts';
import type { BackupReport, BackupStatus } from './backup-status.ts';
import type { Context } from './context.ts';
import type { createHealth, HealthReport } from './health.ts';
import type { MailQueue, MailReport } from './mail/mail.ts';
import type { Measured, Measures } from './measures.ts';

/** How the service is, for administrators. */
export interface ServiceStatus {
  readonly health: HealthReport;
  readonly measured: Measured;
  /** Entries that wait for the search index; some more than 10,000 stand for any number. */
  readonly entriesToIndex: number;
  readonly mail: MailReport;
  readonly backups: BackupReport;
}

/** What {@link ServiceReport} works with. */
interface Parts {
  readonly backupStatus: Pick<BackupStatus, 'report'>;
  readonly health: Pick<ReturnType<typeof createHealth>['health'], 'check'>;
  readonly mailQueue: Pick<MailQueue, 'report'>;
  readonly measures: Pick<Measures, 'take'>;
}

/** Tells administrators how the service is. */
export class ServiceReport {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Counts of objects may be five minutes old ({@link Measures.take}); nothing else grows with what is stored.
   * @throws {DmsError} unauthenticated | forbidden | unavailable
   */
  async read(actor: Actor): Promise<ServiceStatus> {
    requireAdmin(actor);
    const { backupStatus, health, mailQueue, measures } = this.#parts;
    return {
      health: await health.check(),
      measured: await measures.take(),
      entriesToIndex: this.#context.derived.renditions.indexBacklog(),
      mail: mailQueue.report(),
      backups: backupStatus.report(),
    };
  }
}
