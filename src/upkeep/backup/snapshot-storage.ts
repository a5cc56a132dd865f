import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../model/errors/error-code.ts';
import type { ReportProgress } from '../../model/progress.ts';
import { blobPath } from '../../storage/blobs/blobs.ts';
import type { DatabaseImage } from '../../storage/database/database-image.ts';
import {
  blobLists,
  hashList,
  type ListedBlob,
  type Manifest,
  type Repository,
  sizeOf,
} from '../../storage/repository/repository.ts';
import { inParallel } from '../parallel.ts';

/**
 * Size of a piece of a database, in bytes. Smaller pieces would store fewer unchanged bytes again, but create more
 * files: 1 GiB is 16,384 files.
 */
const PIECE_BYTES = 64 * 1024;
/** Number of pieces per list. */
const LIST_LENGTH = 128;
/** Number of files written in parallel: the disk syncs several at once. */
const WRITERS = 16;
/** Number of pieces in memory at a time. */
const PIECES_IN_MEMORY = 256;

/** Destination and callbacks of a snapshot. */
export interface SnapshotDestination {
  readonly repository: Repository;
  readonly report: ReportProgress;
  /** Throws if the work must end. */
  readonly check: () => void;
}

/** Bytes added to the repository. */
interface Added {
  readonly added: number;
}

/** Stores the pieces of a database that the repository lacks. */
export async function storeDatabase(
  { repository, report, check }: SnapshotDestination,
  file: string,
): Promise<Manifest['database'] & Added> {
  const source = await open(file, 'r');
  try {
    const total = (await source.stat()).size;
    const whole = createHash('sha256');
    const hashes: string[] = [];
    const buffer = Buffer.alloc(PIECES_IN_MEMORY * PIECE_BYTES);
    let added = 0;
    for (let at = 0; at < total; at += PIECES_IN_MEMORY * PIECE_BYTES) {
      check();
      const { bytesRead } = await source.read({ buffer, position: at });
      const filled = buffer.subarray(0, bytesRead);
      whole.update(filled);
      const found: string[] = [];
      await inParallel(piecesOf(filled), WRITERS, async ({ index, piece }) => {
        const stored = await repository.objects.put(piece);
        found[index] = stored.sha256;
        added += stored.added;
      });
      hashes.push(...found);
      report({ step: 'storing the database', done: at + bytesRead, total, unit: 'bytes' });
    }
    const lists: string[] = [];
    for (let at = 0; at < hashes.length; at += LIST_LENGTH) {
      const stored = await repository.objects.put(hashList(hashes.slice(at, at + LIST_LENGTH)));
      lists.push(stored.sha256);
      added += stored.added;
    }
    return { bytes: total, sha256: whole.digest('hex'), lists, added };
  } finally {
    await source.close();
  }
}

function* piecesOf(filled: Buffer): Generator<{ index: number; piece: Buffer }> {
  for (let index = 0; index * PIECE_BYTES < filled.length; index += 1)
    yield { index, piece: filled.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES) };
}

/** Source of the contents. */
interface BlobSource {
  /** The data directory. */
  readonly directory: string;
  /** Throws if the repository has too little free space for this many more bytes. */
  readonly assertRoom: (bytes: number) => Promise<void>;
}

/**
 * Adds the contents that a database refers to and that are stored as files.
 * @returns the manifest entry, the bytes added, and the SHA-256 of damaged contents
 */
export async function storeBlobs(
  { repository, report, check }: SnapshotDestination,
  image: DatabaseImage,
  { directory, assertRoom }: BlobSource,
): Promise<Manifest['blobs'] & Added & { readonly damaged: string[] }> {
  const damaged: string[] = [];
  const { missing, count, bytes } = await missingBlobs(repository, image, check);
  if (!(await areLinkable(repository, missing, directory)))
    await assertRoom(missing.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  let [done, added] = [0, 0];
  await inParallel(missing, WRITERS, async (blob) => {
    check();
    const outcome = await repository.blobs.add(blob, blobPath(join(directory, 'blobs'), blob.sha256));
    if (outcome === 'copied') added += blob.sizeBytes;
    if (outcome === 'damaged') damaged.push(blob.sha256);
    done += 1;
    report({ step: 'storing contents', done, total: missing.length, unit: 'contents' });
  });
  const lists: string[] = [];
  for (const list of blobLists(image.fileBlobs())) {
    const stored = await repository.objects.put(list);
    lists.push(stored.sha256);
    added += stored.added;
  }
  return { count, bytes, lists, added, damaged: damaged.toSorted() };
}

/** Checks one content only, because all contents are in the same file system. */
async function areLinkable(
  repository: Repository,
  blobs: readonly ListedBlob[],
  directory: string,
): Promise<boolean> {
  for (const { sha256 } of blobs) {
    const source = blobPath(join(directory, 'blobs'), sha256);
    if ((await sizeOf(source)) !== undefined) return repository.blobs.canLink(source);
  }
  return true;
}

/** Contents that the repository lacks. */
async function missingBlobs(
  repository: Repository,
  image: DatabaseImage,
  check: () => void,
): Promise<{ missing: ListedBlob[]; count: number; bytes: number }> {
  const missing: ListedBlob[] = [];
  let [count, bytes] = [0, 0];
  await inParallel(image.fileBlobs(), WRITERS, async (blob) => {
    check();
    count += 1;
    bytes += blob.sizeBytes;
    if (!(await repository.blobs.has(blob))) missing.push(blob);
  });
  return { missing, count, bytes };
}

/**
 * Stores `secret.key`.
 * @returns its SHA-256; null if there is no key yet
 */
export async function storeKey(
  { repository }: SnapshotDestination,
  dataDirectory: string,
): Promise<string | null> {
  const key = await readFile(join(dataDirectory, 'secret.key')).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (!key) return null;
  const sha256 = createHash('sha256').update(key).digest('hex');
  await repository.files.write(repository.keyPath(sha256), key);
  return sha256;
}
