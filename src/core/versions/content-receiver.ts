import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Actor } from '../../model/actor.ts';
import { DmsError } from '../../model/errors.ts';
import type { Digest, Staging } from '../../storage/blobs/blobs.ts';
import { discardStaged, type ReceivedBlob } from '../../storage/blobs/blobs.ts';
import { requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';

/** Bytes between two looks at the free space while a content arrives. */
const ROOM_CHECK_BYTES = 64 * 1024 * 1024;

/** Bounds on contents, in bytes. */
export interface UploadLimits {
  /** Longest content; 0: none. */
  readonly uploadBytes: number;
  /** Space that is kept free, so that a full disk can still be tidied up. */
  readonly reserveBytes: number;
}

/** What the sender said of the content that follows. */
export interface UploadAnnouncement {
  readonly expectedBytes?: number | undefined;
  /** Checksums to be computed besides SHA-256. */
  readonly digests?: readonly Digest[];
  /** Called when there is room for the content, right before it is read: the sender may be waiting for `100 Continue`. */
  readonly ready?: () => void;
}

/** A content that has arrived whole and waits to become a version. Give it to `documents.put`, or discard it. */
export interface ReceivedContent {
  readonly sha256: string;
  readonly size: number;
  /** When it began to arrive, in milliseconds UTC. */
  readonly begunAt: number;
  /** Lower-case hexadecimal, by algorithm. */
  readonly digests: ReadonlyMap<string, string>;
  /** For the core's own use. */
  readonly blob: ReceivedBlob;
  /** Leaves nothing behind; does nothing once the content has become a version. */
  discard(): Promise<void>;
}

/** What {@link ContentReceiver} works with. */
interface Parts {
  readonly limits: UploadLimits;
}

/** Contents on their way in. */
export class ContentReceiver {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Takes a content as it streams in, hashing it; never held in memory as a whole. `source` is left as it is when it is
   * refused, so that an answer can still be sent.
   * @throws {DmsError} unauthenticated | forbidden | too_large | storage_full | incomplete (broke off, or other than announced)
   */
  async receive(
    actor: Actor,
    source: Readable,
    announcement: UploadAnnouncement = {},
  ): Promise<ReceivedContent> {
    requireUser(actor, 'write');
    this.#context.database.assertWritable();
    this.#assertRoom(announcement.expectedBytes ?? 0);
    announcement.ready?.();
    const begunAt = this.#context.now();
    const staging = this.#context.blobs.stage(announcement.digests ?? []);
    try {
      await this.#take(source, staging, announcement.expectedBytes);
      const bytes = await staging.finish();
      const digests = staging.digests();
      const staged = bytes === undefined ? staging.path : undefined;
      return receivedContent(
        { sha256: digests.get('sha256') ?? '', size: staging.size, digests, bytes, staged },
        begunAt,
      );
    } catch (error) {
      await staging.abandon();
      throw storageFault(error);
    }
  }

  /** Content of no bytes. */
  empty(): ReceivedContent {
    const bytes = Buffer.alloc(0);
    const blob = { sha256: hash('sha256', bytes), size: 0, digests: new Map(), bytes, staged: undefined };
    return receivedContent(blob, this.#context.now());
  }

  /** @throws {DmsError} too_large | storage_full, when `size` more bytes cannot be taken */
  #assertRoom(size: number): void {
    this.#assertLength(size);
    if (this.#context.blobs.room(this.#parts.limits.reserveBytes) < size) throw full();
  }

  #assertLength(size: number): void {
    const { uploadBytes } = this.#parts.limits;
    if (uploadBytes > 0 && size > uploadBytes) {
      throw new DmsError(
        'too_large',
        `The content is longer than the ${String(uploadBytes)} bytes that are allowed.`,
        {
          fields: { file: [`must be at most ${String(uploadBytes)} bytes`] },
        },
      );
    }
  }

  async #take(source: Readable, staging: Staging, expected: number | undefined): Promise<void> {
    let nextCheck = ROOM_CHECK_BYTES;
    for await (const chunk of chunks(source)) {
      await staging.write(chunk);
      if (expected !== undefined && staging.size > expected) break;
      this.#assertLength(staging.size);
      if (staging.size < nextCheck) continue;
      nextCheck = staging.size + ROOM_CHECK_BYTES;
      if (this.#context.blobs.room(this.#parts.limits.reserveBytes) < 0) throw full();
    }
    if (expected !== undefined && staging.size !== expected) {
      throw new DmsError(
        'incomplete',
        `The content has ${String(staging.size)} bytes or more, ${String(expected)} were announced.`,
        { fields: { file: ['is not as long as announced'] } },
      );
    }
  }
}

function full(): DmsError {
  return new DmsError('storage_full', 'The disk of the server is full.', {
    fields: { file: ['does not fit: the disk of the server is full'] },
  });
}

function receivedContent(blob: ReceivedBlob, begunAt: number): ReceivedContent {
  return {
    begunAt,
    sha256: blob.sha256,
    size: blob.size,
    digests: blob.digests,
    blob,
    discard: () => discardStaged(blob),
  };
}

async function* chunks(source: Readable): AsyncGenerator<Buffer> {
  const iterator: AsyncIterable<unknown> = source.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of iterator) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a content must be a stream of bytes');
      yield chunk;
    }
  } catch (error) {
    if (source.errored) {
      throw new DmsError('incomplete', 'The content broke off.', {
        cause: error,
        fields: { file: ['broke off'] },
      });
    }
    throw error;
  }
}

function storageFault(error: unknown): unknown {
  const isFull =
    error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return isFull ? full() : error;
}
