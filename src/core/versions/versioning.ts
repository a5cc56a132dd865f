import type { UserActor } from '../../model/actor.ts';
import type { Document, Folder, Head, Version } from '../../model/entry.ts';
import { isJunkName } from '../../model/names.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Quota } from './quota.ts';

/** Clients that create a file empty and fill it then do so within this time (CONTRACT §3). */
const FILL_MS = 60_000;

/** A content whose blob has its row already. */
export interface NewContent {
  readonly sha256: string;
  readonly size: number;
  readonly mimeType: string;
  /** When it began to arrive; else now. */
  readonly begunAt?: number | undefined;
  /** When the client says it was modified; else now. */
  readonly modifiedAt?: number | undefined;
  readonly comment?: string | undefined;
  /** Number of the version that it was before. */
  readonly restores?: number | undefined;
}

/** What became of a content; `unchanged`: the same bytes were there already. */
export interface StoredContent {
  readonly outcome: 'replaced' | 'unchanged';
  readonly head: Head;
}

/** What {@link Versioning} works with. */
interface Parts {
  readonly activity: ActivityLog;
  readonly quota: Quota;
}

/** How documents get their contents: the rules of when there is a new version. Works within transactions of others. */
export class Versioning {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * A new document; its name has been checked.
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
    this.#parts.quota.add(ownerId, first.size);
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
    this.#parts.activity.record(user, 'upload', name, { id, kind: 'file', name });
    return { id, version: 1, sha256, modifiedAt };
  }

  /**
   * The next content of a document. No version comes of the same bytes again, which only touch the time, not even with
   * an empty head of a moment ago between them; such a head of the same user, and what programs leave for themselves, is
   * replaced.
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
    const isBeingFilled = this.#isBeingFilled(user, document, next.begunAt ?? now);
    const before = isBeingFilled ? this.#context.tables.versions.findBefore(id, document.version) : undefined;
    if (before?.sha256 === sha256) return this.#takeBack(user, document, before, modifiedAt);
    const inPlace = isBeingFilled || this.#isPlainJunk(document);
    this.#parts.quota.add(ownerId, next.size - (inPlace ? document.size : 0));
    const version = inPlace ? document.version : document.version + 1;
    if (inPlace) this.#context.tables.versions.delete(id, document.version);
    this.#insertVersion(user, id, version, next, now);
    this.#context.tables.documents.updateHead(id, version, modifiedAt);
    this.#context.tables.entries.updateTime(id, now, user.userId);
    this.#record(user, document, inPlace ? undefined : version, next.restores);
    return { outcome: 'replaced', head: { id, version, sha256, modifiedAt } };
  }

  #isBeingFilled(user: UserActor, document: Document, begunAt: number): boolean {
    if (document.size > 0) return false;
    const head = this.#context.tables.versions.find(document.id, document.version);
    return head?.author?.id === user.userId && begunAt - head.createdAt < FILL_MS;
  }

  /** An empty head between two equal contents goes as if it had never been. */
  #takeBack(user: UserActor, { id, version }: Document, before: Version, modifiedAt: number): StoredContent {
    const { number, sha256 } = before;
    this.#context.tables.documents.updateHead(id, number, modifiedAt);
    this.#context.tables.versions.delete(id, version);
    this.#context.tables.entries.updateTime(id, this.#context.now(), user.userId);
    return { outcome: 'unchanged', head: { id, version: number, sha256, modifiedAt } };
  }

  /** A document with a history may be at such a name for a moment only, while it is being saved. */
  #isPlainJunk({ id, name }: Document): boolean {
    return (
      isJunkName(name) &&
      this.#context.tables.versions.count(id) === 1 &&
      !this.#context.tables.vacatedNames.hasDocument(id)
    );
  }

  #record(user: UserActor, document: Document, version: number | undefined, restores?: number): void {
    const { name } = document;
    if (restores !== undefined) {
      this.#parts.activity.record(user, 'version_restore', `${name}, version ${String(restores)}`, document);
      return;
    }
    if (version === undefined) this.#parts.activity.record(user, 'upload', name, document);
    else this.#parts.activity.record(user, 'new_version', `${name}, version ${String(version)}`, document);
  }

  #insertVersion(
    user: UserActor,
    documentId: number,
    number: number,
    revision: NewContent,
    at: number,
  ): void {
    const { sha256, size, mimeType, comment = '' } = revision;
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
