import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { SECOND_MS } from '../../../model/durations.ts';
import { DmsError, type ErrorCode, notFound } from '../../../model/errors/errors.ts';
import { freeBuffer } from '../../../model/free-buffer.ts';
import type { UserActor } from '../../../model/people/actor.ts';
import type { UnfinishedUpload } from '../../../storage/accounts/accounts.ts';
import { discardStaged, type PartialFile } from '../../../storage/blobs/blobs.ts';
import { commit } from '../../access/access.ts';
import type { Context } from '../../context.ts';
import { type ContentReceiver, chunks, type ReceivedContent } from '../../versions/versions.ts';
import { keepMs } from './upload-rules.ts';

/** Received bytes between two syncs. Synced bytes count even after a crash of the service. */
const SYNC_BYTES = 64 * 1024 * 1024;
/** Received bytes, and time in milliseconds, after which the upload is checked again. */
const PERMIT_BYTES = 1024 * 1024;
const PERMIT_MS = SECOND_MS / 2;

/** Algorithms of the checksum that a client may send with a part. */
export const CHECKSUMS = ['sha1', 'sha256', 'sha512', 'md5'] as const;

/** Errors after which the bytes of a part that have arrived count. */
const KEPT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['incomplete', 'quota_exceeded']);

/** The bytes that one request sends. */
export interface UploadPart {
  /** Number of bytes of the content that the client believes to have arrived. */
  readonly offset: number;
  readonly source: Readable;
  /** As {@link UploadAnnouncement.ownsBytes}. */
  readonly ownsBytes?: boolean;
  /** Length of this part in bytes, if the client announced it. */
  readonly bytes: number | undefined;
  /** Checksum of this part. A part with a checksum is discarded if the connection breaks. */
  readonly checksum?: { readonly name: (typeof CHECKSUMS)[number]; readonly digest: Buffer } | undefined;
}

/** Result of appending a part. */
export type AppendOutcome = 'received' | 'too_long' | 'wrong_checksum';

/** Running hash of the first bytes of a content. */
interface Hashed {
  readonly hash: Hash;
  readonly bytes: number;
}

/** A part that is being received. */
interface Arrival {
  readonly file: PartialFile;
  /** Running hash of the whole content; undefined if the content must be read from the file instead. */
  readonly hash: Hash | undefined;
  /** Hash of this part; undefined without a checksum. */
  readonly check: Hash | undefined;
  readonly permit: (bytes: number) => void;
}

interface Dependencies {
  readonly contentReceiver: ContentReceiver;
}

/** Appends the bytes of contents that arrive in several requests, and hashes them. */
export class UploadBytes {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /** By upload id. Lost at a restart; the file is then read again. */
  readonly #hashed = new Map<number, Hashed>();

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Appends a part to the bytes received so far. Bytes count once they are on the disk and recorded in the row of the
   * upload. Bytes that complete the content count only when it is stored. If the connection breaks, or the quota is
   * exceeded, the bytes that have arrived count.
   * @param permit throws if a content of at least so many bytes must not be stored; called after each MiB and each half second
   * @returns the outcome, and the number of bytes received so far
   * @throws {DmsError} not_found (the bytes before the part are missing) | incomplete | storage_full | what `permit`
   * throws
   */
  async append(
    user: UserActor,
    upload: UnfinishedUpload,
    part: UploadPart,
    permit: (bytes: number) => void,
  ): Promise<{ readonly outcome: AppendOutcome; readonly offset: number }> {
    this.#context.database.assertWritable();
    this.#deps.contentReceiver.assertRoom(part.bytes ?? 0);
    const file = await this.#context.blobs.partial.open(upload.id, upload.offset);
    if (!file) throw notFound();
    const check = part.checksum && createHash(part.checksum.name);
    const arrival = { file, hash: this.#takeHash(upload), check, permit };
    try {
      const outcome = await this.#take(user, upload, part, arrival);
      if (outcome === 'received' && file.offset < upload.length) await this.#keep(user, upload, file);
      return { outcome, offset: file.offset };
    } catch (error) {
      const isKept = error instanceof DmsError && KEPT.has(error.code);
      if (isKept && check === undefined) {
        await file.sync();
        this.#remember(upload, arrival);
        await this.#keep(user, upload, file);
      }
      throw error;
    } finally {
      await file.close();
    }
  }

  /** SHA-256 of a complete content, in hexadecimal. */
  async sha256({ id, length }: UnfinishedUpload): Promise<string> {
    const known = this.#hashed.get(id);
    this.#hashed.delete(id);
    const hash = known?.bytes === length ? known.hash : await this.#context.blobs.partial.hash(id, length);
    return hash.digest('hex');
  }

  /** A complete content. */
  async content({ id, length, createdAt }: UnfinishedUpload, sha256: string): Promise<ReceivedContent> {
    const blob = await this.#context.blobs.partial.received(id, length, sha256);
    const { digests } = blob;
    return { sha256, size: length, begunAt: createdAt, digests, blob, discard: () => discardStaged(blob) };
  }

  /** Deletes the received bytes. */
  async forget(id: number): Promise<void> {
    this.#hashed.delete(id);
    await this.#context.blobs.partial.remove(id);
  }

  async #take(
    user: UserActor,
    upload: UnfinishedUpload,
    { source, checksum, ownsBytes = false }: UploadPart,
    arrival: Arrival,
  ): Promise<AppendOutcome> {
    const { file, hash, check, permit } = arrival;
    let synced = file.offset;
    const permits = new Permits(permit, this.#context.now, file.offset);
    for await (const chunk of chunks(source)) {
      if (file.offset + chunk.length > upload.length) return 'too_long';
      await file.append(chunk);
      hash?.update(chunk);
      check?.update(chunk);
      if (ownsBytes) freeBuffer(chunk);
      permits.askAgain(file.offset);
      if (file.offset - synced < SYNC_BYTES) continue;
      synced = file.offset;
      this.#deps.contentReceiver.assertRoom(0);
      await file.sync();
      if (!check) await this.#keep(user, upload, file);
    }
    if (checksum && check?.digest().equals(checksum.digest) === false) return 'wrong_checksum';
    await file.sync();
    this.#remember(upload, arrival);
    return 'received';
  }

  /** Running hash of the bytes received before; undefined if it is not known. */
  #takeHash({ id, offset }: UnfinishedUpload): Hash | undefined {
    const known = this.#hashed.get(id);
    this.#hashed.delete(id);
    if (offset === 0) return createHash('sha256');
    return known?.bytes === offset ? known.hash : undefined;
  }

  #remember({ id }: UnfinishedUpload, { file, hash }: Arrival): void {
    if (hash) this.#hashed.set(id, { hash, bytes: file.offset });
  }

  /**
   * Records how many bytes are on the disk, which are then kept longer. It never records all of them: a client would
   * assume that the content is stored.
   */
  async #keep(user: UserActor, upload: UnfinishedUpload, file: PartialFile): Promise<void> {
    const { tables, now } = this.#context;
    const { id, length } = upload;
    const offset = Math.min(file.offset, Math.max(0, length - 1));
    const expiresAt = offset > upload.offset ? now() + keepMs(upload) : upload.expiresAt;
    await commit(this.#context, user, () => tables.unfinishedUploads.setOffset(id, offset, expiresAt));
  }
}

/** Checks an upload again while its bytes arrive, however slowly. */
class Permits {
  readonly #permit: (bytes: number) => void;
  readonly #now: () => number;
  #offset: number;
  #at: number;

  constructor(permit: (bytes: number) => void, now: () => number, offset: number) {
    this.#permit = permit;
    this.#now = now;
    this.#offset = offset;
    this.#at = now();
  }

  /** @throws {DmsError} what `permit` throws, if the last check was long ago */
  askAgain(offset: number): void {
    const now = this.#now();
    const isRecent = Math.abs(now - this.#at) < PERMIT_MS;
    if (isRecent && offset - this.#offset < PERMIT_BYTES) return;
    this.#offset = offset;
    this.#at = now;
    this.#permit(offset);
  }
}
