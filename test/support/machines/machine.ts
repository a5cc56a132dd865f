import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Finished, run } from '../process.ts';
import { DMS } from '../program.ts';

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');
/** Path of the checkout inside the machine. */
const INSTALLED = '/opt/dms';

/** All written files are in memory, in an overlay over this machine's files, and disappear with the namespace. */
const SET_UP = `
set -e
top=$(mktemp -d)
trap 'umount -l "$top"; rmdir "$top"' EXIT
mount -t tmpfs -o mode=755 tmpfs "$top"
mkdir "$top/upper" "$top/work" "$top/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$top/upper,workdir=$top/work" "$top/root"
for folder in proc dev sys; do mkdir -p "$top/root/$folder"; mount --rbind "/$folder" "$top/root/$folder"; done
for folder in run tmp; do mkdir -p "$top/root/$folder"; mount -t tmpfs -o mode=1777 tmpfs "$top/root/$folder"; done
mkdir -p "$top/root${INSTALLED}"
mount --bind "${CHECKOUT}" "$top/root${INSTALLED}"
echo "$top/root"
cat > /dev/null
`;

/**
 * An overlay copy of this machine, for tests that install into a system: it has the same programs and accounts, and all
 * changes are discarded at the end. systemd does not run in it. Needs `root`.
 */
export class Machine {
  readonly #holder: ChildProcess;
  readonly #root: string;

  private constructor(holder: ChildProcess, root: string) {
    this.#holder = holder;
    this.#root = root;
  }

  static async start(): Promise<Machine> {
    const holder = spawn('unshare', ['--mount', '--propagation', 'private', 'bash', '-c', SET_UP], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const root = await new Promise<string>((resolve, reject) => {
      holder.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
      holder.once('close', () => reject(new Error('the machine could not be set up')));
    });
    return new Machine(holder, root);
  }

  /** Runs a command as root, to completion. */
  run(command: string, ...args: readonly string[]): Promise<Finished> {
    const target = [`--target=${String(this.#holder.pid)}`, '--mount', 'chroot', this.#root];
    return run('nsenter', [...target, command, ...args]);
  }

  /** Runs a shell script as root. @returns its standard output @throws {Error} when it fails */
  async sh(script: string): Promise<string> {
    const { code, stdout, stderr } = await this.run('sh', '-ec', script);
    if (code !== 0) throw new Error(`${script}\nended with ${String(code)}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Runs `dms` as `user`. */
  dms(user: string, ...args: readonly string[]): Promise<Finished> {
    const command = [DMS.file, ...DMS.args].map((word) => word.replace(CHECKOUT, INSTALLED));
    const as = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
    return this.run('setpriv', ...as, ...command, ...args);
  }

  /** Copies a file into the machine. */
  async put(from: string, to: string): Promise<void> {
    const { code, stderr } = await run('nsenter', [
      `--target=${String(this.#holder.pid)}`,
      '--mount',
      'cp',
      from,
      this.#root + to,
    ]);
    if (code !== 0) throw new Error(stderr);
  }

  async dispose(): Promise<void> {
    this.#holder.stdin?.end();
    if (this.#holder.exitCode === null) await once(this.#holder, 'exit');
  }
}
