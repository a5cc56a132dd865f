import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { SECOND_MS } from '../../../model/durations.ts';
import { DmsError, type ErrorCode, notFound } from '../../../model/errors/errors.ts';
import { freeBuffer } from '../../../model/free-buffer.ts';
import type { UserActor } from '../../../model/people/actor.ts';
import type { UnfinishedUpload } from '../../../storage/accounts/accounts.ts';
import {
  type Digest,
  discardStaged,
  type Hasher,
  hasher,
  type PartialFile,
} from '../../../storage/blobs/blobs.ts';
import { assertCurrent, commit } from '../../access/access.ts';
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
  readonly checksum?: { readonly name: Digest; readonly digest: Buffer } | undefined;
}

/** How the bytes of a part are received. */
export interface PartRules {
  /**
   * Throws if a content of at least so many bytes must not be stored. Called after each MiB and each half second, while the
   * credentials of the user are valid.
   */
  readonly permit: (bytes: number) => void;
  /**
   * Records a complete part, inside a transaction that runs after its bytes are on the disk. With it, the part counts
   * as a whole, or not at all. Default: bytes of a part that breaks off count as well.
   */
  readonly record?: (offset: number) => void;
}

/** An upload that receives a part. `length`: the most bytes that it accepts. */
type ReceivingUpload = Pick<UnfinishedUpload, 'id' | 'length' | 'offset' | 'expiresAt' | 'linkId'>;

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
  readonly check: Hasher | undefined;
  /** False: only the complete part counts. */
  readonly isKept: boolean;
  readonly permit: PartRules['permit'];
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
   * @returns the outcome, and the number of bytes received so far
   * @throws {DmsError} not_found (the bytes before the part are missing) | incomplete | storage_full | unauthenticated (the
   * credentials of the user are not valid any more) | what `rules` throw
   */
  async append(
    user: UserActor,
    upload: ReceivingUpload,
    part: UploadPart,
    rules: PartRules,
  ): Promise<{ readonly outcome: AppendOutcome; readonly offset: number }> {
    this.#context.database.assertWritable();
    this.#deps.contentReceiver.assertRoom(part.bytes ?? 0);
    const file = await this.#context.blobs.partial.open(upload.id, upload.offset);
    if (!file) throw notFound();
    try {
      const outcome = rules.record
        ? await this.#appendWhole(user, upload, part, { file, permit: rules.permit, record: rules.record })
        : await this.#appendKept(user, upload, part, { file, permit: rules.permit });
      return { outcome, offset: file.offset };
    } finally {
      await file.close();
    }
  }

  /** Appends a part of which the bytes that have arrived count. */
  async #appendKept(
    user: UserActor,
    upload: ReceivingUpload,
    part: UploadPart,
    { file, permit }: Pick<Arrival, 'file' | 'permit'>,
  ): Promise<AppendOutcome> {
    const check = part.checksum && hasher(part.checksum.name);
    const isKept = check === undefined;
    const arrival = { file, hash: this.#takeHash(upload, isKept), check, isKept, permit };
    try {
      const outcome = await this.#take(user, upload, part, arrival);
      if (outcome === 'received' && file.offset < upload.length) await this.#keep(user, upload, file);
      return outcome;
    } catch (error) {
      if (isKept && error instanceof DmsError && KEPT.has(error.code)) {
        await file.sync();
        this.#remember(upload, arrival);
        await this.#keep(user, upload, file);
      }
      throw error;
    }
  }

  /** Appends a part that counts as a whole, or not at all. Bytes that do not count must not fill the disk. */
  async #appendWhole(
    user: UserActor,
    upload: ReceivingUpload,
    part: UploadPart,
    { file, permit, record }: Pick<Arrival, 'file' | 'permit'> & Required<Pick<PartRules, 'record'>>,
  ): Promise<AppendOutcome> {
    const check = part.checksum && hasher(part.checksum.name);
    const arrival = { file, hash: this.#takeHash(upload, false), check, isKept: false, permit };
    let isRecorded = false;
    try {
      const outcome = await this.#take(user, upload, part, arrival);
      if (outcome !== 'received') return outcome;
      await commit(this.#context, user, () => record(file.offset));
      isRecorded = true;
      return outcome;
    } finally {
      if (!isRecorded) await file.truncate(upload.offset);
    }
  }

  /** SHA-256 of a complete content, in hexadecimal. */
  async sha256({ id, length }: Pick<UnfinishedUpload, 'id' | 'length'>): Promise<string> {
    const known = this.#hashed.get(id);
    this.#hashed.delete(id);
    const hash = known?.bytes === length ? known.hash : await this.#context.blobs.partial.hash(id, length);
    return hash.digest('hex');
  }

  /** Checksums of a complete content, by algorithm, with SHA-256 in any case. Reads the file at most once. */
  async digests(
    { id, length }: Pick<UnfinishedUpload, 'id' | 'length'>,
    names: readonly Digest[],
  ): Promise<ReadonlyMap<Digest, string>> {
    const known = this.#hashed.get(id);
    const sha256 = known?.bytes === length ? known.hash.copy().digest('hex') : undefined;
    const wanted = new Set<Digest>(['sha256', ...names]);
    if (sha256 !== undefined) wanted.delete('sha256');
    if (wanted.size === 0) return new Map([['sha256', sha256 ?? '']]);
    const digests = await this.#context.blobs.partial.digests(id, length, [...wanted]);
    return sha256 === undefined ? digests : digests.set('sha256', sha256);
  }

  /** A complete content. */
  async content(
    { id, length, createdAt }: Pick<UnfinishedUpload, 'id' | 'length' | 'createdAt'>,
    sha256: string,
  ): Promise<ReceivedContent> {
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
    upload: ReceivingUpload,
    { source, checksum, ownsBytes = false }: UploadPart,
    arrival: Arrival,
  ): Promise<AppendOutcome> {
    const { file, hash, check, isKept, permit } = arrival;
    let synced = file.offset;
    const mayGoOn = (bytes: number): void => {
      assertCurrent(this.#context, user);
      permit(bytes);
    };
    const permits = new Permits(mayGoOn, this.#context.now, file.offset);
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
      if (isKept) await this.#keep(user, upload, file);
    }
    if (checksum && check?.hex() !== checksum.digest.toString('hex')) return 'wrong_checksum';
    await file.sync();
    this.#remember(upload, arrival);
    return 'received';
  }

  /**
   * Running hash of the bytes received before; undefined if it is not known.
   * @param isTaken false: the part may not count, and the bytes before it keep their hash
   */
  #takeHash({ id, offset }: ReceivingUpload, isTaken: boolean): Hash | undefined {
    const known = this.#hashed.get(id);
    const isCurrent = known?.bytes === offset;
    if (isTaken || !isCurrent) this.#hashed.delete(id);
    if (offset === 0) return createHash('sha256');
    if (!isCurrent) return undefined;
    return isTaken ? known.hash : known.hash.copy();
  }

  #remember({ id }: ReceivingUpload, { file, hash }: Arrival): void {
    if (hash) this.#hashed.set(id, { hash, bytes: file.offset });
  }

  /**
   * Records how many bytes are on the disk, which are then kept longer. It never records all of them: a client would
   * assume that the content is stored.
   */
  async #keep(user: UserActor, upload: ReceivingUpload, file: PartialFile): Promise<void> {
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
