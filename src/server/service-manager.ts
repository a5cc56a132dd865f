import { execFile } from 'node:child_process';
import type { SystemdEnvironment } from '../config/systemd.ts';
import type { Logger } from '../log.ts';

const NOTIFY_TIMEOUT_MS = 10_000;

/** Tells systemd how the service is (sd_notify(3)). Without systemd it does nothing. */
export class ServiceManager {
  readonly #environment: Pick<SystemdEnvironment, 'notifySocket' | 'watchdogMs'>;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #hasFailed = false;

  constructor(environment: Pick<SystemdEnvironment, 'notifySocket' | 'watchdogMs'>, log: Logger) {
    this.#environment = environment;
    this.#log = log;
  }

  /** The service answers requests. */
  ready(): Promise<void> {
    return this.#notify('READY=1', 'STATUS=serving');
  }

  /** The service reads again what may have changed; {@link ready} ends that. */
  reloading(): Promise<void> {
    const microseconds = process.hrtime.bigint() / 1000n;
    return this.#notify('RELOADING=1', `MONOTONIC_USEC=${String(microseconds)}`);
  }

  /** The service takes no more connections. */
  stopping(): Promise<void> {
    return this.#notify('STOPPING=1', 'STATUS=finishing requests');
  }

  /**
   * Has systemd know twice per time limit that the service lives, unless the event loop hangs or `prove` throws.
   * @param prove asks the database something
   */
  watch(prove: () => void): void {
    const { watchdogMs, notifySocket } = this.#environment;
    if (watchdogMs === undefined || notifySocket === undefined) return;
    this.#timer = setInterval(() => this.#report(prove), watchdogMs / 2).unref();
  }

  /** Ends {@link watch}. */
  close(): void {
    clearInterval(this.#timer);
  }

  #report(prove: () => void): void {
    try {
      prove();
    } catch (error) {
      this.#log.error(
        { err: error },
        'systemd is not told that the service lives: the database does not answer',
      );
      return;
    }
    void this.#notify('WATCHDOG=1');
  }

  /** Node.js has no datagram Unix sockets, so systemd's own program sends the message. */
  #notify(...assignments: readonly string[]): Promise<void> {
    const { notifySocket } = this.#environment;
    if (notifySocket === undefined) return Promise.resolve();
    const options = { timeout: NOTIFY_TIMEOUT_MS };
    return new Promise((resolve) => {
      execFile('systemd-notify', assignments, options, (error) => {
        if (error && !this.#hasFailed) {
          this.#hasFailed = true;
          this.#log.error({ err: error }, 'systemd cannot be told how the service is');
        }
        resolve();
      });
    });
  }
}
