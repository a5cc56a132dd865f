import type { Readable } from 'node:stream';
import type { Actor, UserActor } from '../../model/actor.ts';
import type { Document, Head } from '../../model/entry.ts';
import type { Expectation } from '../../model/expectation.ts';
import { isJunkName } from '../../model/names.ts';
import type { Reached } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { ContentTarget, Target, Targets } from '../placement/placement.ts';
import type { VacatedNames } from '../saving/saving.ts';
import {
  type ContentReceiver,
  mediaType,
  type NewContent,
  type Quota,
  type ReceivedContent,
  type StoredContent,
  type UploadAnnouncement,
  type Versioning,
} from '../versions/versions.ts';

/** What may come with new content. */
export interface UploadOptions {
  /** As the sender says. The extension of the name decides where it is known. */
  readonly mimeType?: string | undefined;
  readonly title?: string | undefined;
  /** Comment on the version. */
  readonly comment?: string | undefined;
  /** When the content was last modified, by the sender's clock, in milliseconds UTC. */
  readonly modifiedAt?: number | undefined;
  /**
   * The rules of saving by rename apply: a document that the same user moved or deleted from this name a moment ago
   * comes back and gets the content (docs/webdav-clients.md, rules 2 and 3).
   */
  readonly continuesHistory?: boolean | undefined;
  /** Judged inside the transaction, on the document that is there. */
  readonly expect?: Expectation | undefined;
}

/** One file of an upload: where it goes, its content, and what comes with it. */
export interface Upload {
  readonly target: Target;
  readonly content: ReceivedContent;
  readonly options?: UploadOptions | undefined;
}

/** What became of uploaded content. */
export interface UploadResult {
  readonly outcome: 'created' | StoredContent['outcome'];
  readonly head: Head;
}

/** What {@link Uploads} works with. */
interface Parts {
  readonly activity: ActivityLog;
  readonly contentReceiver: ContentReceiver;
  readonly quota: Quota;
  readonly targets: Targets;
  readonly vacatedNames: VacatedNames;
  readonly versioning: Versioning;
}

/** Uploads: a caller asks whether content may come, receives it, and stores it as a document or a new version. */
export class Uploads {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Throws what {@link Uploads.store} would throw, before a byte is read.
   * @param options.size bytes, where the sender announced them
   * @param options.expect judged on the document that is there, before rights are checked
   * @throws {DmsError} as store
   */
  authorise(
    actor: Actor,
    target: Target,
    { size = 0, expect }: { readonly size?: number | undefined; readonly expect?: Expectation } = {},
  ): void {
    const { document, standing } = this.#parts.targets.findForContent(actor, target, expect);
    // The same bytes make no version, and a junk file is replaced. Otherwise the old content stays beside the new one.
    const mayFree = document && (document.size === size || isJunkName(document.name));
    this.#parts.quota.assertRoom(standing.ownerId, size - (mayFree ? document.size : 0));
  }

  /**
   * Streams content in and hashes it. It never holds the whole content in memory. Where it is refused, `source` is left
   * as it is, so that the caller can still answer.
   * @throws {DmsError} unauthenticated | forbidden | too_large | storage_full | incomplete (it broke off, or differs from the announcement)
   */
  receive(actor: Actor, source: Readable, announcement: UploadAnnouncement = {}): Promise<ReceivedContent> {
    return this.#parts.contentReceiver.receive(actor, source, announcement);
  }

  /** The content of a document that is made by locking a free name. */
  empty(): ReceivedContent {
    return this.#parts.contentReceiver.empty();
  }

  /**
   * Makes received content the document at the target, or the next version of the document there. The content belongs
   * to the core from now on: after a failure nothing of it stays.
   * @throws {DmsError} not_found | forbidden | locked | invalid (file, folder_id) | name_taken (a folder) | parent_missing |
   * quota_exceeded | what `expect` throws
   */
  async store(
    actor: Actor,
    target: Target,
    content: ReceivedContent,
    options: UploadOptions = {},
  ): Promise<UploadResult> {
    const [result] = await this.storeAll(actor, [{ target, content, options }]);
    if (!result) throw new Error('one content went in and none came out');
    return result;
  }

  /** Like {@link Uploads.store} for several files in one transaction: all are stored, or none. */
  async storeAll(actor: Actor, uploads: readonly Upload[]): Promise<readonly UploadResult[]> {
    const { blobs, database } = this.#context;
    try {
      const large = uploads.filter(({ content }) => content.blob.staged !== undefined);
      // Rights may have changed while the bytes came in. Checked here, refused content does not become a blob file.
      for (const { target, content } of large) this.authorise(actor, target, { size: content.size });
      for (const { content } of large) await blobs.place(content.blob);
      return await database.sharedTransaction(() => uploads.map((upload) => this.#store(actor, upload)));
    } catch (error) {
      await Promise.all(uploads.map(({ content }) => content.discard()));
      throw error;
    }
  }

  #store(actor: Actor, { target, content, options = {} }: Upload): UploadResult {
    const { targets, versioning } = this.#parts;
    const place = targets.findForContent(actor, target, options.expect);
    const { user, folder, standing, name, document } = place;
    this.#context.blobs.insert(content.blob, this.#context.now());
    const next: NewContent = {
      sha256: content.sha256,
      size: content.size,
      begunAt: content.begunAt,
      mimeType: mediaType(name, options.mimeType),
      modifiedAt: options.modifiedAt,
      comment: options.comment,
    };
    if (document) return this.#addVersion(user, { entry: document, standing }, next, options);
    const returned = this.#returnedDocument(place, options);
    if (returned) {
      return { outcome: 'created', head: this.#addVersion(user, returned, next, options).head };
    }
    this.#context.tables.searchIndex.noteChange();
    const head = versioning.create(user, folder, standing.ownerId, name, options.title ?? null, next);
    return { outcome: 'created', head };
  }

  #addVersion(
    user: UserActor,
    { entry, standing }: Pick<Reached<Document>, 'entry' | 'standing'>,
    next: NewContent,
    { title }: UploadOptions,
  ): StoredContent {
    const { activity, versioning } = this.#parts;
    const stored = versioning.add(user, entry, standing.ownerId, next);
    if (title !== undefined && title !== entry.title) {
      this.#context.tables.documents.updateText(entry.id, title, entry.comments);
      if (stored.outcome === 'unchanged') activity.record(user, 'update', entry.name, entry);
    }
    return stored;
  }

  /** The document that the user took away from the free name a moment ago, back at that name. */
  #returnedDocument(
    { user, visible }: ContentTarget,
    { continuesHistory }: UploadOptions,
  ): Reached<Document> | undefined {
    if (continuesHistory !== true) return undefined;
    return this.#parts.vacatedNames.bringBack(user, visible, { afterMove: true, afterDeletion: true });
  }
}
