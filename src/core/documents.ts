import type { Actor, UserActor } from '../model/actor.ts';
import type { DeadProperty, Document, DocumentRecord, Version } from '../model/entry.ts';
import { notFound } from '../model/errors.ts';
import { isJunkName } from '../model/names.ts';
import { allows, SHARE, UPDATE } from '../model/permissions.ts';
import type { Share } from '../model/share.ts';
import type { Blobs, Content } from '../storage/blobs.ts';
import { Cache } from '../storage/cache.ts';
import type { DocumentTable } from '../storage/documents.ts';
import type { EntryTable } from '../storage/entries.ts';
import type { PropertyTable } from '../storage/properties.ts';
import type { SearchIndex } from '../storage/search-index.ts';
import type { ShareTable } from '../storage/shares.ts';
import type { VersionTable } from '../storage/versions.ts';
import type { Access, Standing } from './access.ts';
import type { ActivityLog } from './activity.ts';
import { requireUser } from './authority.ts';
import type { Contents, Incoming } from './contents.ts';
import { type Context, commit } from './context.ts';
import type { Target } from './destinations.ts';
import type { Entries } from './entries.ts';
import type { Locks } from './locks.ts';
import { mediaType } from './media-type.ts';
import type { PutPlaces } from './put-places.ts';
import type { Records } from './records.ts';
import type { Revision, Revisions } from './revisions.ts';
import type { Tree } from './tree.ts';
import type { Usage } from './usage.ts';

/** Longest history that a metadata record shows. */
const METADATA_VERSIONS = 200;

/** Most that remembered contents take, and what one takes besides its bytes. */
const OPENED_BYTES = 16 * 1024 * 1024;
const RECORD_BYTES = 1024;

/** What may come with a new content. */
export interface PutOptions {
  /** As the sender says; the name decides where it can. */
  readonly mimeType?: string | undefined;
  readonly title?: string | undefined;
  /** Comment on the version. */
  readonly comment?: string | undefined;
  /** When the content was last modified, by the sender's clock. */
  readonly modifiedAt?: number | undefined;
  /** Runs within the transaction, with the document that is there, and throws if it is not as expected. */
  readonly expect?: ((current: Document | undefined) => void) | undefined;
}

/** What became of a put; `unchanged`: the same bytes were there already. */
export interface Put {
  readonly outcome: 'created' | 'replaced' | 'unchanged';
  readonly document: DocumentRecord;
}

/** What a PATCH of a document may change. */
export interface DocumentChanges {
  readonly title?: string | undefined;
  readonly comments?: string | undefined;
  readonly name?: string | undefined;
}

/** A content with what it belongs to. */
export interface OpenedDocument {
  readonly document: Document;
  readonly version: Version;
  readonly content: Content;
}

/** Everything that is known of a document, for one actor. */
export interface DocumentMetadata {
  readonly document: DocumentRecord;
  readonly path: string;
  readonly versions: readonly Version[];
  /** Undefined when the actor may not share it. */
  readonly shares: readonly Share[] | undefined;
  readonly properties: readonly DeadProperty[];
}

/** What {@link Documents} works with. */
interface Parts {
  readonly access: Access;
  readonly blobs: Blobs;
  readonly contents: Contents;
  readonly documents: DocumentTable;
  readonly entries: Entries;
  readonly entryTable: EntryTable;
  readonly locks: Locks;
  readonly log: ActivityLog;
  readonly properties: PropertyTable;
  readonly putPlaces: PutPlaces;
  readonly records: Records;
  readonly revisions: Revisions;
  readonly searchIndex: SearchIndex;
  readonly shares: ShareTable;
  readonly tree: Tree;
  readonly usage: Usage;
  readonly versions: VersionTable;
}

/** Documents and their contents. */
export class Documents {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #opened: Cache<string, OpenedDocument>;

  constructor(context: Context, parts: Parts) {
    this.#opened = new Cache(() => context.database.generation, OPENED_BYTES);
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Changes title, comments or name.
   * @throws {DmsError} not_found | forbidden | locked | invalid (name) | name_taken
   */
  update(actor: Actor, id: number, changes: DocumentChanges): Promise<DocumentRecord> {
    return commit(this.#context, () => {
      const { access, documents, entries, entryTable, locks, log, searchIndex } = this.#parts;
      const reached = access.document(actor, id, UPDATE);
      const { user, entry, standing } = reached;
      locks.assertWritable(user, standing);
      const title = changes.title ?? entry.title;
      const comments = changes.comments ?? entry.comments;
      if (title !== entry.title || comments !== entry.comments) {
        documents.updateText(id, title, comments);
        entryTable.updateTime(id, this.#context.now(), user.userId);
        if (!isJunkName(entry.name)) {
          searchIndex.update(id, entry.name, title ?? '', comments);
          log.record(user, 'update', entry.name, entry);
        }
      }
      if (changes.name !== undefined) entries.applyRename(access.document(user, id, UPDATE), changes.name);
      return this.#record(user, id);
    });
  }

  /**
   * Throws what {@link Documents.put} would throw, before a byte is read.
   * @param size bytes, where the sender announced them
   * @throws {DmsError} as put
   */
  authorisePut(actor: Actor, target: Target, size = 0): void {
    const place = this.#parts.putPlaces.find(actor, target);
    this.#parts.usage.assertRoom(place.standing.ownerId, size - (place.document?.size ?? 0));
  }

  /**
   * Makes a received content the document at the target, or the next version of the one that is there.
   * Takes `incoming` over: on any failure nothing of it stays.
   * @throws {DmsError} not_found | forbidden | locked | invalid (name, folder_id) | name_taken (a folder) | quota_exceeded |
   * precondition_failed (by `expect`)
   */
  async put(actor: Actor, target: Target, incoming: Incoming, options: PutOptions = {}): Promise<Put> {
    const { blobs } = this.#parts;
    try {
      if (incoming.blob.staged !== undefined) {
        this.authorisePut(actor, target, incoming.size);
        await blobs.place(incoming.blob);
      }
      return await this.#context.database.transactionTogether(() =>
        this.#put(actor, target, incoming, options),
      );
    } catch (error) {
      await incoming.discard();
      throw error;
    }
  }

  /** The content of the head, or of version `number`. @throws {DmsError} not_found */
  open(actor: Actor, id: number, number?: number): OpenedDocument {
    const user = requireUser(actor, 'read');
    if (number !== undefined) return this.#open(user, id, number).opened;
    const key = `${String(user.userId)}:${String(id)}`;
    const known = this.#opened.get(key);
    if (known) return known;
    const { opened, standing } = this.#open(user, id, undefined);
    const weight = RECORD_BYTES + (opened.content.bytes?.length ?? 0);
    if (standing.validUntil === Infinity) this.#opened.set(key, opened, weight);
    return opened;
  }

  /** Sets the modification time that clients see. @throws {DmsError} not_found | forbidden | locked */
  touch(actor: Actor, id: number, modifiedAt: number): Promise<void> {
    return commit(this.#context, () => {
      const { user, standing } = this.#parts.access.document(actor, id, UPDATE);
      this.#parts.locks.assertWritable(user, standing);
      this.#parts.documents.updateModified(id, modifiedAt);
    });
  }

  /** @throws {DmsError} not_found */
  metadata(actor: Actor, id: number): DocumentMetadata {
    const { access, properties, shares, tree, versions } = this.#parts;
    const { user, standing } = access.document(actor, id);
    return {
      document: this.#record(user, id),
      path: tree.path(user, id),
      versions: versions.list(id, METADATA_VERSIONS, 0),
      shares: allows(standing.permissions, SHARE) ? shares.listOn(id) : undefined,
      properties: properties.list(id),
    };
  }

  #open(
    user: UserActor,
    id: number,
    number: number | undefined,
  ): { opened: OpenedDocument; standing: Standing } {
    const { entry, standing } = this.#parts.access.document(user, id);
    const version = this.#parts.versions.find(id, number ?? entry.version);
    if (!version) throw notFound();
    return {
      opened: { document: entry, version, content: this.#parts.blobs.open(version.sha256) },
      standing,
    };
  }

  #put(actor: Actor, target: Target, incoming: Incoming, options: PutOptions): Put {
    const { blobs, documents, revisions } = this.#parts;
    const place = this.#parts.putPlaces.find(actor, target);
    const { user, document, standing, name } = place;
    options.expect?.(document);
    blobs.insert(incoming.blob, this.#context.now());
    const revision: Revision = {
      sha256: incoming.sha256,
      size: incoming.size,
      mimeType: mediaType(name, options.mimeType),
      modifiedAt: options.modifiedAt,
      comment: options.comment,
    };
    if (!document) {
      const id = revisions.create(
        user,
        place.folder,
        standing.ownerId,
        name,
        options.title ?? null,
        revision,
      );
      return { outcome: 'created', document: this.#record(user, id) };
    }
    const outcome = revisions.add(user, document, standing.ownerId, revision);
    if (options.title !== undefined && options.title !== document.title) {
      documents.updateText(document.id, options.title, document.comments);
      if (!isJunkName(name)) {
        this.#parts.searchIndex.update(document.id, name, options.title, document.comments);
      }
    }
    return { outcome, document: this.#record(user, document.id) };
  }

  #record(user: UserActor, id: number): DocumentRecord {
    const record = this.#parts.records.one(user, id);
    if (record.kind !== 'file') throw notFound();
    return record;
  }
}
