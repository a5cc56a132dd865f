import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/**
 * Maximum size of a content that is stored in the database; a larger one becomes a file
 * (docs/build/decisions/0006-small-contents-in-rows.md).
 */
export const INLINE_BYTES = 64 * 1024;

/** A received content that has no version yet. `size` in bytes, checksums in lower-case hexadecimal. */
export interface ReceivedBlob {
  readonly sha256: string;
  readonly size: number;
  /** Checksums by algorithm. */
  readonly digests: ReadonlyMap<string, string>;
  /** The bytes of a small content; undefined when they are in the staging file. */
  readonly bytes: Buffer | undefined;
  /** Path of the staging file of a large content, and of a small one that could not be kept in memory. */
  readonly staged: string | undefined;
}

/** The bytes of a small content, which becomes a row; undefined for a large one, which becomes a file. */
export function inlineBytes({ size, bytes, staged }: ReceivedBlob): Buffer | undefined {
  if (size > INLINE_BYTES) return undefined;
  return bytes ?? (staged === undefined ? undefined : readFileSync(staged));
}

/** Deletes the staging file of a blob. Has no effect if there is none, or if it was moved to its final path. */
export async function discardStaged(blob: ReceivedBlob): Promise<void> {
  if (blob.staged !== undefined) await rm(blob.staged, { force: true });
}
