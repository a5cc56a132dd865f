import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Dms } from '../core/dms.ts';
import type { Logger } from '../log.ts';
import type { Launch } from '../program/launch.ts';
import type { Job } from './job.ts';
import { type Ended, runToEnd } from './subprocess.ts';

/** How often the clock is looked at: somebody may set it, and a machine may sleep. */
const LOOK_EVERY_MS = 60_000;
/** How `dms backup` ends while another one goes to the same folder (docs/build/contract/command-line.md §25). */
const IN_USE = 75;
/** Time for the command after a backup. A command that hangs would keep the next backup from being made. */
const AFTER_LIMIT_MS = 24 * 60 * 60_000;
/** Characters of each output of a program that go to the log. */
const LOGGED_LENGTH = 16_000;

/** How backups are made. */
export interface BackupSettings {
  /** How `dms backup` is started so that its result is JSON. */
  readonly launch: Launch;
  readonly destination: string;
  /** For the shell: runs after each backup, with the path of the snapshot as `$1`. */
  readonly after: string | undefined;
  /** Until the next try while another backup goes to the same folder. */
  readonly againMs: number;
}

/** Starts `dms backup` at each time of the schedule and when asked for it, one at a time, in a process of its own. */
export class ScheduledBackups implements Job {
  readonly #backups: Dms['backupStatus'];
  readonly #settings: BackupSettings;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #stopping = new AbortController();
  /** Ends the wait for the next time of the schedule. */
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

  /** Ends a backup that is being made, or the command after it. The next start makes up for the backup. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    if (this.#backups.isMissed()) await this.#backUp();
    while (await this.#isTime()) await this.#backUp();
  }

  /** @returns true at the next time of the schedule or when a backup is asked for, false when the service stops */
  async #isTime(): Promise<boolean> {
    for (let at = Number.POSITIVE_INFINITY; !this.#isStopping; ) {
      // The earlier one: the clock may have been set back.
      at = Math.min(at, this.#backups.nextAt() ?? at);
      const left = at - this.#now();
      if (left <= 0 || this.#backups.isRequested) return true;
      this.#waiting = new AbortController();
      await this.#pause(Math.min(left, LOOK_EVERY_MS), this.#waiting.signal);
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
      // The command notes itself why it failed, if it can.
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
   * Makes a backup. Another one to the same folder is no failure: somebody makes it, or a service that was killed has left
   * it at work. But `backup.after` does not follow that one, so this one waits for it.
   */
  async #runAlone(): Promise<Ended> {
    for (;;) {
      const ended = await this.#runToEnd(this.#settings.launch.file, this.#settings.launch.args);
      if (ended.exit !== IN_USE || this.#isStopping) return ended;
      this.#log.info(endOf(ended), 'the backup waits for another one');
      await this.#pause(this.#settings.againMs);
    }
  }

  /** What is done with a snapshot once it is whole. */
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

  /** Waits, but not when the service stops. */
  async #pause(milliseconds: number, ...ends: AbortSignal[]): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, ...ends]);
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}

/** For the log: how a program ended, and what it said last. */
function endOf({ exit, stdout, stderr }: Ended): object {
  return { exit, stdout: stdout.slice(-LOGGED_LENGTH), stderr: stderr.slice(-LOGGED_LENGTH) };
}

/** Path of the snapshot that was made; undefined: none was. Also a backup with faults is better than none. */
function snapshotIn({ stdout }: Ended): string | undefined {
  if (stdout === '') return undefined;
  const result: unknown = JSON.parse(stdout);
  return typeof result === 'object' && result !== null && 'path' in result ? String(result.path) : undefined;
}

/** As `dms` with `--json` prints why it failed. The other lines of standard error are not JSON, or of the log. */
const failure = z.object({ message: z.string(), exit_code: z.number() });

/** What the command said about itself, or how it ended. */
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
