import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../test/support/process.ts';

const SOURCE = fileURLToPath(new URL('./failing-disk.c', import.meta.url));

/**
 * Makes a share of the syncs, writes and renames of a process fail with EIO, for files in certain folders. It is a
 * library that the process loads before the C library (`failing-disk.c`).
 */
export class FailingDisk {
  readonly #directory: string;
  readonly #folders: readonly string[];

  private constructor(directory: string, folders: readonly string[]) {
    this.#directory = directory;
    this.#folders = folders;
  }

  /**
   * Compiles the library. Nothing fails yet.
   * @param folders absolute paths without symbolic links
   * @throws {Error} whose message says what this machine lacks
   */
  static async create(folders: readonly string[], seed: number): Promise<FailingDisk> {
    if (process.platform !== 'linux') throw new Error('it needs Linux');
    const disk = new FailingDisk(await mkdtemp(join(tmpdir(), 'dms-failing-')), folders);
    try {
      const flags = ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror'];
      const { code, stderr } = await run('cc', [...flags, '-o', disk.#library, SOURCE, '-ldl']);
      if (code !== 0) throw new Error(`cc ended with ${String(code)}: ${stderr.trim()}`);
      await writeFile(disk.#control, new Uint32Array([0, seed, 0]));
      await writeFile(disk.#record, '');
    } catch (error) {
      await disk.dispose();
      throw error;
    }
    return disk;
  }

  /** Environment variables for a process that is to be affected. */
  get environment(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: this.#library,
      FAILING_DISK_FOLDERS: this.#folders.join(':'),
      FAILING_DISK_CONTROL: this.#control,
      FAILING_DISK_RECORD: this.#record,
      // With io_uring, Node would call the kernel directly, bypassing the C library.
      UV_USE_IO_URING: '0',
    };
  }

  /** Sets the percentage of calls that fail from now on. It also affects a running process. */
  async fail(percent: number): Promise<void> {
    await writeFile(this.#control, new Uint32Array([percent * 10_000]), { flag: 'r+' });
  }

  /** Failures so far: name of the call and path. */
  async failures(): Promise<readonly string[]> {
    const text = await readFile(this.#record, 'utf8');
    return text.split('\n').slice(0, -1);
  }

  /** Removes the library. No process may be using it. */
  async dispose(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }

  get #library(): string {
    return join(this.#directory, 'failing-disk.so');
  }

  get #control(): string {
    return join(this.#directory, 'control');
  }

  get #record(): string {
    return join(this.#directory, 'record');
  }
}
