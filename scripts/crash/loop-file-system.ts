import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../test/support/process.ts';

/** Commands that create each file system. xfs needs at least 300 MiB. */
const MAKE = {
  ext4: ['mkfs.ext4', '-q', '-F'],
  xfs: ['mkfs.xfs', '-q', '-f'],
} as const;
/** Bytes. The file is sparse and only occupies what is written. */
const SIZE = 16 * 2 ** 30;
const UNMOUNT_TRIES = 50;

export type FileSystemKind = keyof typeof MAKE;

/** Runs a program as root. @throws {Error} when the program is missing or fails */
async function command(program: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(program, args);
  if (code !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}: ${stderr.trim()}`);
}

/** A separate file system in a file on a loop device, whose power can be cut. */
export class LoopFileSystem {
  readonly mountPoint: string;
  readonly #directory: string;
  readonly #image: string;
  #isMounted = false;

  private constructor(directory: string) {
    this.#directory = directory;
    this.#image = join(directory, 'image');
    this.mountPoint = join(directory, 'mounted');
  }

  /**
   * Creates and mounts the file system. @throws {Error} whose message says what this machine lacks or does not allow
   */
  static async create(kind: FileSystemKind): Promise<LoopFileSystem> {
    const fileSystem = new LoopFileSystem(await mkdtemp(join(tmpdir(), 'dms-power-')));
    try {
      if (process.getuid?.() !== 0) throw new Error('only root can mount');
      await mkdir(fileSystem.mountPoint);
      await writeFile(fileSystem.#image, '');
      await truncate(fileSystem.#image, SIZE);
      const [program, ...flags] = MAKE[kind];
      await command(program, ...flags, fileSystem.#image);
      await command('xfs_io', '-V');
      await fileSystem.#mount();
    } catch (error) {
      await fileSystem.dispose();
      throw error;
    }
    return fileSystem;
  }

  /**
   * Simulates a power cut: nothing reaches the disk from now on, and data that is only in memory is lost. Uses the
   * ioctl FS_IOC_SHUTDOWN without flushing the journal.
   */
  cut(): Promise<void> {
    return command('xfs_io', '-x', '-c', 'shutdown', this.mountPoint);
  }

  /** Mounts the file system again, which recovers the journal. No process may have a file open in it. */
  async remount(): Promise<void> {
    await this.#unmount();
    await this.#mount();
  }

  /** Flushes everything written so far to the disk. */
  sync(): Promise<void> {
    return command('sync', '--file-system', this.mountPoint);
  }

  /** Removes the file system with its contents. */
  async dispose(): Promise<void> {
    await this.#unmount();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #mount(): Promise<void> {
    await command('mount', '-o', 'loop', this.#image, this.mountPoint);
    this.#isMounted = true;
  }

  /** Retries: the kernel may still be closing the files of a killed process. */
  async #unmount(): Promise<void> {
    for (let tries = 1; this.#isMounted; tries += 1) {
      try {
        await command('umount', this.mountPoint);
        this.#isMounted = false;
      } catch (error) {
        if (tries === UNMOUNT_TRIES) throw error;
        await sleep(100);
      }
    }
  }
}
