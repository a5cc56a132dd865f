import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { makeDebian } from '../support/machines/debian.ts';
import { type Exit, type Finished, run } from '../support/process.ts';
import { systemCallFilter } from './system-call-filter.ts';

const UNIT = fileURLToPath(new URL('../../packaging/dms.service', import.meta.url));
const DATA = '/var/lib/dms';
/** All packages that the README requires. */
const PACKAGES = ['libatomic1'];

/** Switches to another user permanently, without any capability. */
const DROP_RIGHTS = [
  'setpriv',
  '--reuid=dms',
  '--regid=dms',
  '--clear-groups',
  '--no-new-privs',
  '--inh-caps=-all',
  '--bounding-set=-all',
];

/**
 * The file system of a Debian that contains only the base system and the binary, in a directory of this machine. `dms`
 * runs there as in packaging/dms.service: with its own user without capabilities, everything read-only except the data,
 * its own `/tmp`, `/dev` and `/proc`, and the system calls that the unit allows. The network is that of this machine.
 */
export class BareDebian {
  readonly root: string;
  /** Path on this machine. */
  readonly dataDirectory: string;
  readonly #filter: string;
  readonly #execStart: readonly string[];

  private constructor(root: string, filter: string, execStart: readonly string[]) {
    this.root = root;
    this.dataDirectory = join(root, DATA);
    this.#filter = filter;
    this.#execStart = execStart;
  }

  /** @param config text of the configuration file, without `data_dir` */
  static async make(directory: string, binary: string, config: string): Promise<BareDebian> {
    const unit = await readFile(UNIT, 'utf8');
    const filter = join(directory, 'filter');
    await writeFile(filter, await systemCallFilter(unit));
    const [, execStart = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];

    const root = join(directory, 'root');
    await makeDebian(root, 'required', PACKAGES);
    const debian = new BareDebian(root, filter, execStart.split(' '));
    await mkdir(join(root, 'etc/dms'));
    await writeFile(join(root, 'etc/dms/config.yaml'), `data_dir: ${DATA}\n${config}`);
    await succeed('install', '-m', '755', binary, join(root, 'usr/bin/dms'));
    await succeed('chroot', root, 'useradd', '--system', '--user-group', '--home-dir', DATA, 'dms');
    await succeed('chroot', root, 'install', '-d', '-m', '700', '-o', 'dms', '-g', 'dms', DATA);
    return debian;
  }

  /** Runs `dms` with that configuration, to completion. */
  async dms(args: readonly string[], stdin = ''): Promise<Finished> {
    const [program = '', , ...options] = this.#execStart;
    const { child } = await this.#confined([program, ...args, ...options]);
    child.stdin?.end(stdin);
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('no pipes');
    const closed = once(child, 'close');
    const said = await Promise.all([text(stdout), text(stderr)]);
    const [code] = await closed;
    return { code: Number(code), stdout: said[0], stderr: said[1] };
  }

  /** Starts the service as in the unit. It is ready once it responds. */
  async serve(): Promise<ConfinedService> {
    const { child, pid } = await this.#confined(this.#execStart);
    return new ConfinedService(child, pid);
  }

  /** @returns the process that confines, and the process id of the confined one on this machine */
  async #confined(command: readonly string[]): Promise<{ child: ChildProcess; pid: number }> {
    const filter = await open(this.#filter);
    try {
      return await this.#spawn(command, filter);
    } finally {
      await filter.close();
    }
  }

  async #spawn(
    command: readonly string[],
    filter: FileHandle,
  ): Promise<{ child: ChildProcess; pid: number }> {
    const args = [
      ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--as-pid-1', '--new-session', '--clearenv'],
      ...[
        '--setenv',
        'PATH',
        '/usr/sbin:/usr/bin',
        '--ro-bind',
        this.root,
        '/',
        '--proc',
        '/proc',
        '--dev',
        '/dev',
      ],
      ...['--perms', '1777', '--tmpfs', '/tmp', '--tmpfs', '/run', '--tmpfs', '/root', '--tmpfs', '/home'],
      ...['--bind', this.dataDirectory, DATA, '--seccomp', '3', '--info-fd', '4'],
    ];
    const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', filter.fd, 'pipe'];
    const child = spawn('bwrap', [...args, ...DROP_RIGHTS, ...command], { stdio });
    const info = child.stdio[4];
    if (!(info instanceof Readable)) throw new Error('no pipe');
    let told = '';
    while (!told.includes('}')) told += String((await once(info, 'data'))[0]);
    return { child, pid: JSON.parse(told)['child-pid'] };
  }
}

/** A service in a {@link BareDebian}. */
class ConfinedService {
  readonly #child: ChildProcess;
  readonly #pid: number;
  #log = '';

  constructor(child: ChildProcess, pid: number) {
    this.#child = child;
    this.#pid = pid;
    child.stdout?.resume();
    child.stderr?.setEncoding('utf8').on('data', (said: string) => {
      this.#log += said;
    });
  }

  get log(): string {
    return this.#log;
  }

  /** A line of `/proc/PID/status`, such as `CapBnd`. */
  async status(name: string): Promise<string | undefined> {
    const lines = await readFile(`/proc/${String(this.#pid)}/status`, 'utf8');
    return new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(lines)?.[1];
  }

  /** Sends a signal, and waits until the process ends. */
  async kill(signal: NodeJS.Signals): Promise<Exit> {
    const ended = once(this.#child, 'exit');
    process.kill(this.#pid, signal);
    const [code, by] = await ended;
    return { code, signal: by };
  }
}

async function succeed(program: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
