import type { Document } from '../../model/entry.ts';
import { isTemporaryPath } from '../../model/names.ts';
import { DELETE, UPDATE } from '../../model/permissions.ts';
import { demand, namesOf, type Reached } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Destination, Trash } from '../placement/placement.ts';
import { mediaType, PROPERTY_BYTES, type StoredContent, type Versioning } from '../versions/versions.ts';
import type { VacatedNames } from './vacated-names.ts';

/** What {@link Replacement} works with. */
interface Parts {
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly trash: Trash;
  readonly vacatedNames: VacatedNames;
  readonly versioning: Versioning;
}

/**
 * One document's content becomes the next version of another, which keeps its identity (WEBDAV-NOTES, saving by
 * rename). Within transactions of others.
 */
export class Replacement {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** The document that gets what is moved to a free name: it left that name a moment ago. */
  predecessorOfMoved(content: Reached<Document>, { visible }: Destination): Reached<Document> | undefined {
    const { vacatedNames } = this.#parts;
    const afterDeletion = vacatedNames.isFresh(content.entry);
    const afterMove = afterDeletion || isTemporaryPath(namesOf(content.standing));
    const succession = { afterDeletion, afterMove, successorId: content.entry.id };
    return vacatedNames.bringBack(content.user, visible, succession);
  }

  /** The document that gets what is copied to a free name. */
  predecessorOfCopied({ folder, visible }: Destination): Reached<Document> | undefined {
    const rule = { afterMove: true, afterDeletion: false };
    return this.#parts.vacatedNames.bringBack(folder.user, visible, rule);
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
    this.#parts.activity.record(content.user, 'move', document.entry.name, document.entry, full);
  }

  /** A document whose place something else takes goes for good; with more to lose than its content, to the trash. */
  giveUp(document: Reached<Document>): void {
    const { trash } = this.#parts;
    if (this.#context.tables.disposableEntries.hasMoreThanContent(document.entry.id)) trash.discard(document);
    else trash.erase(document.entry.id, document.standing.ownerId);
  }

  /**
   * Another entry takes the place of `existing`, and the locks that are on it.
   * @throws {DmsError} forbidden | locked
   */
  giveWay(existing: Reached, next: Reached): void {
    const { locks, trash } = this.#parts;
    demand(existing, DELETE);
    locks.assertMovable(existing.user, existing.standing);
    locks.handOver(existing.entry.id, next.entry.id);
    const document = documentOf(existing);
    if (document && next.entry.kind === 'file') this.giveUp(document);
    else trash.discard(existing);
  }

  #authorise(document: Reached<Document>): void {
    demand(document, UPDATE);
    this.#parts.locks.assertWritable(document.user, document.standing);
  }

  #add({ user, entry }: Reached<Document>, document: Reached<Document>): StoredContent {
    const { sha256, size, modifiedAt } = entry;
    const mimeType = mediaType(document.entry.name, entry.mimeType);
    const next = { sha256, size, mimeType, modifiedAt };
    return this.#parts.versioning.add(user, document.entry, document.standing.ownerId, next);
  }

  /** What the program has set on its file counts, such as times; the document keeps all else. */
  #mergeProperties(from: Document, to: Document): void {
    const { properties } = this.#context.tables;
    const news = from.id === to.id ? [] : properties.list(from.id);
    if (properties.size(from.id) + properties.size(to.id) > PROPERTY_BYTES) return;
    for (const property of news) properties.upsert(to.id, property);
  }
}

/** The same, if it is a document. */
export function documentOf({ user, entry, standing }: Reached): Reached<Document> | undefined {
  return entry.kind === 'file' ? { user, entry, standing } : undefined;
}
