import type { Document } from '../../model/entry.ts';
import { isTemporaryPath } from '../../model/names.ts';
import { UPDATE } from '../../model/permissions.ts';
import type { DisposableEntries } from '../../storage/tree/disposable-entries.ts';
import type { PropertyTable } from '../../storage/tree/properties.ts';
import { demand, namesOf, type Reached } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity-log.ts';
import type { WriteLocks } from '../locks/write-locks.ts';
import type { Destination } from '../placement/targets.ts';
import type { Trash } from '../placement/trash.ts';
import { mediaType } from '../versions/media-type.ts';
import { PROPERTY_BYTES } from '../versions/properties.ts';
import type { StoredContent, Versioning } from '../versions/versioning.ts';
import type { VacatedNames } from './vacated-names.ts';

/** What {@link Replacement} works with. */
interface Parts {
  readonly departures: VacatedNames;
  readonly keepsakes: DisposableEntries;
  readonly locks: WriteLocks;
  readonly log: ActivityLog;
  readonly properties: PropertyTable;
  readonly revisions: Versioning;
  readonly trash: Trash;
}

/**
 * One document's content becomes the next version of another, which keeps its identity (WEBDAV-NOTES, saving by
 * rename). Within transactions of others.
 */
export class Replacement {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The document that gets what is moved to a free name: it left that name a moment ago. */
  predecessorOfMoved(
    content: Reached<Document>,
    { folder, name }: Destination,
  ): Reached<Document> | undefined {
    const { departures } = this.#parts;
    const afterDeletion = departures.isFresh(content.entry);
    const afterMove = afterDeletion || isTemporaryPath(namesOf(content.standing));
    const succession = { afterDeletion, afterMove, successorId: content.entry.id };
    return departures.bringBack(content.user, { folderId: folder.entry.id, name }, succession);
  }

  /** The document that gets what is copied to a free name. */
  predecessorOfCopied({ folder, name }: Destination): Reached<Document> | undefined {
    const place = { folderId: folder.entry.id, name };
    return this.#parts.departures.bringBack(folder.user, place, { afterMove: true, afterDeletion: false });
  }

  /** @throws {DmsError} forbidden | locked | quota_exceeded */
  copy(content: Reached<Document>, document: Reached<Document>): void {
    this.#authorise(document);
    this.#mergeProperties(content.entry, document.entry);
    this.#add(content, document);
  }

  /** As {@link Replacement.copy}; the other document goes. @throws {DmsError} forbidden | locked | quota_exceeded */
  move(content: Reached<Document>, document: Reached<Document>): void {
    this.#authorise(document);
    this.#mergeProperties(content.entry, document.entry);
    // First, so that the same bytes do not count twice against the quota.
    this.giveUp(content);
    if (this.#add(content, document).outcome === 'replaced') return;
    const text = `${content.entry.name} onto ${document.entry.name}`;
    const full = { text, names: content.entry.id };
    this.#parts.log.record(content.user, 'move', document.entry.name, document.entry, full);
  }

  /** A document whose place something else takes goes for good; with more to lose than its content, to the trash. */
  giveUp(document: Reached<Document>): void {
    const { keepsakes, trash } = this.#parts;
    if (keepsakes.hasMoreThanContent(document.entry.id)) trash.discard(document);
    else trash.erase(document.entry.id, document.standing.ownerId);
  }

  #authorise(document: Reached<Document>): void {
    demand(document, UPDATE);
    this.#parts.locks.assertWritable(document.user, document.standing);
  }

  #add({ user, entry }: Reached<Document>, document: Reached<Document>): StoredContent {
    const { sha256, size, modifiedAt } = entry;
    const mimeType = mediaType(document.entry.name, entry.mimeType);
    const next = { sha256, size, mimeType, modifiedAt };
    return this.#parts.revisions.add(user, document.entry, document.standing.ownerId, next);
  }

  /** What the program has set on its file counts, such as times; the document keeps all else. */
  #mergeProperties(from: Document, to: Document): void {
    const { properties } = this.#parts;
    const news = from.id === to.id ? [] : properties.list(from.id);
    if (properties.size(from.id) + properties.size(to.id) > PROPERTY_BYTES) return;
    for (const property of news) properties.upsert(to.id, property);
  }
}
