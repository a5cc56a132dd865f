import { execFile } from 'node:child_process';
import type { SystemdEnvironment } from '../config/systemd.ts';
import type { Logger } from '../log.ts';

const NOTIFY_TIMEOUT_MS = 10_000;

/** Reports the service state to systemd (sd_notify(3)). Does nothing without systemd. */
export class ServiceManager {
  readonly #environment: Pick<SystemdEnvironment, 'notifySocket' | 'watchdogMs'>;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #hasFailed = false;

  constructor(environment: Pick<SystemdEnvironment, 'notifySocket' | 'watchdogMs'>, log: Logger) {
    this.#environment = environment;
    this.#log = log;
  }

  /** Reports that the service handles requests. */
  ready(): Promise<void> {
    return this.#notify('READY=1', 'STATUS=serving');
  }

  /** Reports that the service reloads its configuration; {@link ready} ends the reload. */
  reloading(): Promise<void> {
    const microseconds = process.hrtime.bigint() / 1000n;
    return this.#notify('RELOADING=1', `MONOTONIC_USEC=${String(microseconds)}`);
  }

  /** Reports that the service accepts no more connections. */
  stopping(): Promise<void> {
    return this.#notify('STOPPING=1', 'STATUS=finishing requests');
  }

  /**
   * Sends a watchdog signal to systemd twice per watchdog interval, unless the event loop hangs or `prove` throws.
   * @param prove runs a database query
   */
  watch(prove: () => void): void {
    const { watchdogMs, notifySocket } = this.#environment;
    if (watchdogMs === undefined || notifySocket === undefined) return;
    this.#timer = setInterval(() => this.#report(prove), watchdogMs / 2).unref();
  }

  /** Stops {@link watch}. */
  close(): void {
    clearInterval(this.#timer);
  }

  #report(prove: () => void): void {
    try {
      prove();
    } catch (error) {
      this.#log.error({ err: error }, 'the heartbeat to systemd was skipped: the database cannot be read');
      return;
    }
    void this.#notify('WATCHDOG=1');
  }

  /** Sends the message with systemd's own program, because Node.js has no datagram Unix sockets. */
  #notify(...assignments: readonly string[]): Promise<void> {
    const { notifySocket } = this.#environment;
    if (notifySocket === undefined) return Promise.resolve();
    const options = { timeout: NOTIFY_TIMEOUT_MS };
    return new Promise((resolve) => {
      execFile('systemd-notify', assignments, options, (error) => {
        if (error && !this.#hasFailed) {
          this.#hasFailed = true;
          this.#log.error({ err: error }, 'systemd-notify failed');
        }
        resolve();
      });
    });
  }
}
