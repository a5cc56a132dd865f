import type { UserActor } from '../model/actor.ts';
import type { Document, Folder } from '../model/entry.ts';
import { isJunkName } from '../model/names.ts';
import type { DocumentTable } from '../storage/documents.ts';
import type { EntryTable } from '../storage/entries.ts';
import type { SearchIndex } from '../storage/search-index.ts';
import type { VersionTable } from '../storage/versions.ts';
import type { ActivityLog } from './activity.ts';
import type { Context } from './context.ts';
import type { Usage } from './usage.ts';

/** Clients that create a file empty and fill it then do so within this time (CONTRACT §3). */
const FILL_MS = 60_000;

/** A content whose blob has its row already. */
export interface Revision {
  readonly sha256: string;
  readonly size: number;
  readonly mimeType: string;
  /** When the client says it was modified; else now. */
  readonly modifiedAt?: number | undefined;
  readonly comment?: string | undefined;
}

/** How documents get their contents: the rules of when there is a new version. Works within transactions of others. */
export class Revisions {
  readonly #context: Context;
  readonly #entries: EntryTable;
  readonly #documents: DocumentTable;
  readonly #versions: VersionTable;
  readonly #search: SearchIndex;
  readonly #usage: Usage;
  readonly #log: ActivityLog;

  constructor(
    context: Context,
    tables: {
      entries: EntryTable;
      documents: DocumentTable;
      versions: VersionTable;
      searchIndex: SearchIndex;
    },
    usage: Usage,
    log: ActivityLog,
  ) {
    this.#context = context;
    this.#entries = tables.entries;
    this.#documents = tables.documents;
    this.#versions = tables.versions;
    this.#search = tables.searchIndex;
    this.#usage = usage;
    this.#log = log;
  }

  /**
   * A new document; its name has been checked.
   * @returns its id
   * @throws {DmsError} quota_exceeded
   */
  create(
    user: UserActor,
    folder: Folder,
    ownerId: number | null,
    name: string,
    title: string | null,
    first: Revision,
  ): number {
    const now = this.#context.now();
    this.#usage.add(ownerId, first.size);
    const id = this.#entries.insert({
      parentId: folder.id,
      rootKind: null,
      ownerId: null,
      kind: 'file',
      name,
      at: now,
      by: user.userId,
    });
    this.#documents.insert(id, 1, title, first.modifiedAt ?? now);
    this.#insertVersion(user, id, 1, first, now);
    this.#entries.updateTime(folder.id, now, user.userId);
    if (!isJunkName(name)) {
      this.#search.insert(id, name, title ?? '', '');
      this.#log.record(user, 'upload', name, { id, kind: 'file' });
    }
    return id;
  }

  /**
   * The next content of a document. No version comes of the same bytes again, which only touch the time; an empty head that
   * the same user has just made, and what programs leave for themselves, is replaced.
   * @throws {DmsError} quota_exceeded
   */
  add(user: UserActor, document: Document, ownerId: number | null, next: Revision): 'replaced' | 'unchanged' {
    const now = this.#context.now();
    if (next.sha256 === document.sha256) {
      this.#documents.updateModified(document.id, next.modifiedAt ?? now);
      return 'unchanged';
    }
    const isJunk = isJunkName(document.name);
    const inPlace = isJunk || this.#isBeingFilled(user, document, now);
    this.#usage.add(ownerId, next.size - (inPlace ? document.size : 0));
    const number = inPlace ? document.version : document.version + 1;
    if (inPlace) this.#versions.delete(document.id, document.version);
    this.#insertVersion(user, document.id, number, next, now);
    this.#documents.updateHead(document.id, number, next.modifiedAt ?? now);
    this.#entries.updateTime(document.id, now, user.userId);
    if (!isJunk) {
      const details = inPlace ? document.name : `${document.name}, version ${String(number)}`;
      this.#log.record(user, inPlace ? 'upload' : 'new_version', details, document);
    }
    return 'replaced';
  }

  #isBeingFilled(user: UserActor, document: Document, now: number): boolean {
    if (document.size > 0) return false;
    const head = this.#versions.find(document.id, document.version);
    return head?.author?.id === user.userId && now - head.createdAt < FILL_MS;
  }

  #insertVersion(user: UserActor, documentId: number, number: number, revision: Revision, at: number): void {
    const { sha256, size, mimeType, comment = '' } = revision;
    this.#versions.insert({ documentId, number, sha256, size, mimeType, authorId: user.userId, comment, at });
  }
}
