import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT } from '../../src/cli/terminal/output.ts';
import { dms, type Finished, ServiceProcess } from '../../test/support/process.ts';
import { flipByteIn } from './flipped-bytes.ts';
import type { Random } from './random.ts';
import type { Past, Trial } from './trial.ts';

/** Approximate duration of a backup. */
const BACKUP_MS = 2000;
const KEPT = 5;

/**
 * A single error sentence on stderr. On a slow machine, a warning that the command waits for the service may precede
 * it.
 */
const SENTENCE =
  /^(?:\{"level":"warn",.+keeps the database locked.+\}\n)?\{"message":".+","exit_code":1\}\n$/;

/** Options for the backups of a trial. */
interface BackupOptions {
  /** Folder of the backups. It need not exist. */
  readonly destination: string;
  readonly random: Random;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** True: a backup may fail, provided that it reports an error sentence. */
  readonly mayFail?: boolean;
}

/** Backups of the service under trial, and the states that each of them may contain. Some backups are killed. */
export class TrialBackups {
  readonly #service: ServiceProcess;
  readonly #trial: Trial;
  readonly #options: BackupOptions;
  readonly #pasts = new Map<string, Past>();
  #endRecord: (() => Past) | undefined;
  #running: Promise<Finished> | undefined;
  #isAcknowledged = false;
  readonly #counts = { whole: 0, killed: 0, failed: 0, restored: 0, flipped: 0 };

  constructor(service: ServiceProcess, trial: Trial, options: BackupOptions) {
    this.#service = service;
    this.#trial = trial;
    this.#options = options;
  }

  /** Results of the backups, for the report. */
  get summary(): string {
    const { whole, killed, failed, restored, flipped } = this.#counts;
    return (
      `${String(whole)} backups, ${String(killed)} killed, ${String(failed)} failed, ` +
      `${String(restored)} restored, ${String(flipped)} changed bytes`
    );
  }

  /** True once the current backup has reported success. */
  get isAcknowledged(): boolean {
    return this.#isAcknowledged;
  }

  /**
   * In every second round, on average, starts a backup that may be killed, and lets it run for a random time or to its
   * end.
   */
  async begin(): Promise<void> {
    const { random } = this.#options;
    if (this.#running !== undefined || random.below(2) === 0) return;
    this.start(random.below(3) === 0 ? 1 + random.below(BACKUP_MS) : undefined);
    if (random.below(3) === 0) await this.ended();
    else await sleep(random.below(BACKUP_MS));
  }

  /** Starts a backup. @param killAfterMs kills it after this time */
  start(killAfterMs?: number): void {
    const { destination, environment = {} } = this.#options;
    this.#endRecord = this.#trial.record();
    this.#isAcknowledged = false;
    this.#running = dms(['backup', destination, '--keep', String(KEPT), '--json', '--quiet'], {
      cwd: this.#service.directory,
      environment,
      ...(killAfterMs === undefined ? {} : { killAfterMs }),
    });
    void this.#running.then(({ code }) => {
      this.#isAcknowledged = code === 0;
    });
  }

  /** Waits until the current backup has ended. */
  async ended(): Promise<void> {
    await this.#running;
  }

  /**
   * Waits until the current backup has ended, and checks which backups exist.
   * @param isPromised whether a backup that reported success must exist
   */
  async settle(isPromised = true): Promise<void> {
    if (!this.#running) return;
    const finished = await this.#running;
    this.#running = undefined;
    this.#count(finished);
    const names = await this.#note();
    if (isPromised && finished.code === 0 && !names.some((name) => finished.stdout.includes(`"${name}"`)))
      this.#trial.fault(`the backup is not there that was reported: ${finished.stdout}`);
    for (const name of [...this.#pasts.keys()].sort().slice(-KEPT))
      if (!names.includes(name)) this.#trial.fault(`the backup ${name} is gone`);
  }

  #count({ code, stderr }: Finished): void {
    if (code === 0) this.#counts.whole += 1;
    else if (code === null) this.#counts.killed += 1;
    else this.#counts.failed += 1;
    const isExpected =
      code === 0 || code === null || (this.#options.mayFail === true && code === 1 && SENTENCE.test(stderr));
    if (!isExpected) this.#trial.fault(`dms backup ended with ${String(code)}: ${stderr}`);
  }

  /** Records the possible states of new backups. @returns the names of all backups */
  async #note(): Promise<string[]> {
    const names = await this.#names();
    const past = this.#endRecord?.();
    if (past) for (const name of names) if (!this.#pasts.has(name)) this.#pasts.set(name, past);
    return names;
  }

  /** Restores a random backup to another directory, and compares it with its possible states. */
  async restoreOne(): Promise<void> {
    const { destination, random } = this.#options;
    const name = random.pick(await this.#names());
    const past = name === undefined ? undefined : this.#pasts.get(name);
    if (name === undefined || !past) return;
    const directory = await mkdtemp(join(tmpdir(), 'dms-restored-'));
    const data = join(directory, 'data');
    const { code, stderr } = await dms([
      'restore',
      destination,
      '--snapshot',
      name,
      '--data-dir',
      data,
      '--quiet',
    ]);
    if (code !== 0) this.#trial.fault(`dms restore ${name} ended with ${String(code)}: ${stderr}`);
    const copy = await ServiceProcess.start({ directory });
    try {
      await this.#trial.compareCopy(copy, past, name);
      this.#counts.restored += 1;
    } finally {
      await copy.dispose();
    }
  }

  /** Makes another backup, without faults, and fully verifies all backups. */
  async verify(): Promise<void> {
    const { destination } = this.#options;
    this.#endRecord = this.#trial.record();
    const { code, stderr } = await this.#verify(destination);
    if (code !== 0) this.#trial.fault(`dms backup --verify --deep ended with ${String(code)}: ${stderr}`);
    await this.#note();
    for (const name of await readdir(join(destination, 'incoming')))
      this.#trial.fault(`incoming/${name} of the backups was not removed`);
  }

  /** Flips one byte in each kind of file in a copy of the backups, and checks that verification finds it. */
  async flipBytes(): Promise<void> {
    const copy = await mkdtemp(join(tmpdir(), 'dms-flipped-'));
    try {
      // A copy instead of hard links, so that the contents of the service stay intact.
      await cp(this.#options.destination, copy, { recursive: true });
      for (const kind of ['blobs', 'objects', 'snapshots']) {
        const { path, mend } = await flipByteIn(join(copy, kind), this.#options.random);
        const { code, stderr } = await this.#verify(copy);
        if (code !== EXIT.damaged || !stderr.includes(relative(copy, path)))
          this.#trial.fault(`a changed byte in ${path} was not found, but ${String(code)}: ${stderr}`);
        await mend();
        this.#counts.flipped += 1;
      }
    } finally {
      await rm(copy, { recursive: true });
    }
  }

  #verify(destination: string): Promise<Finished> {
    return dms(['backup', destination, '--verify', '--deep', '--quiet'], { cwd: this.#service.directory });
  }

  async #names(): Promise<string[]> {
    const files = await readdir(join(this.#options.destination, 'snapshots')).catch(() => []);
    return files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  }
}
