import type { EntryRecord } from '../../model/entries/entry.ts';
import type { Page, PageRequest } from '../../model/entries/page.ts';
import { READ } from '../../model/entries/permissions.ts';
import type { Action } from '../../model/people/activity.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { DocumentUse } from '../../storage/tree/tree.ts';
import { type Access, commit, requireUser } from '../access/access.ts';
import type { EntryRecords, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';

/** Maximum number of openings that are kept for a user, and of documents in the list. */
export const MAX_RECENT = 100;

/** Activities after which a document counts as changed by its user. */
const CHANGES: readonly Action[] = ['upload', 'new_version', 'version_restore', 'update', 'rename', 'copy'];

/** A document that the user has opened or changed, as the user sees it. */
export interface RecentDocument {
  readonly record: EntryRecord;
  /** The path as the user sees it, starting with `/`. */
  readonly path: string;
  /** What the user did last with it. */
  readonly use: 'opened' | 'changed';
  /** Milliseconds UTC. */
  readonly at: number;
}

interface Dependencies {
  readonly access: Access;
  readonly records: EntryRecords;
  readonly tree: Tree;
}

/** The documents that a user has opened or changed last, across all folders. No other user sees the list. */
export class Recent {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Notes that the actor has opened a document.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `write`) | not_found
   */
  noteOpening(actor: Actor, id: number): Promise<void> {
    return commit(this.#context, actor, () => {
      const { user, entry } = this.#deps.access.document(actor, id, READ, 'write');
      this.#context.tables.openings.note(user.userId, entry.id, this.#context.now(), MAX_RECENT);
    });
  }

  /**
   * The documents that the actor has opened or changed last and may read, newest first, at most {@link MAX_RECENT}.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  list(actor: Actor, { page, perPage }: PageRequest): Page<RecentDocument> {
    const user = requireUser(actor, 'read');
    const { access, records, tree } = this.#deps;
    const uses = this.#uses(user.userId);
    const entries = this.#context.tables.entries.listByIds(uses.map(({ documentId }) => documentId));
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const readable = uses.flatMap(({ documentId, use, at }) => {
      const entry = byId.get(documentId);
      const entryAccess = entry && access.readable(user, entry);
      return entryAccess ? [{ entry, entryAccess, use, at }] : [];
    });
    const newest = readable.slice(0, MAX_RECENT);
    const shown = newest.slice((page - 1) * perPage, page * perPage);
    const pathOf = tree.paths(user);
    const list = records.listShort(
      user,
      shown.map(({ entry, entryAccess }) => records.source(user, entry, entryAccess)),
    );
    const items = list.flatMap((record, index) => {
      const { entryAccess, use, at } = shown[index] ?? {};
      return entryAccess && use && at !== undefined ? [{ record, path: pathOf(entryAccess), use, at }] : [];
    });
    return { items, total: newest.length };
  }

  /** What the user did last with each document, newest first. */
  #uses(userId: number): (DocumentUse & Pick<RecentDocument, 'use'>)[] {
    const { openings } = this.#context.tables;
    const changed = openings.listChanged(userId, CHANGES, 2 * MAX_RECENT);
    const byId = new Map<number, DocumentUse & Pick<RecentDocument, 'use'>>();
    for (const use of changed) byId.set(use.documentId, { ...use, use: 'changed' });
    for (const opened of openings.list(userId))
      if (opened.at > (byId.get(opened.documentId)?.at ?? 0))
        byId.set(opened.documentId, { ...opened, use: 'opened' });
    return [...byId.values()].sort((a, b) => b.at - a.at || b.documentId - a.documentId);
  }
}
