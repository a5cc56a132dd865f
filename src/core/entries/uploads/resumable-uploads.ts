import { Readable } from 'node:stream';
import { busy, notFound } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../../model/people/actor.ts';
import type { UnfinishedUpload, UploadPlan } from '../../../storage/accounts/accounts.ts';
import { discardStaged } from '../../../storage/blobs/blobs.ts';
import { commit, requireUser } from '../../access/access.ts';
import type { Context } from '../../context.ts';
import type { ContentReceiver, ReceivedContent, RunningUploads } from '../../versions/versions.ts';
import type { Filing, Place } from './filing.ts';
import { type AppendOutcome, KEEP_MS, UploadBytes, type UploadPart } from './upload-bytes.ts';
import { UploadTurns } from './upload-turns.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long one is kept whose first bytes come with the request that begins it: until they are there nobody knows of it. */
const UNBORN_MS = 60 * 60 * 1000;
/** How long a complete one is known, for clients that missed the answer. */
const KNOWN_MS = DAY_MS;
/** Most complete ones of a user that are known. They count for no quota, so they may not grow without end. */
const MOST_KNOWN = 1_000;
/** Most uploads of a user that are not complete. */
const MOST_OF_A_USER = 100;
/** Of a random id. After a restore no client may go on with an upload that is another one now. */
const ID_BYTES = 6;
/** Rows that are read at a time. */
const BATCH = 100;

/**
 * What became of a part. `received`: more is to come, or `upload.entry` has the content. In all other cases the part
 * counts for nothing: `expired`: the upload is no longer kept; `wrong_offset`: the part does not begin where the last
 * one ended; `too_long`: it goes beyond the announced length; `wrong_checksum`: its bytes are not those that were sent;
 * `wrong_content`: the whole content has not the announced SHA-256, and is gone.
 */
export interface Received {
  readonly outcome: AppendOutcome | 'expired' | 'wrong_offset' | 'wrong_content';
  readonly upload: UnfinishedUpload;
}

/** What {@link ResumableUploads} works with. */
interface Parts {
  readonly contentReceiver: ContentReceiver;
  readonly filing: Filing;
  readonly runningUploads: RunningUploads;
}

/**
 * Uploads whose content arrives in several requests, over broken connections and restarts of the service. What has
 * arrived is in a file, and how much of it counts in a row that is written after the file was synced.
 */
export class ResumableUploads {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #turns = new UploadTurns();
  readonly #bytes: UploadBytes;
  #hasLookedAtFiles = false;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.#bytes = new UploadBytes(context, parts);
  }

  /** Largest content of one upload, in bytes; 0: no limit. */
  get mostBytes(): number {
    return this.#parts.contentReceiver.mostBytes;
  }

  /**
   * Begins an upload. It is checked as if the content were stored now, after all others that the user has begun.
   * @param part its first bytes; if they do not arrive whole, or the content is refused, there is no upload
   * @throws {DmsError} throttled (the user has too many) | too_large | storage_full | as {@link Filing.store}
   */
  async create(actor: Actor, plan: UploadPlan, part?: UploadPart): Promise<Received> {
    const id = await this.#insert(actor, plan, part === undefined ? KEEP_MS : UNBORN_MS);
    if (part === undefined && plan.length > 0) return { outcome: 'received', upload: this.find(actor, id) };
    const first = part ?? { offset: 0, source: Readable.from([]), bytes: 0 };
    let isKept = false;
    try {
      const received = await this.receive(actor, id, first);
      isKept = received.outcome === 'received';
      return received;
    } finally {
      // Another request may have brought the rest meanwhile.
      if (!isKept) await this.#turns.alone(id, undefined, () => this.#discard(id));
    }
  }

  /** @param keepMs how long it is kept if no bytes come */
  async #insert(actor: Actor, plan: UploadPlan, keepMs: number): Promise<number> {
    requireUser(actor, 'write');
    this.#parts.contentReceiver.assertAcceptable(plan.length);
    return commit(this.#context, actor, () => {
      const { userId } = requireUser(actor, 'write');
      const { unfinishedUploads } = this.#context.tables;
      if (unfinishedUploads.count(userId) >= MOST_OF_A_USER)
        throw busy(message('uploads_unfinished', { maximum: MOST_OF_A_USER }));
      const { filing } = this.#parts;
      const ownerId = filing.authorise(actor, plan, plan.length);
      const others = unfinishedUploads.announced(userId, ownerId);
      if (others > 0) filing.authorise(actor, plan, plan.length + others);
      const createdAt = this.#context.now();
      const id = this.#context.randomBytes(ID_BYTES).readUIntBE(0, ID_BYTES);
      unfinishedUploads.insert(id, userId, ownerId, plan, { createdAt, expiresAt: createdAt + keepMs });
      return id;
    });
  }

  /** An upload of the actor's own, complete ones too. @throws {DmsError} not_found */
  find(actor: Actor, id: number): UnfinishedUpload {
    return this.#own(requireUser(actor, 'write'), id);
  }

  /** True for an upload that is no longer kept. */
  isExpired({ expiresAt }: UnfinishedUpload): boolean {
    return expiresAt <= this.#context.now();
  }

  /** Those of the actor that are not complete and can be resumed, oldest first. */
  async list(actor: Actor): Promise<UnfinishedUpload[]> {
    const { userId } = requireUser(actor, 'read');
    const found: UnfinishedUpload[] = [];
    for (const upload of this.#context.tables.unfinishedUploads.list(userId)) {
      const isThere = await this.#context.blobs.partial.has(upload.id, upload.offset);
      if (isThere && !this.isExpired(upload)) found.push(upload);
    }
    return found;
  }

  /**
   * Takes more bytes of a content, and stores it if they are the last ones. If another request is bringing bytes of
   * it, that one is ended first: its connection is broken, or the client has given it up. What arrives before the
   * connection breaks counts. If the complete content is refused, it is kept but for its last byte, so that
   * the client can try again.
   * @throws {DmsError} not_found | throttled | incomplete | storage_full | as {@link Filing.store}
   */
  async receive(actor: Actor, id: number, part: UploadPart): Promise<Received> {
    const user = requireUser(actor, 'write');
    this.#own(user, id);
    const running = this.#parts.runningUploads.begin(actor);
    try {
      return await this.#turns.alone(id, part.source, async (isRead) => {
        const upload = this.#own(user, id);
        const refused = this.#refusal(upload, part);
        if (refused) return { outcome: refused, upload };
        return await this.#receive(user, upload, part, isRead);
      });
    } finally {
      running.end();
    }
  }

  /** Gives an upload up. @throws {DmsError} not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    const user = requireUser(actor, 'write');
    this.#own(user, id);
    await this.#turns.alone(id, undefined, async () => {
      await commit(this.#context, actor, () => {
        this.#own(user, id);
        this.#context.tables.unfinishedUploads.delete(id);
      });
      await this.#bytes.forget(id);
    });
  }

  /** Ids of all uploads that are not complete. */
  *waiting(): Generator<number, void> {
    for (const { id } of this.#all()) yield id;
  }

  /**
   * Deletes files whose uploads have ended, and, once in the life of the process, uploads whose files are not there,
   * as after a restore.
   */
  async tidy(): Promise<void> {
    const { blobs, database, tables } = this.#context;
    for (const id of await blobs.partial.ids()) {
      const upload = tables.unfinishedUploads.find(id);
      if ((!upload || upload.entry !== null) && !this.#turns.has(id)) await this.#bytes.forget(id);
    }
    if (this.#hasLookedAtFiles) return;
    for (const { id } of this.#all()) {
      if (this.#turns.has(id)) continue;
      await this.#turns.alone(id, undefined, async () => {
        const upload = tables.unfinishedUploads.find(id);
        const isLost = upload?.entry === null && !(await blobs.partial.has(id, upload.offset));
        if (isLost) await database.transaction(() => tables.unfinishedUploads.deleteUnfinished(id));
      });
    }
    this.#hasLookedAtFiles = true;
  }

  /** Resolves when no request is bringing bytes. To be called when no more requests come. */
  settled(): Promise<void> {
    return this.#turns.settled();
  }

  *#all(): Generator<UnfinishedUpload, void> {
    let after = 0;
    for (;;) {
      const batch = this.#context.tables.unfinishedUploads.listFrom(after, BATCH);
      yield* batch;
      const last = batch.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  #own({ userId }: UserActor, id: number): UnfinishedUpload {
    const upload = this.#context.tables.unfinishedUploads.find(id);
    if (upload?.userId !== userId) throw notFound();
    return upload;
  }

  #refusal(upload: UnfinishedUpload, part: UploadPart): Received['outcome'] | undefined {
    if (this.isExpired(upload)) return 'expired';
    if (part.offset !== upload.offset) return 'wrong_offset';
    return part.offset + (part.bytes ?? 0) > upload.length ? 'too_long' : undefined;
  }

  async #receive(
    user: UserActor,
    upload: UnfinishedUpload,
    part: UploadPart,
    isRead: () => void,
  ): Promise<Received> {
    if (upload.entry !== null) return { outcome: 'received', upload };
    // Bytes that nobody may store any more must not fill the disk. Whether they fit is judged when they are stored.
    this.#parts.filing.authorise(user, upload);
    const { outcome, offset } = await this.#bytes.append(user, upload, part);
    isRead();
    if (outcome !== 'received') return { outcome, upload };
    if (offset === upload.length && !(await this.#store(user, upload)))
      return { outcome: 'wrong_content', upload };
    return { outcome: 'received', upload: this.#own(user, upload.id) };
  }

  /** Stores a complete content. @returns false if it is not the one that was announced */
  async #store(user: UserActor, upload: UnfinishedUpload): Promise<boolean> {
    const { id, length } = upload;
    const { database, tables, now } = this.#context;
    try {
      // Before the content is perhaps read again: one that is refused must not be read at each attempt.
      this.#parts.filing.authorise(user, upload, length);
      const sha256 = await this.#bytes.sha256(upload);
      if (upload.sha256 !== null && upload.sha256 !== sha256) {
        await this.#discard(id);
        return false;
      }
      await this.#file(user, upload, sha256);
    } catch (error) {
      const expiresAt = now() + KEEP_MS;
      // A client that found all bytes there would take it for stored.
      if (length > 0)
        await database.transaction(() => tables.unfinishedUploads.setOffset(id, length - 1, expiresAt));
      throw error;
    }
    await this.#bytes.forget(id);
    return true;
  }

  async #file(user: UserActor, upload: UnfinishedUpload, sha256: string): Promise<void> {
    const { blobs, tables, now } = this.#context;
    const { id, length, mimeType, modifiedAt, comment } = upload;
    const place: Place = upload;
    const blob = await blobs.partial.received(id, length, sha256);
    const content: ReceivedContent = {
      sha256,
      size: length,
      begunAt: upload.createdAt,
      digests: blob.digests,
      blob,
      discard: () => discardStaged(blob),
    };
    const options = {
      mimeType: mimeType ?? undefined,
      modifiedAt: modifiedAt ?? undefined,
      comment: comment ?? undefined,
    };
    const onStored = ({
      entry,
    }: {
      readonly entry: { readonly id: number; readonly kind: string };
    }): void => {
      tables.unfinishedUploads.finish(id, entry, now() + KNOWN_MS);
      tables.unfinishedUploads.forgetOldest(user.userId, MOST_KNOWN);
    };
    try {
      await this.#parts.filing.store(user, [{ place, content, options, onStored }]);
    } finally {
      await content.discard();
    }
  }

  /** Forgets an upload that is not complete. To be called in its turn. */
  async #discard(id: number): Promise<void> {
    const { database, tables } = this.#context;
    await database.transaction(() => tables.unfinishedUploads.deleteUnfinished(id));
    await this.#bytes.forget(id);
  }
}
