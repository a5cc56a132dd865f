import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { type Memory, memoryOf, processorSecondsOf } from './proc.ts';

/** How a server is started and reached. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** Beside the environment of the benchmark. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly port: number;
  /** The path of its root folder, with a slash at its end. */
  readonly base: string;
  /** The file that its output goes to. */
  readonly log: string;
  /** Where its files lie, if it serves such; who must own them. */
  readonly files?: { readonly folder: string; readonly owner: Owner | undefined };
}

/** A user by the numbers that the kernel knows. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const START_MS = 20_000;
const STOP_MS = 10_000;
const POLL_MS = 2;

/** A server that runs as a child, in a process group of its own so that Ctrl-C reaches only us. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #launch: Launch;
  /** From the start of the program to its first answer. */
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

  /** @param started told of the process before it answers, so that it can be ended at any time */
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

  /** Over all its processes; undefined where there is no /proc. */
  memory(): Memory | undefined {
    const { pid } = this.#child;
    return pid === undefined ? undefined : memoryOf(pid);
  }

  /** That it has had so far; undefined where there is no /proc. */
  processorSeconds(): number | undefined {
    const { pid } = this.#child;
    return pid === undefined ? undefined : processorSecondsOf(pid);
  }

  /** Ends it, kindly at first. */
  async stop(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined || this.#isGone()) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const waiting = new AbortController();
    const late = pause(STOP_MS, 'late', { signal: waiting.signal }).catch(() => 'in time');
    if ((await Promise.race([gone, late])) === 'late') process.kill(-pid, 'SIGKILL');
    await gone;
    waiting.abort();
  }

  #isGone(): boolean {
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
        if (this.#child.pid === undefined || this.#isGone()) break;
        await pause(POLL_MS);
      } finally {
        connection.close();
      }
    }
    throw new Error(`${this.#launch.program} does not answer: ${readTail(this.#launch.log)}`);
  }
}

/** Ours without what would configure a server otherwise than we do. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(DMS|RCLONE|NODE)_/.test(name)),
  );
}

function readTail(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n') || 'it said nothing';
}
