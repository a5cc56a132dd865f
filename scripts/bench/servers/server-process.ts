import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from '../connection.ts';
import { type Memory, memoryOf, processorSecondsOf } from '../proc.ts';

/** Command, address and files of a server. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly port: number;
  /** URL path of the root folder, with a trailing slash. */
  readonly base: string;
  /** Log file for standard output and standard error. */
  readonly log: string;
  /** The served folder, and the user who must own its files. Missing if the server does not serve a folder. */
  readonly files?: { readonly folder: string; readonly owner: Owner | undefined };
}

/** User id and group id. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const START_MS = 20_000;
const STOP_MS = 10_000;
const POLL_MS = 2;

/**
 * A server as a child process. It has its own process group, so that Ctrl-C ends only the benchmark, which then stops
 * the server.
 */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #launch: Launch;
  /** Milliseconds from the start of the program to its first response. */
  #startMs = 0;

  private constructor(launch: Launch) {
    this.#launch = launch;
    const log = openSync(launch.log, 'a');
    this.#child = spawn(launch.program, launch.args, {
      cwd: launch.cwd,
      env: { ...environment(), ...launch.env },
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
  }

  /**
   * Starts a server and waits for its first response.
   * @param started called before the first response, so that the caller can stop the server at any time
   * @throws {Error} if the server does not respond within 20 s
   */
  static async start(launch: Launch, started: (server: ServerProcess) => void): Promise<ServerProcess> {
    const begin = performance.now();
    const server = new ServerProcess(launch);
    started(server);
    await server.#firstAnswer(begin);
    server.#startMs = performance.now() - begin;
    return server;
  }

  get startMs(): number {
    return this.#startMs;
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error(`${this.#launch.program} does not run`);
    return this.#child.pid;
  }

  /** Memory of all processes of the server; undefined without /proc. */
  memory(): Memory | undefined {
    const { pid } = this.#child;
    return pid === undefined ? undefined : memoryOf(pid);
  }

  /** Processor time of all processes of the server, in seconds; undefined without /proc. */
  processorSeconds(): number | undefined {
    const { pid } = this.#child;
    return pid === undefined ? undefined : processorSecondsOf(pid);
  }

  /** Stops the server with SIGTERM, and after 10 s with SIGKILL. */
  async stop(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined || this.#hasExited()) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const timeout = new AbortController();
    const late = pause(STOP_MS, 'late', { signal: timeout.signal }).catch(() => 'in time');
    if ((await Promise.race([exited, late])) === 'late') process.kill(-pid, 'SIGKILL');
    await exited;
    timeout.abort();
  }

  #hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async #firstAnswer(begin: number): Promise<void> {
    const failed = new Promise<never>((_resolve, reject) => this.#child.once('error', reject));
    failed.catch(() => undefined);
    const head = `GET ${this.#launch.base} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`;
    while (performance.now() - begin < START_MS) {
      const connection = new Connection(this.#launch.port);
      try {
        await Promise.race([connection.send({ head }), failed]);
        return;
      } catch {
        if (this.#child.pid === undefined || this.#hasExited()) break;
        await pause(POLL_MS);
      } finally {
        connection.close();
      }
    }
    throw new Error(`${this.#launch.program} did not answer: ${readTail(this.#launch.log)}`);
  }
}

/** The environment of the benchmark, without variables that would change the configuration of a server. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(DMS|RCLONE|NODE)_/.test(name)),
  );
}

function readTail(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n') || 'no output';
}
