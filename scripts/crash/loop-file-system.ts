import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../test/support/process.ts';

/** How each file system is made. xfs does not accept less than 300 MiB. */
const MAKE = {
  ext4: ['mkfs.ext4', '-q', '-F'],
  xfs: ['mkfs.xfs', '-q', '-f'],
} as const;
/** Bytes. The file is sparse: it takes what is written. */
const SIZE = 16 * 2 ** 30;
const UNMOUNT_TRIES = 50;

export type FileSystemKind = keyof typeof MAKE;

/** Runs a program as root. @throws {Error} when it is missing or fails */
async function command(program: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(program, args);
  if (code !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}: ${stderr.trim()}`);
}

/** A file system of its own, in a file on a loop device, whose power can be cut. */
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

  /** Makes and mounts it. @throws {Error} saying what this machine lacks or does not allow */
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
   * Nothing reaches the disk from now on, and what is only in memory is lost: the ioctl FS_IOC_SHUTDOWN, without
   * flushing the journal.
   */
  cut(): Promise<void> {
    return command('xfs_io', '-x', '-c', 'shutdown', this.mountPoint);
  }

  /** Mounts it again, which recovers the journal. No process may have a file open in it. */
  async remount(): Promise<void> {
    await this.#unmount();
    await this.#mount();
  }

  /** Brings all that was written so far to the disk. */
  sync(): Promise<void> {
    return command('sync', '--file-system', this.mountPoint);
  }

  /** Removes it, with all that is in it. */
  async dispose(): Promise<void> {
    await this.#unmount();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #mount(): Promise<void> {
    await command('mount', '-o', 'loop', this.#image, this.mountPoint);
    this.#isMounted = true;
  }

  /** The kernel may still be closing the files of a process that was killed. */
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
