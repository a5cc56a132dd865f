import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { storageFull } from '../../model/errors/storage-fault.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { Digest, Staging } from '../../storage/blobs/blobs.ts';
import { discardStaged, type ReceivedBlob } from '../../storage/blobs/blobs.ts';
import { assertCurrent, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { RunningUpload } from './running-uploads.ts';

/** Received bytes after which the free disk space is checked again. */
const SPACE_CHECK_BYTES = 64 * 1024 * 1024;
/** Received bytes after which an upload without an announced length is checked again. */
const PERMIT_BYTES = 1024 * 1024;

/** Limits on uploads, in bytes. */
export interface UploadLimits {
  /** Largest content of one upload; 0: no limit. */
  readonly uploadBytes: number;
  /**
   * Disk space that uploads leave free, so that entries can still be deleted when the disk is full.
   */
  readonly reserveBytes: number;
}

/** Data about an upload, known before its content arrives. */
export interface UploadAnnouncement {
  /** Length that the client announced; undefined if it announced none. */
  readonly expectedBytes?: number | undefined;
  /** The upload to which the content belongs; undefined: the content is an upload of its own. */
  readonly upload?: RunningUpload;
  /** Digests to compute in addition to SHA-256. */
  readonly digests?: readonly Digest[];
  /**
   * True if no other code reads the bytes of the stream, as for a request body. Their memory is then released as soon
   * as they are in a file.
   */
  readonly ownsBytes?: boolean;
  /** Called right before the content is read. The WebDAV server then sends `100 Continue` (RFC 9110 §10.1.1). */
  readonly ready?: () => void;
  /**
   * Throws if a content of at least `bytes` must not be stored. Called after each MiB of a content whose length was not
   * announced, so that a content that exceeds the quota does not fill the disk first.
   */
  readonly permit?: ((bytes: number) => void) | undefined;
}

/** Content that was received completely but is not a version yet. Pass it to `uploads.store` or discard it. */
export interface ReceivedContent {
  readonly sha256: string;
  readonly size: number;
  /** When the server began to receive the content, in milliseconds UTC. */
  readonly begunAt: number;
  /** Digests by algorithm, in lower-case hexadecimal. */
  readonly digests: ReadonlyMap<string, string>;
  /** For use inside the core only. */
  readonly blob: ReceivedBlob;
  /** The upload that it arrived with. For use inside the core only. */
  readonly upload?: RunningUpload | undefined;
  /** Deletes the temporary file. Does nothing once the content has become a version. */
  discard(): Promise<void>;
}

interface Dependencies {
  readonly limits: UploadLimits;
}

/** Receives the content of uploads. */
export class ContentReceiver {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Reads and hashes a stream. A large content is written to a temporary file, so memory use does not grow with its
   * size. After an error `source` is not destroyed, so that the caller can still send a response on its connection.
   * @throws {DmsError} unauthenticated | forbidden | too_large | storage_full | unavailable | incomplete (the stream
   * ended early, or its length differs from the announced one) | what `permit` throws
   */
  async receive(
    actor: Actor,
    source: Readable,
    announcement: UploadAnnouncement = {},
  ): Promise<ReceivedContent> {
    requireUser(actor, 'write');
    this.assertAcceptable(announcement.expectedBytes ?? 0);
    announcement.ready?.();
    const begunAt = this.#context.now();
    const { upload, ownsBytes } = announcement;
    const staging = this.#context.blobs.stage(announcement.digests ?? [], {
      memory: upload?.memory,
      ownsBytes,
    });
    try {
      await this.#readInto(actor, source, staging, announcement);
      const bytes = await staging.finish();
      const digests = staging.digests();
      const staged = bytes === undefined ? staging.path : undefined;
      const blob = { sha256: digests.get('sha256') ?? '', size: staging.size, digests, bytes, staged };
      return { ...receivedContent(blob, begunAt), upload };
    } catch (error) {
      await staging.abandon();
      throw error;
    }
  }

  /** Content of zero bytes. */
  empty(): ReceivedContent {
    const bytes = Buffer.alloc(0);
    const blob = { sha256: hash('sha256', bytes), size: 0, digests: new Map(), bytes, staged: undefined };
    return receivedContent(blob, this.#context.now());
  }

  /** Largest content of one upload, in bytes; 0: no limit. */
  get mostBytes(): number {
    return this.#deps.limits.uploadBytes;
  }

  /** Checks a length before the content arrives. @throws {DmsError} too_large | storage_full | unavailable */
  assertAcceptable(size: number): void {
    this.#context.database.assertWritable();
    this.assertLength(size);
    this.assertRoom(size);
  }

  /** @throws {DmsError} storage_full: `size` more bytes would use up part of the disk reserve */
  assertRoom(size: number): void {
    if (this.#context.blobs.room(this.#deps.limits.reserveBytes) < size) throw storageFull();
  }

  /** Checks the length of a content against the configured limit. @throws {DmsError} too_large */
  assertLength(size: number): void {
    const { uploadBytes } = this.#deps.limits;
    if (uploadBytes > 0 && size > uploadBytes) {
      throw new DmsError('too_large', message('content_too_long', { maximum: uploadBytes }), {
        fields: { file: [message('file_too_long', { maximum: uploadBytes })] },
      });
    }
  }

  async #readInto(
    actor: Actor,
    source: Readable,
    staging: Staging,
    { expectedBytes: expected, permit }: UploadAnnouncement,
  ): Promise<void> {
    let nextCheck = SPACE_CHECK_BYTES;
    let nextPermit = PERMIT_BYTES;
    for await (const chunk of chunks(source)) {
      await staging.write(chunk);
      if (expected !== undefined && staging.size > expected) break;
      this.assertLength(staging.size);
      if (staging.size >= nextPermit) {
        nextPermit = staging.size + PERMIT_BYTES;
        assertCurrent(this.#context, actor);
        if (expected === undefined) permit?.(staging.size);
      }
      if (staging.size < nextCheck) continue;
      nextCheck = staging.size + SPACE_CHECK_BYTES;
      this.assertRoom(0);
    }
    if (expected !== undefined && staging.size !== expected) {
      throw new DmsError('incomplete', message('content_length_wrong', { expected }), {
        fields: { file: [message('file_length_wrong')] },
      });
    }
  }
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

/**
 * The bytes of a stream. The stream stays open, so that the caller can still send a response.
 * @throws {DmsError} incomplete: the stream was interrupted
 */
export async function* chunks(source: Readable): AsyncGenerator<Buffer> {
  const iterator: AsyncIterable<unknown> = source.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of iterator) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('the source must be a stream of bytes');
      yield chunk;
    }
  } catch (error) {
    if (source.errored) {
      throw new DmsError('incomplete', message('upload_interrupted'), {
        cause: error,
        fields: { file: [message('file_interrupted')] },
      });
    }
    throw error;
  }
}
