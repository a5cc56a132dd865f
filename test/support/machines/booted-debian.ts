import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finished, run } from '../process.ts';
import { waiter } from '../until.ts';
import { makeDebian } from './debian.ts';

const PACKAGES = ['systemd', 'systemd-sysv', 'dbus', 'adduser', 'curl', 'libatomic1', 'procps'];
/** Requires neither systemd-machined nor systemd on this machine. */
const BOOT = ['--boot', '--register=no', '--keep-unit', '--resolv-conf=off', '--quiet'];
const ENVIRONMENT = ['env', '-i', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'];
/** Signal that makes systemd shut down (systemd(1), SIGRTMIN+4). */
const POWER_OFF = 34 + 4;

/**
 * A Debian container that runs systemd and shares the network of this machine. Needs `root`, `mmdebstrap` and
 * `systemd-nspawn`, and a machine where root may create control groups.
 */
export class BootedDebian {
  readonly #root: string;
  readonly #container: ChildProcess;
  readonly #pid: number;

  private constructor(root: string, container: ChildProcess, pid: number) {
    this.#root = root;
    this.#container = container;
    this.#pid = pid;
  }

  /** @param directory an empty directory for all files of the container */
  static async boot(directory: string): Promise<BootedDebian> {
    const root = join(directory, 'root');
    await makeDebian(root, 'minbase', PACKAGES);
    let said = '';
    const container = spawn('systemd-nspawn', [...BOOT, `--directory=${root}`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [container.stdout, container.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-5000);
      });
    const until = waiter(() => said);
    let pid: number | undefined;
    await until(() => {
      if (container.exitCode !== null) throw new Error(said);
      pid = childOf(container);
      return pid !== undefined;
    });
    const debian = new BootedDebian(root, container, pid ?? 0);
    await until(async () => /^running/.test((await debian.run('systemctl', 'is-system-running')).stdout));
    return debian;
  }

  /** Runs a command as root, to completion. */
  run(...command: readonly string[]): Promise<Finished> {
    const spaces = ['--mount', '--uts', '--ipc', '--pid', '--cgroup', '--root', '--wd'];
    return run('nsenter', [`--target=${String(this.#pid)}`, ...spaces, ...ENVIRONMENT, ...command]);
  }

  /**
   * Runs a shell script as root. @returns its standard output without the trailing line break @throws {Error} when it
   * fails
   */
  async sh(script: string): Promise<string> {
    const { code, stdout, stderr } = await this.run('sh', '-ec', script);
    if (code !== 0) throw new Error(`${script}\nended with ${String(code)}: ${stderr}${stdout}`);
    return stdout.trimEnd();
  }

  /** Copies a file into the container. */
  put(from: string, to: string): Promise<void> {
    return copyFile(from, join(this.#root, to));
  }

  /** Shuts the container down gracefully. */
  async powerOff(): Promise<void> {
    const ended = once(this.#container, 'exit');
    process.kill(this.#pid, POWER_OFF);
    await ended;
  }
}

/** systemd-nspawn starts systemd as its only lasting child, after some short-lived helpers. */
function childOf({ pid }: ChildProcess): number | undefined {
  const file = `/proc/${String(pid)}/task/${String(pid)}/children`;
  return readFileSync(file, 'utf8')
    .split(' ')
    .map(Number)
    .find((child) => child > 0 && readFileSync(`/proc/${String(child)}/comm`, 'utf8').startsWith('systemd'));
}
