import type { DocumentRecord, Version } from '../../model/entries/entry.ts';
import type { Expectation } from '../../model/entries/expectation.ts';
import type { Page, PageRequest } from '../../model/entries/page.ts';
import { DELETE, UPDATE } from '../../model/entries/permissions.ts';
import { invalid, notFound, noVersion } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { type Access, commit } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryRecords } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Quota } from './quota.ts';
import type { Versioning } from './versioning.ts';

interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly quota: Quota;
  readonly records: EntryRecords;
  readonly versioning: Versioning;
}

/** The versions of documents: list, comment, restore, delete. `documents.open` reads their content. */
export class VersionHistory {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * A page of the versions of a document, newest first.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  list(actor: Actor, documentId: number, request: PageRequest): Page<Version> {
    const { versions } = this.#context.tables;
    this.#deps.access.document(actor, documentId);
    const items = versions.list(documentId, request.perPage, (request.page - 1) * request.perPage);
    return { items, total: versions.count(documentId) };
  }

  /**
   * One version of a document.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  get(actor: Actor, documentId: number, number: number): Version {
    this.#deps.access.document(actor, documentId);
    return this.#find(documentId, number);
  }

  /**
   * True if one of the versions has this content.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  hasContent(actor: Actor, documentId: number, sha256: string): boolean {
    this.#deps.access.document(actor, documentId);
    return this.#context.tables.versions.hasContent(documentId, sha256);
  }

  /**
   * Sets the comment of a version.
   * @throws {DmsError} unauthenticated | not_found | forbidden | locked | storage_full
   */
  comment(actor: Actor, documentId: number, number: number, comment: string): Promise<Version> {
    return commit(this.#context, actor, () => {
      const { access, activity, locks, quota } = this.#deps;
      const { user, entry, entryAccess } = access.document(actor, documentId, UPDATE);
      this.#find(documentId, number);
      locks.assertWritable(user, entryAccess);
      if (comment !== '') quota.assertDisk();
      this.#context.tables.versions.updateComment(documentId, number, comment);
      activity.record(
        user,
        'version_comment',
        message('entry_version', { name: entry.name, version: number }),
        entry,
      );
      return this.#find(documentId, number);
    });
  }

  /**
   * Makes the content of an old version the head again, by adding it as a new version.
   * @param expect called after permissions are checked
   * @throws {DmsError} precondition_failed | unauthenticated | not_found | forbidden | locked | quota_exceeded
   */
  restore(actor: Actor, documentId: number, number: number, expect?: Expectation): Promise<DocumentRecord> {
    return commit(this.#context, actor, () => {
      const { access, locks, records, versioning } = this.#deps;
      const { user, entry, entryAccess } = access.document(actor, documentId, UPDATE);
      expect?.(entry, entry.parentId ?? 0);
      const { sha256, size, mimeType } = this.#find(documentId, number);
      locks.assertWritable(user, entryAccess);
      versioning.add(user, entry, entryAccess.ownerId, { sha256, size, mimeType, restores: number });
      const record = records.one(user, documentId);
      if (record.kind !== 'file') throw notFound();
      return record;
    });
  }

  /**
   * Deletes a version permanently. Needs DELETE: with UPDATE alone, a user could store another content and then delete
   * the only good version. The head cannot be deleted.
   * @throws {DmsError} unauthenticated | not_found | forbidden | locked | invalid (version: it is the head)
   */
  remove(actor: Actor, documentId: number, number: number): Promise<void> {
    return commit(this.#context, actor, () => {
      const { access, activity, locks, quota } = this.#deps;
      const { user, entry, entryAccess } = access.document(actor, documentId, DELETE);
      const { size } = this.#find(documentId, number);
      if (number === entry.version) throw invalid('version', 'newest_version');
      locks.assertWritable(user, entryAccess);
      this.#context.tables.versions.delete(documentId, number);
      quota.add(entryAccess.ownerId, { bytes: -size });
      activity.record(
        user,
        'version_delete',
        message('entry_version', { name: entry.name, version: number }),
        entry,
      );
    });
  }

  #find(documentId: number, number: number): Version {
    const version = this.#context.tables.versions.find(documentId, number);
    if (!version) throw noVersion(number);
    return version;
  }
}
