import type { Page, PageRequest } from '../../model/entries/page.ts';
import { READ } from '../../model/entries/permissions.ts';
import type { Action } from '../../model/people/activity.ts';
import type { Actor } from '../../model/people/actor.ts';
import { type Access, commit, requireUser } from '../access/access.ts';
import type { LocatedRecord, LocatedRecords } from '../browse/browse.ts';
import type { Context } from '../context.ts';

/** Maximum number of openings that are kept for a user, and of documents in the list. */
export const MAX_RECENT = 100;

/** Activities after which a document counts as changed by its user. */
const CHANGES: readonly Action[] = ['upload', 'new_version', 'version_restore', 'update', 'rename', 'copy'];

/** A document that the user has opened or changed, as the user sees it. */
export interface RecentDocument extends LocatedRecord {
  /** What the user did last with it. */
  readonly use: 'opened' | 'changed';
  /** Milliseconds UTC. */
  readonly at: number;
}

type Use = Pick<RecentDocument, 'use' | 'at'>;

interface Dependencies {
  readonly access: Access;
  readonly locatedRecords: LocatedRecords;
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
    const { locatedRecords } = this.#deps;
    const uses = this.#uses(user.userId);
    const readable = locatedRecords.readable(user, [...uses.keys()]).slice(0, MAX_RECENT);
    const shown = locatedRecords.list(user, readable.slice((page - 1) * perPage, page * perPage));
    const items = shown.flatMap((located) => {
      const use = uses.get(located.record.id);
      return use ? [{ ...located, use: use.use, at: use.at }] : [];
    });
    return { items, total: readable.length };
  }

  /** What the user did last with each document, newest first, by the id of the document. */
  #uses(userId: number): ReadonlyMap<number, Use> {
    const { activities, openings } = this.#context.tables;
    const byId = new Map<number, Use>();
    for (const { documentId, at } of activities.listChanged(userId, CHANGES, 2 * MAX_RECENT))
      byId.set(documentId, { use: 'changed', at });
    for (const { documentId, at } of openings.list(userId))
      if (at > (byId.get(documentId)?.at ?? 0)) byId.set(documentId, { use: 'opened', at });
    return new Map([...byId].sort(([one, a], [other, b]) => b.at - a.at || other - one));
  }
}
