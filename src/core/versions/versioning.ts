import type { Document, Folder, Head, Version } from '../../model/entries/entry.ts';
import { isJunkName } from '../../model/entries/names.ts';
import { message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Quota } from './quota.ts';

/**
 * Some clients create an empty document and then write its content. Content that begins to arrive within
 * this time replaces the empty version (docs/build/webdav-clients.md, rule 4).
 */
const FILL_MS = 60_000;

/** Content to store as a version. The row of its blob must exist. */
export interface NewContent {
  readonly sha256: string;
  readonly size: number;
  readonly mimeType: string;
  /** When the server began to receive the content, in milliseconds UTC; default: now. */
  readonly begunAt?: number | undefined;
  /** Modification time that the client sent, in milliseconds UTC; default: now. */
  readonly modifiedAt?: number | undefined;
  /** Comment of the version. */
  readonly comment?: string | undefined;
  /** Number of the old version that is being restored. */
  readonly restores?: number | undefined;
}

/** Result of storing content in a document. */
export interface StoredContent {
  /** `unchanged`: the document already had this content. */
  readonly outcome: 'replaced' | 'unchanged';
  readonly head: Head;
}

interface Dependencies {
  readonly activity: ActivityLog;
  readonly quota: Quota;
}

/** Stores content in documents, and decides when that adds a version. Runs inside the caller's transaction. */
export class Versioning {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Creates a document with its first version. The caller has checked permissions, locks and the name.
   * @param ownerId owner of the home that the folder is in; null in a system folder
   * @throws {DmsError} quota_exceeded
   */
  create(
    user: UserActor,
    folder: Folder,
    ownerId: number | null,
    name: string,
    title: string | null,
    first: NewContent,
  ): Head {
    const now = this.#context.now();
    this.#deps.quota.add(ownerId, { entries: 1, bytes: first.size });
    const id = this.#context.tables.entries.insert({
      parentId: folder.id,
      rootKind: null,
      ownerId: null,
      kind: 'file',
      name,
      at: now,
      by: user.userId,
    });
    const { sha256, modifiedAt = now } = first;
    this.#context.tables.documents.insert(id, 1, title, modifiedAt);
    this.#insertVersion(user, id, 1, first, now);
    this.#context.tables.entries.updateTime(folder.id, now, user.userId);
    const { documentChanges } = this.#context;
    documentChanges.note({ kind: 'created', user, id, name, folderId: folder.id, sha256 });
    this.#deps.activity.record(user, 'upload', message('entry', { name }), { id, kind: 'file', name });
    return { id, version: 1, sha256, modifiedAt };
  }

  /**
   * Stores the next content of a document (docs/build/webdav-clients.md, rules 4 and 5). The first case that applies
   * counts:
   * - The content equals the head: only the modification time changes.
   * - The head is empty, by the same user and under a minute old, and the content equals the version before it: the
   *   empty head is deleted.
   * - The head is empty, by the same user and under a minute old: the content replaces it, under the same number.
   * - The document is a junk file without history, written by the same user: the content replaces the head, under the
   *   same number.
   * - Else the content becomes a new version.
   *
   * The caller has checked permissions and locks.
   * @param ownerId owner of the home that the document is in; null in a system folder
   * @throws {DmsError} quota_exceeded
   */
  add(user: UserActor, document: Document, ownerId: number | null, next: NewContent): StoredContent {
    const now = this.#context.now();
    const { sha256, modifiedAt = now } = next;
    const { id } = document;
    if (sha256 === document.sha256) {
      this.#context.tables.documents.updateModified(id, modifiedAt);
      return { outcome: 'unchanged', head: { id, version: document.version, sha256, modifiedAt } };
    }
    const { versions } = this.#context.tables;
    const isBeingFilled = this.#isBeingFilled(user, document, next.begunAt ?? now);
    const before = isBeingFilled ? versions.findBefore(id, document.version) : undefined;
    if (before?.sha256 === sha256) return this.#dropEmptyHead(user, document, before, modifiedAt);
    const inPlace = isBeingFilled || this.#isOwnJunk(user, document);
    this.#deps.quota.add(ownerId, { bytes: next.size - (inPlace ? document.size : 0) });
    const version = inPlace ? document.version : document.version + 1;
    if (inPlace) versions.delete(id, document.version);
    this.#insertVersion(user, id, version, next, now);
    this.#context.tables.documents.updateHead(id, version, modifiedAt);
    this.#context.tables.entries.updateTime(id, now, user.userId);
    this.#note(user, document, next, before);
    this.#record(user, document, inPlace ? undefined : version, next.restores);
    return { outcome: 'replaced', head: { id, version, sha256, modifiedAt } };
  }

  /**
   * True for an empty head that the same user has just created: its client is about to write the content. A content
   * that began to arrive before that head existed is unrelated to it.
   */
  #isBeingFilled(user: UserActor, document: Document, begunAt: number): boolean {
    if (document.size > 0 || isVisitor(user)) return false;
    const head = this.#context.tables.versions.find(document.id, document.version);
    if (head?.author?.id !== user.userId) return false;
    const age = begunAt - head.createdAt;
    return age >= 0 && age < FILL_MS;
  }

  /** Deletes an empty head. The version before it, which has the new content, becomes the head again. */
  #dropEmptyHead(
    user: UserActor,
    { id, version }: Document,
    before: Version,
    modifiedAt: number,
  ): StoredContent {
    const { number, sha256 } = before;
    this.#context.tables.documents.updateHead(id, number, modifiedAt);
    this.#context.tables.versions.delete(id, version);
    this.#context.tables.entries.updateTime(id, this.#context.now(), user.userId);
    return { outcome: 'unchanged', head: { id, version: number, sha256, modifiedAt } };
  }

  /**
   * True for a junk file with one version, written by the same user. False if the document has just vacated another
   * name: a program renamed it in order to save, and its content must not be lost.
   */
  #isOwnJunk(user: UserActor, { id, name, version }: Document): boolean {
    const { vacatedNames, versions } = this.#context.tables;
    return (
      isJunkName(name) &&
      !isVisitor(user) &&
      versions.count(id) === 1 &&
      versions.find(id, version)?.author?.id === user.userId &&
      !vacatedNames.hasDocument(id)
    );
  }

  /**
   * Notes a new content for the alarm, unless an earlier version is restored.
   * @param before the last version with a content, if the head is being filled
   */
  #note(user: UserActor, document: Document, next: NewContent, before: Version | undefined): void {
    if (next.restores !== undefined) return;
    const { documentChanges } = this.#context;
    const { id, name, parentId } = document;
    const { sha256 } = next;
    const replaced = before ?? document;
    if (replaced.size > 0)
      documentChanges.note({ kind: 'rewritten', user, id, name, sha256, before: replaced.sha256 });
    else if (parentId !== null)
      documentChanges.note({ kind: 'created', user, id, name, sha256, folderId: parentId });
  }

  #record(user: UserActor, document: Document, version: number | undefined, restores?: number): void {
    const { name } = document;
    if (restores !== undefined) {
      this.#deps.activity.record(
        user,
        'version_restore',
        message('entry_version', { name, version: restores }),
        document,
      );
      return;
    }
    if (version === undefined)
      this.#deps.activity.record(user, 'upload', message('entry', { name }), document);
    else
      this.#deps.activity.record(user, 'new_version', message('entry_version', { name, version }), document);
  }

  #insertVersion(user: UserActor, documentId: number, number: number, content: NewContent, at: number): void {
    const { sha256, size, mimeType, comment = '', restores } = content;
    if (restores === undefined) this.#context.derived.searchIndex.noteUpload(documentId, sha256);
    this.#context.tables.versions.insert({
      documentId,
      number,
      sha256,
      size,
      mimeType,
      authorId: user.userId,
      comment,
      at,
    });
  }
}

/** A visitor of a link acts for the user who made it, but what that user wrote is not the visitor's own. */
function isVisitor({ credential }: UserActor): boolean {
  return credential.kind === 'link';
}
