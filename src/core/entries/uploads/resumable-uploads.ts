import { Readable } from 'node:stream';
import { HOUR_MS } from '../../../model/durations.ts';
import { notFound } from '../../../model/errors/errors.ts';
import type { Actor, UserActor } from '../../../model/people/actor.ts';
import type { UnfinishedUpload, UploadPlan } from '../../../storage/accounts/accounts.ts';
import { commit, requireUser } from '../../access/access.ts';
import type { Context } from '../../context.ts';
import type { ContentReceiver, RunningUpload, RunningUploads } from '../../versions/versions.ts';
import type { PathUploads, UploadTarget } from './path-uploads.ts';
import type { AppendOutcome, UploadBytes, UploadPart } from './upload-bytes.ts';
import type { UploadMutex } from './upload-mutex.ts';
import { UploadRemains } from './upload-remains.ts';
import {
  assertFew,
  isSender,
  keepMs,
  MAX_REPLAYABLE,
  newUploadId,
  REPLAY_MS,
  senderOf,
  type UploadRules,
} from './upload-rules.ts';

/** Lifetime before the first bytes arrive, if they come with the creating request: the client has no upload id yet. */
const FIRST_BYTES_MS = HOUR_MS;

/**
 * Result of receiving a part. `received`: more parts follow, or `upload.entry` has the content. Else the part is
 * rejected. `expired`: the upload has expired; `wrong_offset`: the part does not start where the last one ended;
 * `too_long`: it exceeds the announced length; `wrong_checksum`: it does not match its checksum; `wrong_content`: the
 * complete content does not have the announced SHA-256, and was deleted.
 */
export interface Received {
  readonly outcome: AppendOutcome | 'expired' | 'wrong_offset' | 'wrong_content';
  readonly upload: UnfinishedUpload;
}

/** A request that sends bytes of an upload. */
interface Receiving {
  readonly running: RunningUpload;
  /** Called when the bytes of the request are no longer needed. */
  readonly isRead: () => void;
  readonly rules: UploadRules | undefined;
}

interface Dependencies {
  readonly contentReceiver: ContentReceiver;
  readonly pathUploads: PathUploads;
  readonly runningUploads: RunningUploads;
  readonly uploadBytes: UploadBytes;
  readonly uploadMutex: UploadMutex;
}

/**
 * Uploads whose content arrives in several requests, across broken connections and restarts of the service. A file
 * holds the received bytes. A row records how many of them count, and is written after the file was synced.
 */
export class ResumableUploads {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #mutex: UploadMutex;
  readonly #bytes: UploadBytes;
  readonly #remains: UploadRemains;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    this.#mutex = deps.uploadMutex;
    this.#bytes = deps.uploadBytes;
    this.#remains = new UploadRemains(context, { bytes: this.#bytes, mutex: this.#mutex });
  }

  /** Largest content of one upload, in bytes; 0: no limit. */
  get mostBytes(): number {
    return this.#deps.contentReceiver.mostBytes;
  }

  /**
   * Starts an upload. Checks it as if its content were stored now, in addition to all other uploads that the user has
   * started.
   * @param part first bytes; if they do not arrive completely, or the content is refused, the upload is deleted
   * @throws {DmsError} throttled (the user has too many) | too_large | storage_full | as {@link PathUploads.store} | what
   * `rules` throw
   */
  async create(actor: Actor, plan: UploadPlan, part?: UploadPart, rules?: UploadRules): Promise<Received> {
    const id = await this.#insert(actor, plan, part !== undefined, rules);
    if (part === undefined && plan.length > 0) return { outcome: 'received', upload: this.find(actor, id) };
    const first = part ?? { offset: 0, source: Readable.from([]), bytes: 0 };
    let isKept = false;
    try {
      const received = await this.receive(actor, id, first, rules);
      isKept = received.outcome === 'received';
      return received;
    } finally {
      // Another request may have completed the upload meanwhile. A complete upload stays.
      if (!isKept) await this.#mutex.runExclusive(id, undefined, () => this.#discard(id));
    }
  }

  /** @param hasPart true if the first bytes come with the request, so that the client has no id yet */
  async #insert(actor: Actor, plan: UploadPlan, hasPart: boolean, rules?: UploadRules): Promise<number> {
    requireUser(actor, 'write');
    this.#deps.contentReceiver.assertAcceptable(plan.length);
    return commit(this.#context, actor, () => {
      const sender = senderOf(requireUser(actor, 'write'));
      const { unfinishedUploads } = this.#context.tables;
      rules?.check(plan);
      assertFew(unfinishedUploads, sender);
      const { ownerId } = this.#deps.pathUploads.authorise(actor, plan, { size: plan.length });
      const others = unfinishedUploads.announced(sender, ownerId);
      if (others > 0) this.#deps.pathUploads.authorise(actor, plan, { size: plan.length, others });
      const createdAt = this.#context.now();
      const id = newUploadId(this.#context);
      const expiresAt = createdAt + (hasPart ? FIRST_BYTES_MS : keepMs(sender));
      unfinishedUploads.insert(id, sender, ownerId, plan, { createdAt, expiresAt });
      return id;
    });
  }

  /** An upload of the actor, complete or not. @throws {DmsError} not_found */
  find(actor: Actor, id: number): UnfinishedUpload {
    return this.#own(requireUser(actor, 'write'), id);
  }

  isExpired({ expiresAt }: UnfinishedUpload): boolean {
    return expiresAt <= this.#context.now();
  }

  /** The incomplete uploads of the actor that can be resumed, oldest first. */
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
   * Receives more bytes of a content, and stores the content after the last ones. A request that is still sending bytes
   * of this upload is aborted first: its connection is broken, or the client has abandoned it. Bytes that arrive before
   * a connection breaks count. If the complete content is refused, all of it except the last byte is kept, so that the
   * client can retry.
   * @throws {DmsError} not_found | throttled | incomplete | storage_full | as {@link PathUploads.store} | what `rules`
   * throw
   */
  async receive(actor: Actor, id: number, part: UploadPart, rules?: UploadRules): Promise<Received> {
    const user = requireUser(actor, 'write');
    this.#own(user, id);
    const running = this.#deps.runningUploads.begin(actor);
    try {
      return await this.#mutex.runExclusive(id, part.source, async (isRead) => {
        const upload = this.#own(user, id);
        const refused = this.#refusal(upload, part);
        if (refused) return { outcome: refused, upload };
        return await this.#receive(user, upload, part, { running, isRead, rules });
      });
    } finally {
      running.end();
    }
  }

  /** Cancels an upload. @throws {DmsError} not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    const user = requireUser(actor, 'write');
    this.#own(user, id);
    await this.#mutex.runExclusive(id, undefined, async () => {
      await commit(this.#context, actor, () => {
        this.#own(user, id);
        this.#context.tables.unfinishedUploads.delete(id);
      });
      await this.#bytes.forget(id);
    });
  }

  /** Ids of all incomplete uploads. */
  *waiting(): Generator<number, void> {
    for (const { id } of this.#remains.incomplete()) yield id;
  }

  /**
   * Deletes the files of uploads that have ended. Once per process, also deletes uploads whose files are missing, as
   * after a restore.
   */
  tidy(): Promise<void> {
    return this.#remains.tidy();
  }

  /** Resolves when no request is sending bytes. Call it when no more requests arrive. */
  settled(): Promise<void> {
    return this.#mutex.settled();
  }

  #own(user: UserActor, id: number): UnfinishedUpload {
    const upload = this.#context.tables.unfinishedUploads.find(id);
    if (!upload || upload.isChunked || !isSender(user, upload)) throw notFound();
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
    { running, isRead, rules }: Receiving,
  ): Promise<Received> {
    if (upload.entry !== null) return { outcome: 'received', upload };
    // Bytes that the user may no longer store must not fill the disk.
    const permit = (size: number) => {
      rules?.check(upload);
      this.#deps.pathUploads.authorise(user, upload, { size, isPartial: true, upload: running });
    };
    permit(upload.offset);
    // Released before another request may use the upload.
    const { outcome, offset } = await this.#bytes
      .append(user, upload, part, { permit })
      .finally(() => running.reservation.release());
    isRead();
    if (outcome !== 'received') return { outcome, upload };
    if (offset === upload.length && !(await this.#store(user, upload, rules)))
      return { outcome: 'wrong_content', upload };
    return { outcome: 'received', upload: this.#own(user, upload.id) };
  }

  /** Stores a complete content. @returns false if it does not have the announced SHA-256 */
  async #store(user: UserActor, upload: UnfinishedUpload, rules: UploadRules | undefined): Promise<boolean> {
    const { id, length } = upload;
    const { database, tables, now } = this.#context;
    try {
      // Authorise before hashing, which may read the whole file: a refused content must not be read on every attempt.
      rules?.check(upload);
      this.#deps.pathUploads.authorise(user, upload, { size: length });
      const sha256 = await this.#bytes.sha256(upload);
      if (upload.sha256 !== null && upload.sha256 !== sha256) {
        await this.#discard(id);
        return false;
      }
      await this.#file(user, upload, sha256, rules);
    } catch (error) {
      const expiresAt = now() + keepMs(upload);
      // A client that finds all bytes received would assume that the content is stored.
      if (length > 0)
        await database.transaction(() => tables.unfinishedUploads.setOffset(id, length - 1, expiresAt));
      throw error;
    }
    await this.#bytes.forget(id);
    return true;
  }

  async #file(
    user: UserActor,
    upload: UnfinishedUpload,
    sha256: string,
    rules: UploadRules | undefined,
  ): Promise<void> {
    const { tables, now } = this.#context;
    const { id, mimeType, modifiedAt, comment } = upload;
    const target: UploadTarget = upload;
    const content = await this.#bytes.content(upload, sha256);
    const options = {
      mimeType: mimeType ?? undefined,
      modifiedAt: modifiedAt ?? undefined,
      comment: comment ?? undefined,
      expect: rules && (() => rules.check(upload)),
    };
    const onStored = ({
      entry,
    }: {
      readonly entry: { readonly id: number; readonly kind: string };
    }): void => {
      tables.unfinishedUploads.finish(id, entry, now() + REPLAY_MS);
      tables.unfinishedUploads.forgetOldest(upload, MAX_REPLAYABLE);
      rules?.stored(upload);
    };
    try {
      await this.#deps.pathUploads.store(user, [{ target, content, options, onStored }]);
    } finally {
      await content.discard();
    }
  }

  /** Deletes an incomplete upload. Call it inside {@link UploadMutex.runExclusive}. */
  async #discard(id: number): Promise<void> {
    const { database, tables } = this.#context;
    await database.transaction(() => tables.unfinishedUploads.deleteUnfinished(id));
    await this.#bytes.forget(id);
  }
}
