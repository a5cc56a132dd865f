import type { BigIntStats } from 'node:fs';
import { type FileHandle, lstat } from 'node:fs/promises';
import { hasCode } from '../../model/errors/error-code.ts';

/** Metadata of a path. Links are not followed. */
export interface LocalStat {
  readonly kind: 'file' | 'folder' | 'a symbolic link' | 'a device' | 'a socket or a pipe';
  /** In bytes. */
  readonly size: number;
  /** Milliseconds UTC, rounded: dms stores no fractions. */
  readonly modifiedAt: number;
  /** Differs if the path has another file by now, or the file another content. */
  readonly identity: string;
}

/** @returns undefined if the path does not exist */
export async function statOf(path: string): Promise<LocalStat | undefined> {
  try {
    // A `number` cannot hold the time exactly.
    return localStat(await lstat(path, { bigint: true }));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Metadata of an open file. */
export async function statOfOpen(file: FileHandle): Promise<LocalStat> {
  return localStat(await file.stat({ bigint: true }));
}

function localStat(stat: BigIntStats): LocalStat {
  const { dev, ino, size, mtimeNs } = stat;
  const modifiedAt = nearestMillisecond(mtimeNs);
  return { kind: kindOf(stat), size: Number(size), modifiedAt, identity: [dev, ino, size, mtimeNs].join() };
}

function kindOf(stat: BigIntStats): LocalStat['kind'] {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'folder';
  if (stat.isSymbolicLink()) return 'a symbolic link';
  return stat.isFIFO() || stat.isSocket() ? 'a socket or a pipe' : 'a device';
}

function nearestMillisecond(nanoseconds: bigint): number {
  const half = nanoseconds < 0n ? -500_000n : 500_000n;
  return Number((nanoseconds + half) / 1_000_000n);
}
