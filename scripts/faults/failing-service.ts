import type { ServiceProcess } from '../../test/support/process.ts';
import type { TrialBackups } from '../crash/backups.ts';
import type { WrongAnswer } from '../crash/client.ts';
import { Random } from '../crash/random.ts';
import type { Meaning, Ordeal } from '../crash/round.ts';
import type { FailingDisk } from './failing-disk.ts';

/** Over WebDAV and over REST. */
const FAILED = new Set([503, 500]);
/** The message after a failed sync. */
const FINAL = 'The disk has failed';

/** What a {@link FailingService} works with. */
interface Parts {
  readonly disk: FailingDisk;
  readonly backups: TrialBackups;
  readonly percent: number;
  readonly seed: number;
}

/** A service whose disk fails now and then, until it is ended by a signal. */
export class FailingService implements Ordeal {
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

  /** @throws {Error} when the process ended in another way than it is meant to */
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

  /** A change whose sync fails can be seen, though it may not be on the disk. One that fails otherwise is undone. */
  meaning({ message, status }: WrongAnswer): Meaning {
    if (status === undefined || !FAILED.has(status)) return 'fault';
    return message.includes(FINAL) ? 'unknown' : 'refused';
  }
}
