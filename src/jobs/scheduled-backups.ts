import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Dms } from '../core/dms.ts';
import type { Logger } from '../log.ts';
import { DAY_MS } from '../model/durations.ts';
import type { Launch } from '../program/launch.ts';
import type { Job } from './job.ts';
import { type Ended, runToEnd } from './subprocess.ts';

/** Polling interval of the clock, because the clock may be set, and the machine may sleep. */
const POLL_MS = 60_000;
/**
 * Exit code of `dms backup` while another backup is written to the same folder (`docs/build/contract/command-line.md`
 * §25).
 */
const IN_USE = 75;
/** Timeout of the `backup.after` command. A hanging command would prevent the next backup. */
const AFTER_LIMIT_MS = DAY_MS;
/** Maximum length of each output of a program in the log, in characters. */
const LOGGED_LENGTH = 16_000;

/** Settings of scheduled backups. */
export interface BackupSettings {
  /** Launch command of `dms backup` with JSON output. */
  readonly launch: Launch;
  readonly destination: string;
  /** Shell command that runs after each backup, with the path of the snapshot as `$1`. */
  readonly after: string | undefined;
  /** Retry interval while another backup is written to the same folder. */
  readonly againMs: number;
}

/** Starts `dms backup` at each time of the schedule and on request, one at a time, in a separate process. */
export class ScheduledBackups implements Job {
  readonly #backups: Dms['backupStatus'];
  readonly #settings: BackupSettings;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #stopping = new AbortController();
  /** Aborting it ends the wait for the next time of the schedule. */
  #waiting = new AbortController();
  #running: Promise<void> = Promise.resolve();

  /** @param now milliseconds UTC */
  constructor(backups: Dms['backupStatus'], settings: BackupSettings, log: Logger, now = Date.now) {
    this.#backups = backups;
    this.#settings = settings;
    this.#log = log;
    this.#now = now;
  }

  start(): void {
    this.#backups.attend(() => this.#waiting.abort());
    this.#running = this.#run();
  }

  /** Ends a running backup or the command after it. The next start makes up for an interrupted backup. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    if (this.#backups.isMissed()) await this.#backUp();
    while (await this.#isTime()) await this.#backUp();
  }

  /** @returns true at the next time of the schedule or when a backup is requested, false when the service stops */
  async #isTime(): Promise<boolean> {
    for (let at = Number.POSITIVE_INFINITY; !this.#isStopping; ) {
      // The earlier time counts, because the clock may have been set back.
      at = Math.min(at, this.#backups.nextAt() ?? at);
      const left = at - this.#now();
      if (left <= 0 || this.#backups.isRequested) return true;
      this.#waiting = new AbortController();
      await this.#pause(Math.min(left, POLL_MS), this.#waiting.signal);
    }
    return false;
  }

  async #backUp(): Promise<void> {
    this.#backups.noteRun('begun');
    try {
      const before = this.#backups.report().lastFailure;
      const ended = await this.#runAlone();
      if (this.#isStopping) return;
      const snapshot = snapshotIn(ended);
      if (snapshot !== undefined) await this.#follow(snapshot);
      if (ended.exit === 0) return;
      this.#log.error({ snapshot, ...endOf(ended) }, 'the backup failed');
      // The command records the reason of a failure itself, if it can.
      if (this.#backups.report().lastFailure?.at === before?.at) await this.#failed(reasonOf(ended));
    } catch (error) {
      if (this.#isStopping) return;
      this.#log.error({ err: error }, 'the backup could not be made');
      await this.#failed(String(error)).catch(() => undefined);
    } finally {
      this.#backups.noteRun('ended');
    }
  }

  /**
   * Runs a backup. If another backup is running to the same folder, because a user started it or a killed service left
   * it, this waits until it has ended, and then makes its own: the other one does not run `backup.after`.
   */
  async #runAlone(): Promise<Ended> {
    for (;;) {
      const ended = await this.#runToEnd(this.#settings.launch.file, this.#settings.launch.args);
      if (ended.exit !== IN_USE || this.#isStopping) return ended;
      this.#log.info(endOf(ended), 'the backup waits until another backup has ended');
      await this.#pause(this.#settings.againMs);
    }
  }

  /** Runs `backup.after` for a complete snapshot. */
  async #follow(snapshot: string): Promise<void> {
    this.#log.info({ snapshot }, 'backup made');
    const { after } = this.#settings;
    if (after === undefined) return;
    const limit = AbortSignal.timeout(AFTER_LIMIT_MS);
    const ended = await this.#runToEnd('/bin/sh', ['-c', after, 'backup.after', snapshot], limit);
    if (this.#isStopping) return;
    if (ended.exit === 0) this.#log.info(endOf(ended), 'backup.after has run');
    else {
      this.#log.error(endOf(ended), 'backup.after failed');
      await this.#failed(`the backup was made, but backup.after ended with ${ended.exit}`);
    }
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  #runToEnd(file: string, args: readonly string[], ...limits: AbortSignal[]): Promise<Ended> {
    const signal = AbortSignal.any([this.#stopping.signal, ...limits]);
    return runToEnd(file, args, { signal, log: this.#log });
  }

  #failed(reason: string): Promise<void> {
    return this.#backups.failed(this.#settings.destination, reason);
  }

  /** Ends early when the service stops. */
  async #pause(milliseconds: number, ...ends: AbortSignal[]): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, ...ends]);
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}

/** How a program ended, and the end of its output, for the log. */
function endOf({ exit, stdout, stderr }: Ended): object {
  return { exit, stdout: stdout.slice(-LOGGED_LENGTH), stderr: stderr.slice(-LOGGED_LENGTH) };
}

/**
 * Path of the new snapshot; undefined if none was made. A backup with faults also has a snapshot, because it is better
 * than none.
 */
function snapshotIn({ stdout }: Ended): string | undefined {
  if (stdout === '') return undefined;
  const result: unknown = JSON.parse(stdout);
  return typeof result === 'object' && result !== null && 'path' in result ? String(result.path) : undefined;
}

/** Error format of `dms --json`. Other lines of standard error are not JSON, or are log lines. */
const failure = z.object({ message: z.string(), exit_code: z.number() });

/** The error message of the command, or its exit code. */
function reasonOf({ exit, stderr }: Ended): string {
  for (const line of stderr.split('\n')) {
    const { data } = failure.safeParse(parsed(line));
    if (data !== undefined) return data.message;
  }
  return `dms backup ended with ${exit}`;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
