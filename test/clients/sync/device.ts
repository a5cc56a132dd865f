import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export const CLIENTS = ['nextcloudcmd', 'owncloudcmd'] as const;
export type Client = (typeof CLIENTS)[number];

/** A file is not tried again for a time after an error of the connection. */
const PAUSED =
  /(?:Connection closed|Connection refused|Network error|Host requires|Socket)[^\n]*trying again in/i;
/** For how many seconds a file is left alone. */
const PAUSE = /blacklisting\s[^\n]* for\s+(\d+)/g;
const PATIENCE_MS = 60_000;
const PAUSE_MS = 3000;
/** Desktop clients make chunks larger while they are fast, up to this; by default up to 1 GB. */
const CHUNK_BYTES = 10_000_000;

/** An account as a client signs in. */
interface Credentials {
  readonly login: string;
  readonly token: string;
}

/** Result of one run of a client. */
interface Run {
  /** Null: it was killed. */
  readonly code: number | null;
  readonly output: string;
}

/** A computer of a user: a folder, and a client that keeps it equal to the drive. */
export class Device {
  readonly client: Client;
  readonly login: string;
  /** The folder that is synchronised. */
  readonly folder: string;
  readonly #home: string;
  readonly #args: readonly string[];
  #running: ChildProcess | undefined;
  #pausedUntil = 0;

  private constructor(client: Client, { login, token }: Credentials, home: string, url: string) {
    this.client = client;
    this.login = login;
    this.#home = home;
    this.folder = join(home, 'files');
    const exclude = client === 'owncloudcmd' ? ['--exclude', join(home, 'exclude')] : [];
    this.#args = ['-u', login, '-p', token, '--non-interactive', ...exclude, this.folder, url];
  }

  /** @param home an empty or missing directory for the files and the settings of the client */
  static async of(client: Client, account: Credentials, home: string, url: string): Promise<Device> {
    const device = new Device(client, account, home, url);
    await mkdir(device.folder, { recursive: true });
    await writeFile(join(home, 'exclude'), '');
    return device;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Runs the client once. */
  async run(): Promise<Run> {
    const child = spawn(this.client, this.#args, {
      env: {
        PATH: process.env['PATH'],
        HOME: this.#home,
        XDG_RUNTIME_DIR: this.#home,
        LC_ALL: 'C.UTF-8',
        OWNCLOUD_MAX_CHUNK_SIZE: String(CHUNK_BYTES),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    child.once('error', reject);
    child.once('close', resolve);
    const code = await promise;
    this.#running = undefined;
    const pauses = [...output.matchAll(PAUSE)].map(([, seconds]) => Number(seconds));
    this.#pausedUntil = Date.now() + Math.max(0, ...pauses) * 1000;
    return { code, output };
  }

  /**
   * Runs the client, which must succeed. After a broken connection, clients leave a file alone for half a minute; a run of
   * owncloudcmd during this time deletes the chunks that it has sent.
   */
  async sync(): Promise<void> {
    await setTimeout(Math.max(0, this.#pausedUntil - Date.now()));
    let { code, output } = await this.run();
    for (const end = Date.now() + PATIENCE_MS; code !== 0 && PAUSED.test(output) && Date.now() < end; ) {
      await setTimeout(PAUSE_MS);
      ({ code, output } = await this.run());
    }
    assert.equal(code, 0, `${this.login}'s ${this.client}: ${complaints(output)}`);
  }

  /** Kills the client, if it runs. */
  kill(): void {
    this.#running?.kill('SIGKILL');
  }
}

/** The lines of the output of a client that tell of faults. */
function complaints(output: string): string {
  const lines = output.split('\n').filter((line) => /warning|critical|error/i.test(line));
  return lines
    .filter((line) => !line.includes('exclude list'))
    .slice(-40)
    .join('\n');
}
