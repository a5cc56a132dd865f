import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALLOCATOR } from '../../src/program/allocator.ts';
import { FLAGS } from '../../test/support/program.ts';

export const ADMIN = { login: 'admin', password: 'the secret of the office' };

const ENVIRONMENT = {
  ...ALLOCATOR,
  DMS_SERVER_PORT: '0',
  // The loads limit themselves. With this rate limit, one user could send only one request per second.
  DMS_RATE_LIMIT_AUTHENTICATED_PER_MINUTE: '0',
  DMS_LOG_FORMAT: 'json',
};
const START_MS = 30_000;
const SAMPLE_MS = 20;

/** `dms serve` of one checkout, with memory and open files from /proc. */
export class Server {
  readonly #child: ChildProcess;
  readonly port: number;
  readonly #sampling: NodeJS.Timeout;
  #peakBytes = 0;
  #openFiles = 0;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    this.#sampling = setInterval(() => this.#sample(), SAMPLE_MS);
  }

  /** Creates the administrator in an empty data directory. @param checkout directory of the program */
  static prepare(checkout: string, dataDirectory: string): void {
    const args = ['create-admin', '--login', ADMIN.login, '--email', 'a@example.org', '--password-stdin'];
    const { status, stderr } = spawnSync(process.execPath, launch(checkout, args, dataDirectory), {
      input: `${ADMIN.password}\n`,
      encoding: 'utf8',
      env: environment(),
    });
    if (status !== 0) throw new Error(`create-admin failed: ${stderr}`);
  }

  /** Starts a server on a free port, and waits until it listens. @throws {Error} if it does not listen within 30 s */
  static async start(checkout: string, dataDirectory: string): Promise<Server> {
    const args = launch(checkout, ['serve', '--host', '127.0.0.1'], dataDirectory);
    const child = spawn(process.execPath, args, { env: environment(), stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    const port = await new Promise<number>((resolve, reject) => {
      const fail = (): void => reject(new Error(`dms serve does not start: ${log}`));
      const late = setTimeout(fail, START_MS);
      child.once('exit', fail);
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        // Later output is read only so that the server does not block.
        if (log.length < 100_000) log += text;
        const [, url] = /"url":"([^"]+)","msg":"serving"/.exec(log) ?? [];
        if (url === undefined) return;
        clearTimeout(late);
        resolve(Number(new URL(url).port));
      });
    });
    return new Server(child, port);
  }

  /** Maximum resident memory in bytes, and maximum number of open files, of all samples so far. */
  get peak(): { readonly bytes: number; readonly openFiles: number } {
    return { bytes: this.#peakBytes, openFiles: this.#openFiles };
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Kills the server. Its data directory is discarded. */
  async stop(): Promise<void> {
    clearInterval(this.#sampling);
    if (this.hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  #sample(): void {
    const { pid } = this.#child;
    if (pid === undefined || this.hasEnded) return;
    const status = readFileSync(join('/proc', String(pid), 'status'), 'utf8');
    const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
    this.#peakBytes = Math.max(this.#peakBytes, Number(peak ?? 0) * 1024);
    this.#openFiles = Math.max(this.#openFiles, readdirSync(join('/proc', String(pid), 'fd')).length);
  }
}

function launch(checkout: string, args: readonly string[], dataDirectory: string): string[] {
  // Up to release 0.2, the program was TypeScript.
  const names = ['dms.js', 'dms.ts'].map((name) => join(checkout, 'bin', name));
  const program = names.find((name) => existsSync(name)) ?? checkout;
  return [...FLAGS, program, ...args, '--data-dir', dataDirectory];
}

function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('DMS_'));
  return { ...Object.fromEntries(inherited), ...ENVIRONMENT };
}
