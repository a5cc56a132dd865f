import assert from 'node:assert/strict';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Need } from '../needs.ts';
import { run } from '../process.ts';

/** Prerequisites of a test with a {@link SmallDisk}. */
export const SMALL_DISK = ['root'] as const satisfies readonly Need[];

/** A separate file system (tmpfs) that another program can fill to the last byte. */
export class SmallDisk {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** @param path mount point, which is created */
  static async mount(path: string, mebibytes: number): Promise<SmallDisk> {
    await mkdir(path, { recursive: true });
    const options = `size=${String(mebibytes)}m,mode=0700`;
    const { code, stderr } = await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
    assert.equal(code, 0, stderr);
    return new SmallDisk(path);
  }

  /** Fills all free space. It can be called repeatedly. */
  fill(): void {
    const file = openSync(this.#filler, 'a');
    try {
      for (const size of [2 ** 20, 4096, 1]) fillBy(file, Buffer.alloc(size, 'x'));
    } finally {
      closeSync(file);
    }
  }

  /** Deletes the data that {@link SmallDisk.fill} wrote. */
  empty(): void {
    rmSync(this.#filler);
  }

  /** Enlarges the file system, as an administrator would. */
  async grow(mebibytes: number): Promise<void> {
    const options = `remount,size=${String(mebibytes)}m`;
    const { code, stderr } = await run('mount', ['-o', options, this.path]);
    assert.equal(code, 0, stderr);
  }

  async unmount(): Promise<void> {
    const { code, stderr } = await run('umount', [this.path]);
    assert.equal(code, 0, stderr);
  }

  get #filler(): string {
    return join(this.path, 'another-program');
  }
}

function fillBy(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) === piece.length);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
