import type { Readable } from 'node:stream';
import type { Document, Head } from '../../../model/entries/entry.ts';
import type { Expectation } from '../../../model/entries/expectation.ts';
import { isJunkName, nameKey } from '../../../model/entries/names.ts';
import { message } from '../../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../../model/people/actor.ts';
import { type AuthorisedEntry, assertCurrent, commit, requesterOf } from '../../access/access.ts';
import type { ActivityLog } from '../../activity/activity.ts';
import type { Context } from '../../context.ts';
import type { ContentPlace, ContentTarget, Target, Targets } from '../../placement/placement.ts';
import type { VacatedNames } from '../../safe-save/safe-save.ts';
import {
  type ContentReceiver,
  mediaType,
  type NewContent,
  type Quota,
  type ReceivedContent,
  type RunningUpload,
  type RunningUploads,
  type StoredContent,
  type UploadAnnouncement,
  type Versioning,
} from '../../versions/versions.ts';

/** Options of new content. */
export interface UploadOptions {
  /** Media type declared by the client. It is used only if the extension of the name is unknown. */
  readonly mimeType?: string | undefined;
  /** Title of the document. */
  readonly title?: string | undefined;
  /** Comment of the version. */
  readonly comment?: string | undefined;
  /** When the content was last modified, by the client's clock, in milliseconds UTC. */
  readonly modifiedAt?: number | undefined;
  /**
   * True: if the same user moved or deleted a document from this name within the window, that document is put back and
   * gets the content as its next version (docs/build/webdav-clients.md, rules 2 and 3). For WebDAV only.
   */
  readonly continuesHistory?: boolean | undefined;
  /** Called inside the transaction, before permissions are checked. */
  readonly expect?: Expectation | undefined;
}

/** What is known of the size of a content before all of it has arrived. */
export interface Announced {
  /** In bytes. */
  readonly size?: number | undefined;
  /** True if `size` is only what has arrived so far. */
  readonly isPartial?: boolean | undefined;
  /** Bytes that other contents of the same request need in the same home. */
  readonly others?: number | undefined;
  /** The upload that the content arrives with: the room for it is reserved. */
  readonly upload?: RunningUpload | undefined;
}

/** One file of an upload. */
export interface Upload {
  readonly target: ContentPlace;
  readonly content: ReceivedContent;
  readonly options?: UploadOptions | undefined;
}

/**
 * Result of an upload. `created`: the name was free. The document is new, or a former document was put back and got a
 * version.
 */
export interface UploadResult {
  readonly outcome: 'created' | StoredContent['outcome'];
  readonly head: Head;
}

interface Dependencies {
  readonly activity: ActivityLog;
  readonly contentReceiver: ContentReceiver;
  readonly quota: Quota;
  readonly runningUploads: RunningUploads;
  readonly targets: Targets;
  readonly vacatedNames: VacatedNames;
  readonly versioning: Versioning;
}

/** Uploads in three steps: authorise, receive the content, store it as a document or a version. */
export class Uploads {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Throws the errors that {@link Uploads.store} would throw, before the content is read.
   * @param announced.upload as long as it runs, the room that the content needs is not available to other uploads
   * @param announced.expect called before permissions are checked
   * @returns bytes that the content needs in its home, as far as its size is known
   * @throws {DmsError} as {@link Uploads.store}
   */
  authorise(
    actor: Actor,
    target: ContentPlace,
    announced: Announced & { readonly expect?: Expectation } = {},
  ): number {
    const { size = 0, isPartial = false, others = 0, upload, expect } = announced;
    const found = this.#deps.targets.findForContent(actor, target, expect);
    const { user, folder, name, document, entryAccess } = found;
    const content = {
      requester: requesterOf(user),
      ownerId: entryAccess.ownerId,
      target: targetKey(folder.id, [name]),
      entries: this.#makesEntry(found) ? 1 : 0,
      bytes: size,
      released: releasedBy(document, size, isPartial),
      others,
    };
    return this.#deps.quota.announce(content, upload?.reservation);
  }

  /**
   * Starts an upload. Until its `end()` is called, it counts against the limit of its user and the memory for all
   * uploads.
   * @param abort as in {@link RunningUploads.begin}
   * @throws {DmsError} unauthenticated | forbidden | throttled (the user has too many running)
   */
  begin(actor: Actor, abort?: () => void): RunningUpload {
    return this.#deps.runningUploads.begin(actor, abort);
  }

  /**
   * Receives content as a stream and hashes it. Large contents go to a file, so they are never held in memory as a
   * whole. If the content is refused, `source` stays open, so that the caller can still send a response.
   * @throws {DmsError} unauthenticated | forbidden | too_large | storage_full | incomplete (the stream ended early, or
   * its size differs from the announced one)
   */
  receive(actor: Actor, source: Readable, announcement: UploadAnnouncement = {}): Promise<ReceivedContent> {
    return this.#deps.contentReceiver.receive(actor, source, announcement);
  }

  /**
   * Creates an empty document for LOCK of a free name (RFC 4918 §7.3). Runs inside the caller's transaction.
   * @returns id of the document
   * @throws {DmsError} as {@link Uploads.store}
   */
  createEmpty(actor: Actor, target: Target, expect?: Expectation): number {
    const content = this.#deps.contentReceiver.empty();
    return this.storeInTransaction(actor, { target, content, options: { continuesHistory: true, expect } })
      .head.id;
  }

  /**
   * Stores received content at the target, as a new document or as the next version of the document there. If it fails,
   * the content is discarded; the caller must not use it again.
   * @throws {DmsError} not_found | forbidden | locked | invalid (file, folder_id) | name_taken (a folder) |
   * parent_missing | quota_exceeded | what `expect` throws
   */
  async store(
    actor: Actor,
    target: ContentPlace,
    content: ReceivedContent,
    options: UploadOptions = {},
  ): Promise<UploadResult> {
    const [result] = await this.storeTogether(
      actor,
      [{ target, content, options }],
      (upload) => this.authorise(actor, upload.target, { size: content.size }),
      (upload) => this.storeInTransaction(actor, upload),
    );
    if (!result) throw new Error('storing one upload returned no result');
    return result;
  }

  /**
   * Stores several contents in one transaction: all of them, or none. If it fails, all are discarded.
   * @param authorise throws if a content would be refused; called for contents in files, before they become blobs
   * @param store runs inside the transaction
   * @throws {DmsError} what `authorise` and `store` throw
   */
  async storeTogether<U extends { readonly content: ReceivedContent }, T>(
    actor: Actor,
    uploads: readonly U[],
    authorise: (upload: U) => void,
    store: (upload: U) => T,
  ): Promise<readonly T[]> {
    const { blobs } = this.#context;
    try {
      const large = uploads.filter(({ content }) => content.blob.staged !== undefined);
      // Permissions may have changed during the upload. Checking them here keeps denied content out of the
      // blob store.
      if (large.length > 0) assertCurrent(this.#context, actor);
      for (const upload of large) authorise(upload);
      return await blobs.store(
        large.map(({ content }) => content.blob),
        () => commit(this.#context, actor, () => uploads.map(store)),
      );
    } catch (error) {
      await Promise.all(uploads.map(({ content }) => content.discard()));
      throw error;
    }
  }

  /** Stores one content inside the caller's transaction. @throws {DmsError} as {@link Uploads.store} */
  storeInTransaction(actor: Actor, { target, content, options = {} }: Upload): UploadResult {
    const { contentReceiver, targets, versioning } = this.#deps;
    const contentTarget = targets.findForContent(actor, target, options.expect);
    const { user, folder, entryAccess, name, document } = contentTarget;
    // From here on, the content counts as used. Another upload must not find it counted twice.
    content.upload?.reservation.release();
    // The disk may have filled up since the content arrived. A staged content already occupies its space.
    if (content.blob.staged === undefined) contentReceiver.assertRoom(content.size);
    this.#context.blobs.insert(content.blob, this.#context.now());
    const next: NewContent = {
      sha256: content.sha256,
      size: content.size,
      begunAt: content.begunAt,
      mimeType: mediaType(name, options.mimeType),
      modifiedAt: options.modifiedAt,
      comment: options.comment,
    };
    if (document) return this.#addVersion(user, { entry: document, entryAccess }, next, options);
    const putBack = this.#putBack(contentTarget, options);
    if (putBack) {
      return { outcome: 'created', head: this.#addVersion(user, putBack, next, options).head };
    }
    const head = versioning.create(user, folder, entryAccess.ownerId, name, options.title ?? null, next);
    return { outcome: 'created', head };
  }

  #addVersion(
    user: UserActor,
    { entry, entryAccess }: Pick<AuthorisedEntry<Document>, 'entry' | 'entryAccess'>,
    next: NewContent,
    { title }: UploadOptions,
  ): StoredContent {
    const { activity, versioning } = this.#deps;
    const stored = versioning.add(user, entry, entryAccess.ownerId, next);
    if (title !== undefined && title !== entry.title) {
      this.#context.tables.documents.updateText(entry.id, title, entry.comments);
      if (stored.outcome === 'unchanged')
        activity.record(user, 'update', message('entry', { name: entry.name }), entry);
    }
    return stored;
  }

  /** False also for a name whose former document may be put back: only the transaction can decide that. */
  #makesEntry({ user, visible, document }: ContentTarget): boolean {
    return !document && !this.#context.tables.vacatedNames.find(user.userId, visible);
  }

  /** Puts back the document whose history the content continues (docs/build/webdav-clients.md, rules 2 and 3). */
  #putBack(
    { user, visible }: ContentTarget,
    { continuesHistory }: UploadOptions,
  ): AuthorisedEntry<Document> | undefined {
    if (continuesHistory !== true) return undefined;
    return this.#deps.vacatedNames.putDocumentBack(user, visible, { afterMove: true, afterDeletion: true });
  }
}

/** Identifies a name in a folder that exists, or in folders beneath it that do not exist yet. */
export function targetKey(folderId: number, names: readonly string[]): string {
  return [folderId, ...names.map(nameKey)].join('/');
}

/**
 * Bytes of the current content that a new content replaces. A content equal to the head adds no version, and a new
 * content of a junk file replaces the old one. In all other cases the old version is kept, so the new one needs its
 * full size. While a content arrives, it may still become equal to the head.
 */
function releasedBy(document: Document | undefined, size: number, isPartial: boolean): number {
  if (!document) return 0;
  if (isJunkName(document.name)) return document.size;
  if (isPartial) return size <= document.size ? size : 0;
  return size === document.size ? size : 0;
}
