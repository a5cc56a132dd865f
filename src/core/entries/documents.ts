import {
  type DeadProperty,
  type Document,
  type DocumentRecord,
  memoryOf,
  type Version,
} from '../../model/entries/entry.ts';
import type { Expectation } from '../../model/entries/expectation.ts';
import { isSendableType, UNKNOWN_TYPE } from '../../model/entries/media-type.ts';
import { defaultTitle } from '../../model/entries/names.ts';
import { allows, READ, SHARE, UPDATE } from '../../model/entries/permissions.ts';
import type { Media } from '../../model/entries/rendition.ts';
import type { Share } from '../../model/entries/share.ts';
import { DmsError, notFound, noVersion } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { Content } from '../../storage/blobs/blobs.ts';
import { DependencyCache } from '../../storage/database/dependency-cache.ts';
import {
  type Access,
  type AuthorisedEntry,
  assertPermissions,
  commit,
  confinedTo,
  type EntryAccess,
  requireUser,
} from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryLocation, EntryRecords, Locations } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { RenditionStates, RenditionStatus } from '../renditions/renditions.ts';
import type { Quota } from '../versions/versions.ts';
import type { Renaming } from './operations/renaming.ts';

/** Maximum number of versions in a metadata record. */
const METADATA_VERSIONS = 200;

/** Size of the cache of opened documents, in bytes. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** Changes to a document. Omitted fields stay unchanged. */
export interface DocumentChanges {
  readonly title?: string | undefined;
  readonly comments?: string | undefined;
  readonly name?: string | undefined;
}

/** Values that the caller has seen; undefined: any. A document that has other values by now is not changed. */
export type ExpectedTexts = DocumentChanges;

/** Content of a version, ready to be read. */
export interface OpenedDocument {
  readonly document: Document;
  readonly version: Version;
  readonly content: Content;
}

/** The full record of a document, as one actor sees it. */
export interface DocumentMetadata extends EntryLocation {
  readonly document: DocumentRecord;
  /** Newest first, at most 200. */
  readonly versions: readonly Version[];
  /** Undefined if the actor may not share the document. */
  readonly shares: readonly Share[] | undefined;
  readonly properties: readonly DeadProperty[];
  /** State of the text inside the document. */
  readonly text: RenditionStatus;
  readonly thumbnail: RenditionStatus;
  /** Size of a picture or PDF; null for any other document, and until the thumbnails are made. */
  readonly media: Media | null;
}

interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly locations: Locations;
  readonly quota: Quota;
  readonly records: EntryRecords;
  readonly renaming: Renaming;
  readonly renditionStates: RenditionStates;
}

/** Reads documents, and changes their title, comments and name. */
export class Documents {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #opened: DependencyCache<OpenedDocument>;

  constructor(context: Context, deps: Dependencies) {
    this.#opened = new DependencyCache(context.database, CACHE_BYTES);
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Changes title, comments or name.
   * @param expect called before permissions are checked
   * @throws {DmsError} precondition_failed | not_found | forbidden | locked | invalid (name) | name_taken | quota_exceeded | storage_full
   */
  update(
    actor: Actor,
    id: number,
    changes: DocumentChanges,
    { expect, expected = {} }: { expect?: Expectation; expected?: ExpectedTexts | undefined } = {},
  ): Promise<DocumentRecord> {
    return commit(this.#context, actor, () => {
      const { access, activity, locks, quota, renaming } = this.#deps;
      const { documents, entries } = this.#context.tables;
      const authorised = access.document(actor, id, READ, 'write');
      const { user, entry, entryAccess } = authorised;
      expect?.(entry, entry.parentId ?? 0);
      assertPermissions(authorised, UPDATE);
      this.#assertTexts(authorised, expected);
      locks.assertWritable(user, entryAccess);
      const title = changes.title ?? entry.title;
      const comments = changes.comments ?? entry.comments;
      if (title !== entry.title || comments !== entry.comments) {
        quota.changeDetails(entryAccess.ownerId, entry, () => documents.updateText(id, title, comments));
        entries.updateTime(id, this.#context.now(), user.userId);
        activity.record(user, 'update', message('entry', { name: entry.name }), entry);
      }
      if (changes.name !== undefined) renaming.rename(access.document(user, id, UPDATE), changes.name);
      return this.#record(user, id);
    });
  }

  /**
   * Opens the content of the head, or of version `number`.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  open(actor: Actor, id: number, number?: number): OpenedDocument {
    const user = requireUser(actor, 'read');
    if (number !== undefined || confinedTo(user) !== undefined) return this.#open(user, id, number).opened;
    const key = `${String(user.userId)}:${String(id)}`;
    const cached = this.#opened.get(key);
    if (cached) return cached;
    const { opened, entryAccess } = this.#open(user, id, undefined);
    const { content, document, version } = opened;
    const weight = memoryOf(document) + 2 * version.comment.length + (content.bytes?.length ?? 0);
    // A grant that expires changes no data, so nothing would invalidate a cache entry that depends on it.
    if (entryAccess.validUntil === Infinity) this.#opened.keep(key, opened, this.#opened.stamp([id]), weight);
    return opened;
  }

  /** The full record of a document. @throws {DmsError} unauthenticated | forbidden | not_found */
  metadata(actor: Actor, id: number): DocumentMetadata {
    const { access, locations, renditionStates } = this.#deps;
    const { properties, shares, versions } = this.#context.tables;
    const { user, entry, entryAccess } = access.document(actor, id);
    return {
      document: this.#record(user, id),
      ...locations.location(user, id),
      versions: versions.list(id, METADATA_VERSIONS, 0),
      shares: allows(entryAccess.permissions, SHARE) ? shares.listOn(id, this.#context.now()) : undefined,
      properties: properties.list(id),
      text: renditionStates.text(entry),
      thumbnail: renditionStates.thumbnail(entry),
      media: renditionStates.media(entry),
    };
  }

  #assertTexts(authorised: AuthorisedEntry<Document>, { name, title, comments }: ExpectedTexts): void {
    const { entry } = authorised;
    if (name !== undefined) this.#deps.renaming.assertNamed(authorised, name);
    const seen = { title: entry.title ?? defaultTitle(entry.name), comments: entry.comments };
    if ((title ?? seen.title) !== seen.title || (comments ?? seen.comments) !== seen.comments)
      throw new DmsError('precondition_failed', message('changed_meanwhile', { name: entry.name }));
  }

  #open(
    user: UserActor,
    id: number,
    number: number | undefined,
  ): { opened: OpenedDocument; entryAccess: EntryAccess } {
    const { entry, entryAccess } = this.#deps.access.document(user, id);
    const wanted = number ?? entry.version;
    const version = this.#context.tables.versions.find(id, wanted);
    if (!version) throw noVersion(wanted);
    const content = this.#context.blobs.open(version.sha256);
    return {
      opened: { document: this.#sendable(entry), version: this.#sendable(version), content },
      entryAccess,
    };
  }

  /** Replaces a media type that cannot be sent, so that the content of a damaged row can still be read. */
  #sendable<Record extends Document | Version>(record: Record): Record {
    if (isSendableType(record.mimeType)) return record;
    this.#context.log.warn(
      'id' in record ? { document: record.id } : { version: record.number },
      'a stored media type cannot be sent, application/octet-stream is sent instead; run dms check',
    );
    return { ...record, mimeType: UNKNOWN_TYPE };
  }

  #record(user: UserActor, id: number): DocumentRecord {
    const record = this.#deps.records.one(user, id);
    if (record.kind !== 'file') throw notFound();
    return record;
  }
}
