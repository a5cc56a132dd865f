import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ALLOCATOR } from '../../src/program/allocator.ts';
import { DMS } from '../../test/support/program.ts';
import { freePort } from '../../test/support/servers/ports.ts';
import type { Cleanups } from '../bench/cleanups.ts';
import { ServerProcess } from '../bench/servers/server-process.ts';
import { Visitor } from './visitor.ts';

/** Delay of the server's first housekeeping after its start (`src/cli/serve.ts`). */
export const HOUSEKEEPING_AFTER_MS = 60_000;
/** Share of one processor below which the server counts as idle. It still serves the waiting user. */
const IDLE_SHARE = 0.3;
const SAMPLE_MS = 1000;

/** `dms serve` on the data of an office. */
export class RunningOffice {
  readonly port: number;
  readonly #server: ServerProcess;
  readonly #log: string;
  readonly #stop: () => Promise<void>;
  readonly #visitors: Visitor[] = [];

  private constructor(server: ServerProcess, port: number, log: string, stop: () => Promise<void>) {
    this.#server = server;
    this.port = port;
    this.#log = log;
    this.#stop = stop;
  }

  /** @param logLevel `info` is required by {@link RunningOffice.timeOf} */
  static async start(
    directory: string,
    cleanups: Cleanups,
    logLevel: 'info' | 'warn' = 'warn',
  ): Promise<RunningOffice> {
    cleanups.assertOpen();
    const port = await freePort();
    const log = join(dirname(directory), `server-${String(port)}.log`);
    const launch = {
      program: DMS.file,
      args: [...DMS.args, 'serve', '--quiet', '--data-dir', directory, '--port', String(port)],
      env: {
        ...ALLOCATOR,
        DMS_RATE_LIMIT_AUTHENTICATED_PER_MINUTE: '0',
        DMS_LIMITS_RESERVE_BYTES: '0',
        DMS_TRASH_KEEP_DAYS: '0',
        DMS_LOG_LEVEL: logLevel,
        DMS_LOG_FORMAT: 'json',
      },
      cwd: dirname(directory),
      port,
      base: '/webdav/',
      log,
    };
    let stop = (): Promise<void> => Promise.resolve();
    const server = await ServerProcess.start(launch, (started) => {
      stop = cleanups.add(() => started.stop());
    });
    return new RunningOffice(server, port, log, () => stop());
  }

  /** Milliseconds from the start of the program to its first response. */
  get startMs(): number {
    return this.#server.startMs;
  }

  get pid(): number {
    return this.#server.pid;
  }

  /** Opens a connection for a user; it is closed with the server. */
  visitor(login: string): Visitor {
    const visitor = new Visitor(this.port, login);
    this.#visitors.push(visitor);
    return visitor;
  }

  /**
   * Time of a line in the server's log, in milliseconds UTC.
   * @param deadline in terms of `performance.now()`
   * @returns undefined if the server has not written the line by then
   */
  async timeOf(message: string, deadline: number): Promise<number | undefined> {
    while (performance.now() < deadline) {
      const lines = readFileSync(this.#log, 'utf8').split('\n');
      const line = lines.find((each) => each.includes(`"msg":"${message}"`));
      const [, time] = /"time":"([^"]+)"/.exec(line ?? '') ?? [];
      if (time !== undefined) return Date.parse(time);
      await pause(SAMPLE_MS);
    }
    return undefined;
  }

  /**
   * Waits until the server is idle, including work that continues after a response.
   * @param deadline in terms of `performance.now()`; the wait ends then
   * @returns the time at which the server became idle or the wait ended, in terms of `performance.now()`
   */
  async idle(deadline: number): Promise<number> {
    for (;;) {
      const begin = performance.now();
      const before = this.#server.processorSeconds() ?? 0;
      if (begin > deadline) return begin;
      await pause(SAMPLE_MS);
      const taken = (this.#server.processorSeconds() ?? 0) - before;
      if (taken < (IDLE_SHARE * SAMPLE_MS) / 1000) return begin;
    }
  }

  /**
   * Waits until the server is idle after its first housekeeping, which starts a minute after the start of the server.
   */
  async settle(): Promise<void> {
    await pause(HOUSEKEEPING_AFTER_MS + SAMPLE_MS);
    await this.idle(performance.now() + HOUSEKEEPING_AFTER_MS);
  }

  async stop(): Promise<void> {
    for (const visitor of this.#visitors) visitor.close();
    await this.#stop();
  }
}
