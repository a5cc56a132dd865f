import { notFound } from '../../../model/errors/errors.ts';
import type { Actor, UserActor } from '../../../model/people/actor.ts';
import type { ChunkedUpload, UploadChunk } from '../../../storage/accounts/accounts.ts';
import { commit, requireUser } from '../../access/access.ts';
import type { Context } from '../../context.ts';
import type { Targets } from '../../placement/placement.ts';
import type { ContentReceiver, Quota, RunningUpload, RunningUploads } from '../../versions/versions.ts';
import { type ChunkPlace, type NewChunk, placeOf } from './chunk-order.ts';
import { ChunkRoom } from './chunk-room.ts';
import { type Completion, type CompletionOutcome, completeUpload } from './chunked-completion.ts';
import type { AppendOutcome, UploadBytes, UploadPart } from './upload-bytes.ts';
import type { UploadMutex } from './upload-mutex.ts';
import { assertFew, keepMs, newUploadId, senderOf } from './upload-rules.ts';
import type { Uploads } from './uploads.ts';

/** Maximum chunks of an upload. Each has a row. */
const MAX_CHUNKS = 10_000;

/** What a client may tell of an upload before the content is complete. */
export interface ChunkedPlan {
  /** Length of the content in bytes. */
  readonly total?: number | undefined;
  /** Names from the mount root of the user. */
  readonly destination?: readonly string[] | undefined;
}

/** The bytes of one chunk. */
export interface Chunk extends NewChunk, Omit<UploadPart, 'offset'> {
  /** Called right before the bytes are read. */
  readonly ready?: () => void;
}

/**
 * Result of receiving a chunk. `received`: it counts; `replaced`: it counts in the place of the last one, which had the
 * same name. Else it is rejected. `not_next`: it does not follow the last complete chunk; `too_many`: the upload has too
 * many chunks; `too_long`, `wrong_checksum`: as {@link AppendOutcome}.
 */
export type ChunkOutcome = AppendOutcome | 'replaced' | 'not_next' | 'too_many';

interface Dependencies {
  readonly contentReceiver: ContentReceiver;
  readonly quota: Quota;
  readonly runningUploads: RunningUploads;
  readonly targets: Targets;
  readonly uploadBytes: UploadBytes;
  readonly uploadMutex: UploadMutex;
  readonly uploads: Uploads;
}

/** A chunk that is being received. */
interface Receiving {
  readonly place: ChunkPlace;
  /** Empty while it is not known. */
  readonly destination: readonly string[];
  readonly running: RunningUpload;
}

/**
 * Uploads of sync clients: each sends the chunks of a content one after another under an id that it has chosen, and then
 * names the document. The chunks are appended to one file, so that completing the upload copies nothing. A chunk counts
 * once it is complete: then its bytes are on the disk, and the row of the chunk tells its name and length. Only the user
 * who began an upload can use it.
 */
export class ChunkedUploads {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #room: ChunkRoom;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    this.#room = new ChunkRoom(context, deps);
  }

  /**
   * Begins an upload. A complete or expired upload with this id is forgotten. The quota of the home that the destination
   * is in applies; while the destination is not known, that of the user.
   * @param clientId the id that the client has chosen
   * @returns `exists`: the client has begun this upload before, and can resume it
   * @throws {DmsError} throttled (the user has too many) | too_large | storage_full | as {@link Uploads.store}
   */
  async begin(actor: Actor, clientId: string, plan: ChunkedPlan): Promise<'begun' | 'exists'> {
    requireUser(actor, 'write');
    const { total = null, destination = [] } = plan;
    this.#deps.contentReceiver.assertAcceptable(total ?? 0);
    return commit(this.#context, actor, () => {
      const user = requireUser(actor, 'write');
      const { chunkedUploads, unfinishedUploads } = this.#context.tables;
      const former = chunkedUploads.find(user.userId, clientId);
      if (former && this.#isUsable(former)) return 'exists';
      if (former) unfinishedUploads.delete(former.id);
      const sender = senderOf(user);
      assertFew(unfinishedUploads, sender);
      const ownerId = this.#room.admit(user, destination, total ?? 0);
      const createdAt = this.#context.now();
      const times = { createdAt, expiresAt: createdAt + keepMs(sender) };
      const id = newUploadId(this.#context);
      chunkedUploads.insert({ id, userId: user.userId, clientId, ownerId, total, destination, ...times });
      return 'begun';
    });
  }

  /** The complete chunks of an incomplete upload, in their order. @throws {DmsError} not_found */
  async list(actor: Actor, clientId: string): Promise<readonly UploadChunk[]> {
    const { id, offset } = this.#own(requireUser(actor, 'write'), clientId);
    // After a restore the row may be there without its file.
    if (!(await this.#context.blobs.partial.has(id, offset))) throw notFound();
    return this.#context.tables.chunkedUploads.chunks(id);
  }

  /**
   * Receives a chunk. A request that is still sending a chunk of this upload is aborted first, and its chunk does not
   * count. The last chunk can be sent again: its former bytes are deleted before the new ones arrive.
   * @param destination where the content will be stored, if the client tells it
   * @throws {DmsError} not_found | throttled | incomplete | too_large | storage_full | as {@link Uploads.store}
   */
  async receive(
    actor: Actor,
    clientId: string,
    chunk: Chunk,
    destination?: readonly string[],
  ): Promise<ChunkOutcome> {
    const user = requireUser(actor, 'write');
    const { id } = this.#own(user, clientId);
    const running = this.#deps.runningUploads.begin(actor);
    try {
      return await this.#deps.uploadMutex.runExclusive(id, chunk.source, async (isRead) => {
        const upload = this.#own(user, clientId, id);
        const place = placeOf(chunk, upload, this.#context.tables.chunkedUploads.lastChunk(id));
        if (!place) return 'not_next';
        if (place.number > MAX_CHUNKS) return 'too_many';
        const receiving = { place, destination: destination ?? upload.destination, running };
        const outcome = await this.#append(user, clientId, chunk, { upload, receiving });
        isRead();
        return outcome === 'received' && place.isRepeat ? 'replaced' : outcome;
      });
    } finally {
      running.end();
    }
  }

  /**
   * Stores the content as a document. The decisive checks are made in the transaction that stores it. If the content is
   * refused, the upload is kept; if {@link Completion.verify} throws, it is deleted. A complete upload is remembered for a
   * day: for the same destination the result is the same again.
   * @throws {DmsError} not_found | too_large | as {@link Uploads.store} | what `verify` throws
   */
  async complete(actor: Actor, clientId: string, completion: Completion): Promise<CompletionOutcome> {
    const user = requireUser(actor, 'write');
    const { chunkedUploads } = this.#context.tables;
    const find = (): ChunkedUpload | undefined => chunkedUploads.find(user.userId, clientId);
    const id = find()?.id;
    if (id === undefined) throw notFound();
    return this.#deps.uploadMutex.runExclusive(id, undefined, async () => {
      const upload = find();
      if (upload?.id === id && upload.stored && upload.expiresAt > this.#context.now()) {
        if (upload.destination.join('/') !== completion.destination.join('/')) throw notFound();
        return { outcome: 'stored', stored: upload.stored };
      }
      return completeUpload(this.#context, this.#deps, user, this.#own(user, clientId, id), completion);
    });
  }

  /** Cancels an incomplete upload. @throws {DmsError} not_found */
  async remove(actor: Actor, clientId: string): Promise<void> {
    const user = requireUser(actor, 'write');
    const { id } = this.#own(user, clientId);
    await this.#deps.uploadMutex.runExclusive(id, undefined, async () => {
      await commit(this.#context, actor, () => {
        this.#own(user, clientId, id);
        this.#context.tables.unfinishedUploads.delete(id);
      });
      await this.#deps.uploadBytes.forget(id);
    });
  }

  /** Deletes the last chunk of an upload. @returns `not_last`: nothing is deleted @throws {DmsError} not_found */
  async removeChunk(actor: Actor, clientId: string, name: string): Promise<'removed' | 'not_last'> {
    const user = requireUser(actor, 'write');
    const { id } = this.#own(user, clientId);
    return this.#deps.uploadMutex.runExclusive(id, undefined, () =>
      commit(this.#context, actor, () => {
        const upload = this.#own(user, clientId, id);
        const chunks = this.#context.tables.chunkedUploads.chunks(id);
        const last = chunks.at(-1);
        if (last?.name === name) {
          this.#drop({ ...upload, length: upload.offset - last.size }, last);
          return 'removed';
        }
        if (chunks.some((chunk) => chunk.name === name)) return 'not_last';
        throw notFound();
      }),
    );
  }

  async #append(
    user: UserActor,
    clientId: string,
    { ready, name, ...chunk }: Chunk,
    { upload, receiving }: { readonly upload: ChunkedUpload; readonly receiving: Receiving },
  ): Promise<AppendOutcome> {
    const { contentReceiver, uploadBytes } = this.#deps;
    const { place, destination, running } = receiving;
    const { start, number } = place;
    const most = upload.total ?? (contentReceiver.mostBytes || Number.MAX_SAFE_INTEGER);
    const announced = start + (chunk.bytes ?? 0);
    contentReceiver.assertLength(announced);
    if (announced > most) return 'too_long';
    this.#room.admit(user, destination, announced, upload);
    const permit = (bytes: number): void => void this.#room.reserve(user, destination, bytes, running);
    permit(announced);
    if (place.isRepeat) await this.#forgetLast(user, clientId, upload.id);
    ready?.();
    const { id, expiresAt } = upload;
    const part = { ...chunk, offset: start };
    const record = (offset: number): void => {
      const current = this.#own(user, clientId, id);
      const ownerId = this.#room.admit(user, destination, offset, current);
      this.#context.tables.chunkedUploads.insertChunk(id, { number, name, size: offset - start });
      const keptUntil = this.#context.now() + keepMs(senderOf(user));
      this.#context.tables.chunkedUploads.setReceived(id, {
        offset,
        length: offset,
        destination,
        ownerId,
        expiresAt: keptUntil,
      });
    };
    const file = { id, length: most, offset: start, expiresAt, linkId: null };
    const appended = await uploadBytes
      .append(user, file, part, { permit, record })
      .finally(() => running.reservation.release());
    return appended.outcome;
  }

  /**
   * Its bytes are cut off next, so it must not count any more. The length stays: until the chunk is complete again, the
   * content is not what the client believes to have sent.
   */
  async #forgetLast(user: UserActor, clientId: string, id: number): Promise<void> {
    await commit(this.#context, user, () => {
      const upload = this.#own(user, clientId, id);
      const last = this.#context.tables.chunkedUploads.lastChunk(id);
      if (last) this.#drop(upload, last);
    });
  }

  #drop(upload: ChunkedUpload, { number, size }: UploadChunk): void {
    const { chunkedUploads } = this.#context.tables;
    chunkedUploads.deleteChunk(upload.id, number);
    chunkedUploads.setReceived(upload.id, { ...upload, offset: upload.offset - size });
  }

  /** @param id of the upload that the request began with: the client may have begun another one meanwhile */
  #own({ userId }: UserActor, clientId: string, id?: number): ChunkedUpload {
    const upload = this.#context.tables.chunkedUploads.find(userId, clientId);
    if (!upload || (id !== undefined && upload.id !== id) || !this.#isUsable(upload)) throw notFound();
    return upload;
  }

  #isUsable({ stored, expiresAt }: ChunkedUpload): boolean {
    return stored === null && expiresAt > this.#context.now();
  }
}
