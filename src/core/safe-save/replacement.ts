import type { Document } from '../../model/entries/entry.ts';
import { isTemporaryPath } from '../../model/entries/names.ts';
import { DELETE, UPDATE } from '../../model/entries/permissions.ts';
import { message } from '../../model/errors/messages.ts';
import { type AuthorisedEntry, assertPermissions, namesOf } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Destination, Erasures, Trash } from '../placement/placement.ts';
import {
  mediaType,
  PROPERTY_BYTES,
  type Quota,
  type StoredContent,
  type Versioning,
} from '../versions/versions.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import type { VacatedNames } from './vacated-names.ts';

interface Dependencies {
  readonly activity: ActivityLog;
  readonly erasures: Erasures;
  readonly locks: WriteLocks;
  readonly quota: Quota;
  readonly temporaryFiles: TemporaryFiles;
  readonly trash: Trash;
  readonly vacatedNames: VacatedNames;
  readonly versioning: Versioning;
}

/**
 * MOVE and COPY of a document onto another document (docs/build/webdav-clients.md, rules 1 to 3). The content of
 * `source` becomes the next version of `document`, which keeps its id, history, title, comments, shares and properties.
 *
 * Runs inside the caller's transaction.
 */
export class Replacement {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Puts the document that vacated a free name back at that name, if MOVE of `source` to the name may continue its
   * history: after a move if `source` is fresh or has a temporary-looking path (rule 2), after a deletion if `source`
   * is fresh (rule 3).
   * @returns the document, now at that name again; undefined if there is none
   * @throws {DmsError} locked | quota_exceeded
   */
  putBackForMove(
    source: AuthorisedEntry<Document>,
    { visible }: Destination,
  ): AuthorisedEntry<Document> | undefined {
    const { vacatedNames } = this.#deps;
    const afterDeletion = vacatedNames.isFresh(source.entry);
    const afterMove = afterDeletion || isTemporaryPath(namesOf(source.entryAccess));
    const rule = { afterDeletion, afterMove, sourceId: source.entry.id };
    return vacatedNames.putDocumentBack(source.user, visible, rule);
  }

  /**
   * As {@link Replacement.putBackForMove}, for COPY to a free name. A copy continues the history only after a move
   * (rule 2).
   * @throws {DmsError} locked | quota_exceeded
   */
  putBackForCopy({ folder, visible }: Destination): AuthorisedEntry<Document> | undefined {
    const rule = { afterMove: true, afterDeletion: false };
    return this.#deps.vacatedNames.putDocumentBack(folder.user, visible, rule);
  }

  /**
   * Makes the content of `source` the next version of `document`. The source stays.
   * @throws {DmsError} forbidden | locked | quota_exceeded
   */
  copy(source: AuthorisedEntry<Document>, document: AuthorisedEntry<Document>): void {
    this.#authorise(document);
    this.#mergeProperties(source.entry, document);
    this.#addVersion(source, document);
  }

  /**
   * As {@link Replacement.copy}, and removes the source. If the user created the source and it has nothing more than
   * content, it is deleted permanently, because the version keeps that content. Else it goes to the trash.
   * @throws {DmsError} forbidden | locked | quota_exceeded
   */
  move(source: AuthorisedEntry<Document>, document: AuthorisedEntry<Document>): void {
    this.#authorise(document);
    this.#mergeProperties(source.entry, document);
    // Remove the source first, so that the same bytes do not count twice against the quota.
    this.#remove(source, this.#deps.temporaryFiles.isPlain(source));
    if (this.#addVersion(source, document).outcome === 'replaced') return;
    const { name } = document.entry;
    const text = message('entry_onto', { source: source.entry.name, name });
    const fullDetails = { text, names: source.entry.id };
    this.#deps.activity.record(source.user, 'move', message('entry', { name }), document.entry, fullDetails);
  }

  /**
   * Removes the entry at a name that `next` is about to take, without adding a version. The entry goes to the trash,
   * unless it is an expendable document that a document replaces ({@link TemporaryFiles.isExpendable}). Locks on
   * `existing` pass to `next`, because a lock survives a MOVE over its resource.
   * @throws {DmsError} forbidden | locked
   */
  removeReplaced(existing: AuthorisedEntry, next: AuthorisedEntry): void {
    const { locks, temporaryFiles } = this.#deps;
    assertPermissions(existing, DELETE);
    locks.assertMovable(existing.user, existing.entryAccess);
    locks.handOver(existing.entry.id, next.entry.id);
    const document = documentOf(existing);
    const isReplaced = document !== undefined && next.entry.kind === 'file';
    this.#remove(existing, isReplaced && temporaryFiles.isExpendable(document));
  }

  #remove(authorised: AuthorisedEntry, permanently: boolean): void {
    const { erasures, trash } = this.#deps;
    const { entry, entryAccess } = authorised;
    if (!permanently) trash.discard(authorised);
    else
      erasures.deleteInTransaction({
        entryId: entry.id,
        ownerId: entryAccess.ownerId,
        parentId: entry.parentId,
      });
  }

  #authorise(document: AuthorisedEntry<Document>): void {
    assertPermissions(document, UPDATE);
    this.#deps.locks.assertWritable(document.user, document.entryAccess);
  }

  #addVersion(
    { user, entry }: AuthorisedEntry<Document>,
    document: AuthorisedEntry<Document>,
  ): StoredContent {
    const { sha256, size, modifiedAt } = entry;
    const mimeType = mediaType(document.entry.name, entry.mimeType);
    const next = { sha256, size, mimeType, modifiedAt };
    return this.#deps.versioning.add(user, document.entry, document.entryAccess.ownerId, next);
  }

  /**
   * Programs set properties such as times on the file that they save, so these overwrite the properties of the
   * document. If both together exceed the limit or the quota, the document keeps only its own: they must not make a
   * save fail.
   */
  #mergeProperties(from: Document, { entry: to, entryAccess: { ownerId } }: AuthorisedEntry<Document>): void {
    const { detailSizes, properties } = this.#context.tables;
    const size = properties.size(from.id);
    if (from.id === to.id || size === 0 || size + properties.size(to.id) > PROPERTY_BYTES) return;
    const before = detailSizes.bytes(to.id);
    const { quota } = this.#deps;
    if (!quota.hasRoom(ownerId, { bytes: detailSizes.growth(before, before + size) })) return;
    for (const property of properties.list(from.id)) properties.upsert(to.id, property);
    quota.add(ownerId, { bytes: detailSizes.growth(before, detailSizes.bytes(to.id)) });
  }
}

/** Narrows the type to a document; undefined for a folder. */
export function documentOf({
  user,
  entry,
  entryAccess,
}: AuthorisedEntry): AuthorisedEntry<Document> | undefined {
  return entry.kind === 'file' ? { user, entry, entryAccess } : undefined;
}
