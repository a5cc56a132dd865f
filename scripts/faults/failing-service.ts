import type { ServiceProcess } from '../../test/support/process.ts';
import type { TrialBackups } from '../crash/backups.ts';
import type { WrongAnswer } from '../crash/client.ts';
import { Random } from '../crash/random.ts';
import type { FaultScenario, Meaning } from '../crash/round.ts';
import type { FailingDisk } from './failing-disk.ts';

/** Status of a failed change, over WebDAV and over REST. */
const FAILED = new Set([503, 500]);
/** Part of the message after a failed sync. */
const FINAL = 'The disk has failed';

/** Dependencies of {@link FailingService}. */
interface Parts {
  readonly disk: FailingDisk;
  readonly backups: TrialBackups;
  readonly percent: number;
  readonly seed: number;
}

/** A service whose disk fails at random, until a signal ends the service. */
export class FailingService implements FaultScenario {
  readonly #service: ServiceProcess;
  readonly #parts: Parts;
  readonly #random: Random;

  constructor(service: ServiceProcess, parts: Parts) {
    this.#service = service;
    this.#parts = parts;
    this.#random = new Random(parts.seed);
  }

  async begin(): Promise<void> {
    const { disk, backups, percent } = this.#parts;
    await disk.fail(percent);
    await backups.begin();
  }

  /** @throws {Error} when the process ended in an unexpected way */
  async end(): Promise<void> {
    const { disk, backups } = this.#parts;
    const signal = this.#random.below(2) === 0 ? 'SIGTERM' : 'SIGKILL';
    const exit = await this.#service.kill(signal);
    await backups.settle();
    await disk.fail(0);
    if (exit.signal !== 'SIGKILL' && exit.signal !== signal && exit.code !== 0 && exit.code !== 1)
      throw new Error(`the service ended with ${JSON.stringify(exit)}:\n${this.#service.log.slice(-5000)}`);
  }

  async after(): Promise<void> {
    if (this.#random.below(4) > 0) return;
    await this.#parts.backups.verify();
    await this.#parts.backups.restoreOne();
  }

  /** A change whose sync failed may be visible but not durable. A change that failed otherwise is rolled back. */
  meaning({ message, status }: WrongAnswer): Meaning {
    if (status === undefined || !FAILED.has(status)) return 'fault';
    return message.includes(FINAL) ? 'unknown' : 'refused';
  }
}
