import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OPERATOR } from '../../src/cli/command.ts';
import { SCOPES } from '../../src/model/people/actor.ts';
import { createWorkingDirectory } from './migrated.ts';
import { DMS, IS_BINARY } from './program.ts';
import { withDms } from './service.ts';

/** Maximum number of log characters to keep, enough to diagnose a failure. */
const LOG_LENGTH = 1024 * 1024;
const READY_MS = 120_000;

/** Exit code and output of a command. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** An account with its credentials. */
interface ProcessAccount {
  readonly id: number;
  readonly login: string;
  readonly password: string;
  /** A token with all scopes that the account may have. */
  readonly token: string;
}

/** True in a run of trials (`scripts/test/trials.ts`). */
const IS_TRIAL = process.env['TRIAL_SIZE'] !== undefined;

interface CommandOptions {
  readonly cwd?: string;
  /** Additional environment variables. `DMS_…` variables of the test environment are not passed on. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Time after which the command is killed with SIGKILL; its code is then null. */
  readonly killAfterMs?: number;
}

/** Exit code and signal of a process; one of the two is null. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The environment of a program. The binary compiles its code as for users, without the cache of the test run. */
function environmentOf(program: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const isBinary = IS_BINARY && program === DMS.file;
  const inherited = Object.entries(process.env).filter(
    ([name]) => !(name.startsWith('DMS_') || (isBinary && name === 'NODE_COMPILE_CACHE')),
  );
  return { ...Object.fromEntries(inherited), ...more };
}

/** Runs a program to completion. @throws {Error} when it is not installed: the test must declare that it `needs` it */
export async function run(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<Finished> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: environmentOf(program, options.environment),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: options.killAfterMs,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A program may exit before it has read all input.
  child.stdin.on('error', () => undefined).end(options.stdin ?? '');
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      reject(new Error(`cannot run ${program}: ${error.message}`, { cause: error }));
    });
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs `dms` to completion, as a user at a terminal does. */
export function dms(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  return run(DMS.file, [...DMS.args, ...args], options);
}

/** Options of {@link ServiceProcess}. */
export interface ProcessOptions {
  /**
   * Working directory, with `./data` and an optional configuration file; default: a temporary directory with a database
   * without data.
   */
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * `false`: the start only waits until the service listens, without a request, because this process does not trust its
   * certificate.
   */
  readonly isAsked?: boolean;
  /**
   * `false`: no texts and thumbnails are made, apart from trials, whose services are as an office has them. The process
   * that makes them takes 0.65 s of processor time to start, for the first document of each service.
   */
  readonly isReading?: boolean;
}

/** `dms serve` as a separate process with its own directory and a free port, without rate limits. */
export class ServiceProcess {
  /** The working directory; documents are stored in its `data`. */
  readonly directory: string;
  readonly dataDirectory: string;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #exit: Promise<Exit> = Promise.resolve({ code: null, signal: null });
  #log = '';
  #url: string | undefined;
  #changed: () => void = () => undefined;
  /** Kills the service when the test process exits. */
  readonly #orphaned = (): void => this.signal('SIGKILL');

  private constructor(directory: string, environment: Readonly<Record<string, string>>) {
    this.directory = directory;
    this.dataDirectory = join(directory, 'data');
    this.#environment = environment;
  }

  /** Starts a service and waits until it responds. */
  static async start(options: ProcessOptions = {}): Promise<ServiceProcess> {
    const directory = options.directory ?? (await createWorkingDirectory());
    const service = new ServiceProcess(directory, {
      DMS_SERVER_PORT: '0',
      DMS_RATE_LIMIT_AUTHENTICATED_PER_MINUTE: '0',
      DMS_RATE_LIMIT_GUEST_PER_MINUTE: '0',
      DMS_RATE_LIMIT_LINKS_PER_MINUTE: '0',
      DMS_LOG_FORMAT: 'json',
      ...(options.isReading === false && !IS_TRIAL ? { DMS_JOBS_MAX_BYTES: '0' } : {}),
      ...options.environment,
    });
    await (options.isAsked === false ? service.listen() : service.restart());
    return service;
  }

  /** URL of the service without a trailing slash. The port differs after each start. */
  get url(): string {
    if (this.#url === undefined) throw new Error(`the service is not ready; it says:\n${this.#log}`);
    return this.#url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('the service does not run');
    return pid;
  }

  /** The end of its standard error output since the first start. */
  get log(): string {
    return this.#log;
  }

  /** Peak resident memory of the process, in bytes. */
  peakMemory(): number {
    return this.#memory('VmHWM');
  }

  /** Resident memory of the process that is not backed by files, in bytes. */
  ownMemory(): number {
    return this.#memory('RssAnon');
  }

  /** Starts the process on the same directory, without waiting. */
  launch(): void {
    if (this.#child !== undefined) throw new Error('the service runs already');
    this.#url = undefined;
    const child = spawn(DMS.file, [...DMS.args, 'serve'], {
      cwd: this.directory,
      env: environmentOf(DMS.file, this.#environment),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    process.once('exit', this.#orphaned);
    const started = this.#log.length;
    let heard = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#log = (this.#log + text).slice(-LOG_LENGTH);
      if (this.#url === undefined) {
        heard += text;
        this.#url = /"url":"([^"]+)","msg":"serving"/.exec(heard)?.[1];
      }
      this.#changed();
    });
    this.#exit = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        process.off('exit', this.#orphaned);
        this.#child = undefined;
        this.#url = undefined;
        resolve({ code, signal });
        this.#changed();
      });
      child.once('error', (error) => {
        this.#log += `${started === 0 ? '' : '\n'}cannot start: ${error.message}`;
      });
    });
  }

  /** Starts the process on the same directory and waits until it listens, whether healthy or not. */
  async listen(): Promise<void> {
    this.launch();
    await this.said(/"msg":"serving"/, () => this.#url !== undefined);
  }

  /** Starts the process on the same directory and waits until it is healthy. */
  async restart(): Promise<void> {
    await this.listen();
    const response = await fetch(`${this.url}/healthz`, { signal: AbortSignal.timeout(READY_MS) });
    if (response.status !== 200)
      throw new Error(`/healthz answers ${response.status}: ${await response.text()}`);
  }

  /**
   * Resolves once the log contains `pattern`. @throws {Error} when the process ends first, or when the wait times out
   */
  async said(pattern: RegExp, isTrue: () => boolean = () => pattern.test(this.#log)): Promise<void> {
    const late = Date.now() + READY_MS;
    while (!isTrue()) {
      if (this.#child === undefined || Date.now() > late) {
        throw new Error(`the service did not say ${String(pattern)}, but:\n${this.#log}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1000);
        this.#changed = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Sends a signal and waits until the process ends. */
  async kill(signal: NodeJS.Signals): Promise<Exit> {
    this.signal(signal);
    return this.ended();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Resolves with the exit of the process. */
  ended(): Promise<Exit> {
    return this.#exit;
  }

  /**
   * Runs a command while the service is running, on the same directory. @returns its standard output
   * @throws {Error} when it fails
   */
  async command(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { code, stdout, stderr } = await dms(args, { cwd: this.directory, environment });
    if (code !== 0) throw new Error(`dms ${args.join(' ')} ended with ${String(code)}: ${stderr}`);
    return stdout.trim();
  }

  /**
   * Creates an administrator and a token while the service is running, like `dms create-admin` and `dms create-token`.
   * This runs in the test process, because each command needs half a second of processor time to start.
   */
  createAdmin(login: string, password: string): Promise<ProcessAccount> {
    return this.createUser(login, password, true);
  }

  /** Like {@link createAdmin}, for a user. */
  createUser(login: string, password: string, isAdmin = false): Promise<ProcessAccount> {
    return withDms(this.dataDirectory, async (dms) => {
      const email = `${login}@example.org`;
      const { id } = await dms.users.create(OPERATOR, { login, name: login, email, password, isAdmin });
      const scopes = SCOPES.filter((scope) => isAdmin || scope !== 'admin');
      const { secret } = await dms.tokens.createFor(OPERATOR, login, { name: 'test', scopes });
      return { id, login, password, token: secret };
    });
  }

  /** Stops the service, by force if necessary, and removes its directory. */
  async dispose(): Promise<void> {
    if (this.#child !== undefined) {
      const child = this.#child;
      const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      clearTimeout(force);
      await this.#exit;
    }
    await rm(this.directory, { recursive: true, force: true });
  }

  /** @param name a name in `/proc/PID/status` @returns bytes */
  #memory(name: string): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    const [, kibibytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
    if (kibibytes === undefined) throw new Error(`the system does not say ${name}`);
    return Number(kibibytes) * 1024;
  }
}
