import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../test/support/process.ts';

/** Commands that create each file system. xfs needs at least 300 MiB. */
const MAKE = {
  ext4: ['mkfs.ext4', '-q', '-F'],
  xfs: ['mkfs.xfs', '-q', '-f'],
  btrfs: ['mkfs.btrfs', '-q', '-f'],
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

/**
 * A separate file system on a disk whose power can be cut. The disk is a file in a second file system, ext4, which is
 * in a file itself: it keeps only what was flushed to it, as a disk with a write cache does.
 */
export class LoopFileSystem {
  readonly mountPoint: string;
  readonly #directory: string;
  /** Image and mount point of the file system with the disk. */
  readonly #outer: readonly [image: string, mountPoint: string];
  readonly #disk: string;
  /** Mount points, the last mounted one first. */
  #mounted: string[] = [];

  private constructor(directory: string) {
    this.#directory = directory;
    this.#outer = [join(directory, 'outer-disk'), join(directory, 'outer')];
    this.#disk = join(directory, 'outer', 'disk');
    this.mountPoint = join(directory, 'mounted');
  }

  /**
   * Creates and mounts the file system. @throws {Error} whose message says what this machine lacks or does not allow
   */
  static async create(kind: FileSystemKind): Promise<LoopFileSystem> {
    const fileSystem = new LoopFileSystem(await mkdtemp(join(tmpdir(), 'dms-power-')));
    try {
      if (process.getuid?.() !== 0) throw new Error('only root can mount');
      await command('xfs_io', '-V');
      await mkdir(fileSystem.mountPoint);
      const [image, outer] = fileSystem.#outer;
      await mkdir(outer);
      await makeDisk(image, 'ext4', SIZE);
      await fileSystem.#mount(image, outer);
      await makeDisk(fileSystem.#disk, kind, SIZE / 2);
      await fileSystem.#mount(fileSystem.#disk, fileSystem.mountPoint);
    } catch (error) {
      await fileSystem.dispose();
      throw error;
    }
    return fileSystem;
  }

  /**
   * Simulates a power cut: nothing reaches the disk from now on, and data that was not flushed to it is lost. Uses the
   * ioctl FS_IOC_SHUTDOWN of ext4, without flushing the journal.
   */
  cut(): Promise<void> {
    return command('xfs_io', '-x', '-c', 'shutdown', this.#outer[1]);
  }

  /** Mounts the file system again, which recovers the journals. No process may have a file open in it. */
  async remount(): Promise<void> {
    await this.#unmount();
    await this.#mount(...this.#outer);
    await this.#mount(this.#disk, this.mountPoint);
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

  async #mount(disk: string, mountPoint: string): Promise<void> {
    await command('mount', '-o', 'loop', disk, mountPoint);
    this.#mounted.unshift(mountPoint);
  }

  async #unmount(): Promise<void> {
    for (const mountPoint of this.#mounted) await unmount(mountPoint);
    this.#mounted = [];
  }
}

/** Creates a file system in a file. @param size bytes */
async function makeDisk(path: string, kind: FileSystemKind, size: number): Promise<void> {
  await writeFile(path, '');
  await truncate(path, size);
  const [program, ...flags] = MAKE[kind];
  await command(program, ...flags, path);
}

/** Retries: the kernel may still be closing the files of a killed process. */
async function unmount(mountPoint: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await command('umount', mountPoint);
      return;
    } catch (error) {
      if (tries === UNMOUNT_TRIES) throw error;
      await sleep(100);
    }
  }
}
