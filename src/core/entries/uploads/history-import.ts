import type { DeadProperty } from '../../../model/entries/entry.ts';
import { forbidden } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../../model/people/actor.ts';
import { commit, requireUser } from '../../access/access.ts';
import type { ActivityLog } from '../../activity/activity.ts';
import type { Context } from '../../context.ts';
import { type ContentTarget, nameTaken, type Target, type Targets } from '../../placement/placement.ts';
import {
  assertPropertiesFit,
  type ContentReceiver,
  type Quota,
  type ReceivedContent,
} from '../../versions/versions.ts';

/** A former version, to be recreated. */
export interface PastVersion {
  readonly number: number;
  readonly content: ReceivedContent;
  readonly mimeType: string;
  /** Login name of the author; null if unknown. The version has no author either if the account no longer exists. */
  readonly author: string | null;
  readonly comment: string;
  /** Milliseconds UTC. */
  readonly createdAt: number;
}

/** A former document with its history, to be recreated. */
export interface PastDocument {
  /** Null: no title was set. */
  readonly title: string | null;
  readonly comments: string;
  /** Modification time of the head's content, in milliseconds UTC. */
  readonly modifiedAt: number;
  readonly properties: readonly DeadProperty[];
  /** Oldest first, at least one. The last one is the head. */
  readonly versions: readonly [PastVersion, ...PastVersion[]];
}

interface Dependencies {
  readonly activity: ActivityLog;
  readonly contentReceiver: ContentReceiver;
  readonly quota: Quota;
  readonly targets: Targets;
}

/**
 * Creates documents that already have a history. Authors and times are accepted unchecked, so only the command line may
 * do this, acting as a user.
 */
export class HistoryImport {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Creates a document with all its versions, or nothing. Version numbers, times and authors are kept. If it fails, the
   * contents are discarded; the caller must not use them again.
   * @returns id of the document
   * @throws {DmsError} forbidden | not_found | locked | invalid (file, folder_id) | name_taken | quota_exceeded |
   * storage_full
   */
  async document(actor: Actor, target: Target, past: PastDocument): Promise<number> {
    const contents = past.versions.map(({ content }) => content);
    try {
      assertOperator(requireUser(actor, 'write'));
      return await this.#context.blobs.store(
        contents.map(({ blob }) => blob),
        () => commit(this.#context, actor, () => this.#create(actor, target, past)),
      );
    } catch (error) {
      await Promise.all(contents.map((content) => content.discard()));
      throw error;
    }
  }

  #create(actor: Actor, target: Target, past: PastDocument): number {
    const { activity, quota, targets } = this.#deps;
    const { detailSizes, documents, entries } = this.#context.tables;
    const found = targets.findForContent(actor, target);
    const { user, folder, name, entryAccess } = found;
    if (found.document) throw nameTaken(name);
    const bytes = past.versions.reduce((sum, { content }) => sum + content.size, 0);
    quota.add(entryAccess.ownerId, { entries: 1, bytes });
    const [first] = past.versions;
    const head = past.versions.at(-1) ?? first;
    const id = this.#insert(found, first.createdAt);
    documents.insert(id, head.number, past.title, past.modifiedAt);
    documents.updateText(id, past.title, past.comments);
    for (const version of past.versions) this.#insertVersion(id, version);
    this.#insertProperties(id, past.properties);
    quota.add(entryAccess.ownerId, { bytes: detailSizes.growth(0, detailSizes.bytes(id)) });
    const now = this.#context.now();
    entries.updateTime(id, now, user.userId);
    entries.updateTime(folder.id, now, user.userId);
    activity.record(user, 'upload', message('entry', { name }), { id, kind: 'file', name });
    return id;
  }

  #insert({ user, folder, name }: ContentTarget, at: number): number {
    const position = { parentId: folder.id, rootKind: null, ownerId: null };
    return this.#context.tables.entries.insert({ ...position, kind: 'file', name, at, by: user.userId });
  }

  #insertVersion(documentId: number, version: PastVersion): void {
    const { blobs, derived, now, tables } = this.#context;
    const { author, comment, content, createdAt, mimeType, number } = version;
    const { sha256, size } = content;
    if (content.blob.staged === undefined) this.#deps.contentReceiver.assertRoom(size);
    blobs.insert(content.blob, now());
    derived.searchIndex.noteUpload(documentId, sha256);
    const authorId = author === null ? null : (tables.users.findByLogin(author)?.id ?? null);
    tables.versions.insert({ documentId, number, sha256, size, mimeType, authorId, comment, at: createdAt });
  }

  #insertProperties(id: number, properties: readonly DeadProperty[]): void {
    const table = this.#context.tables.properties;
    for (const property of properties) table.upsert(id, property);
    assertPropertiesFit(table, id);
  }
}

/** @throws {DmsError} forbidden */
function assertOperator({ credential }: UserActor): void {
  if (credential.kind !== 'operator') throw forbidden(message('command_line_only'));
}
