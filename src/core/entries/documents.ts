import type { Actor, UserActor } from '../../model/actor.ts';
import type { DeadProperty, Document, DocumentRecord, Head, Version } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { isJunkName } from '../../model/names.ts';
import { allows, READ, SHARE, UPDATE } from '../../model/permissions.ts';
import type { Share } from '../../model/share.ts';
import type { Blobs, Content } from '../../storage/blobs/blobs.ts';
import { Cache } from '../../storage/cache.ts';
import type { DocumentTable } from '../../storage/tree/documents.ts';
import type { EntryTable } from '../../storage/tree/entries.ts';
import type { PropertyTable } from '../../storage/tree/properties.ts';
import type { SearchIndex } from '../../storage/tree/search-index.ts';
import type { ShareTable } from '../../storage/tree/shares.ts';
import type { VersionTable } from '../../storage/tree/versions.ts';
import type { Access, Reached, Standing } from '../access/access.ts';
import { requireUser } from '../access/capabilities.ts';
import type { ActivityLog } from '../activity/activity-log.ts';
import type { EntryRecords } from '../browse/entry-records.ts';
import type { Tree } from '../browse/tree.ts';
import { type Context, commit } from '../context.ts';
import type { WriteLocks } from '../locks/write-locks.ts';
import type { FreePlace, PutPlaces } from '../placement/put-places.ts';
import type { Target } from '../placement/targets.ts';
import type { VacatedNames } from '../saving/vacated-names.ts';
import { mediaType } from '../versions/media-type.ts';
import type { Quota } from '../versions/quota.ts';
import type { ReceivedContent, Uploads } from '../versions/uploads.ts';
import type { NewContent, StoredContent, Versioning } from '../versions/versioning.ts';
import type { EntryOperations } from './entry-operations.ts';

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
  /** The same user's document that left this name a moment ago comes back and gets the content (WEBDAV-NOTES, 2 and 3). */
  readonly resumes?: boolean | undefined;
  /** Runs within the transaction, with the document that is there, and throws if it is not as expected. */
  readonly expect?: ((current: Document | undefined) => void) | undefined;
}

/** What became of a put. */
export interface Put {
  readonly outcome: 'created' | StoredContent['outcome'];
  readonly head: Head;
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
  readonly contents: Uploads;
  readonly departures: VacatedNames;
  readonly documents: DocumentTable;
  readonly entries: EntryOperations;
  readonly entryTable: EntryTable;
  readonly locks: WriteLocks;
  readonly log: ActivityLog;
  readonly properties: PropertyTable;
  readonly putPlaces: PutPlaces;
  readonly records: EntryRecords;
  readonly revisions: Versioning;
  readonly searchIndex: SearchIndex;
  readonly shares: ShareTable;
  readonly tree: Tree;
  readonly usage: Quota;
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
      const { access, documents, entries, entryTable, locks, log } = this.#parts;
      const reached = access.document(actor, id, UPDATE);
      const { user, entry, standing } = reached;
      locks.assertWritable(user, standing);
      const title = changes.title ?? entry.title;
      const comments = changes.comments ?? entry.comments;
      if (title !== entry.title || comments !== entry.comments) {
        documents.updateText(id, title, comments);
        entryTable.updateTime(id, this.#context.now(), user.userId);
        log.record(user, 'update', entry.name, entry);
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
    const { document, standing } = this.#parts.putPlaces.find(actor, target);
    // The same bytes again make no version, and what is junk is replaced; else the old content stays.
    const mayTakeNone = document && (document.size === size || isJunkName(document.name));
    this.#parts.usage.assertRoom(standing.ownerId, size - (mayTakeNone ? document.size : 0));
  }

  /**
   * Makes a received content the document at the target, or the next version of the one that is there.
   * Takes `incoming` over: on any failure nothing of it stays.
   * @throws {DmsError} not_found | forbidden | locked | invalid (name, folder_id) | name_taken (a folder) | quota_exceeded |
   * precondition_failed (by `expect`)
   */
  async put(actor: Actor, target: Target, incoming: ReceivedContent, options: PutOptions = {}): Promise<Put> {
    const { blobs } = this.#parts;
    try {
      if (incoming.blob.staged !== undefined) {
        this.authorisePut(actor, target, incoming.size);
        await blobs.place(incoming.blob);
      }
      return await this.#context.database.sharedTransaction(() =>
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

  /**
   * The record of a document for somebody who has just written it: a token for writing need not be one for reading.
   * @throws {DmsError} not_found
   */
  written(actor: Actor, id: number): DocumentRecord {
    return this.#record(this.#parts.access.document(actor, id, READ, 'write').user, id);
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
      shares: allows(standing.permissions, SHARE) ? shares.listOn(id, this.#context.now()) : undefined,
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

  #put(actor: Actor, target: Target, incoming: ReceivedContent, options: PutOptions): Put {
    const { blobs, putPlaces, revisions } = this.#parts;
    const place = putPlaces.find(actor, target);
    const { user, standing, name } = place;
    options.expect?.(place.document);
    blobs.insert(incoming.blob, this.#context.now());
    const revision: NewContent = {
      sha256: incoming.sha256,
      size: incoming.size,
      begunAt: incoming.begunAt,
      mimeType: mediaType(name, options.mimeType),
      modifiedAt: options.modifiedAt,
      comment: options.comment,
    };
    if (place.document) {
      return this.#revise(user, { entry: place.document, standing }, revision, options);
    }
    const back = this.#returning(place, options);
    if (back) return { outcome: 'created', head: this.#revise(user, back, revision, options).head };
    const title = options.title ?? null;
    this.#parts.searchIndex.noteChange();
    const head = revisions.create(user, place.folder, standing.ownerId, name, title, revision);
    return { outcome: 'created', head };
  }

  #revise(
    user: UserActor,
    { entry, standing }: Pick<Reached<Document>, 'entry' | 'standing'>,
    revision: NewContent,
    { title }: PutOptions,
  ): StoredContent {
    const { documents, log, revisions } = this.#parts;
    const revised = revisions.add(user, entry, standing.ownerId, revision);
    if (title !== undefined && title !== entry.title) {
      documents.updateText(entry.id, title, entry.comments);
      if (revised.outcome === 'unchanged') log.record(user, 'update', entry.name, entry);
    }
    return revised;
  }

  /** The document that the user took away from the free name a moment ago, back there. */
  #returning({ user, folder, name }: FreePlace, options: PutOptions): Reached<Document> | undefined {
    if (options.resumes !== true) return undefined;
    const place = { folderId: folder.id, name };
    return this.#parts.departures.bringBack(user, place, { afterMove: true, afterDeletion: true });
  }

  #record(user: UserActor, id: number): DocumentRecord {
    const record = this.#parts.records.one(user, id);
    if (record.kind !== 'file') throw notFound();
    return record;
  }
}
