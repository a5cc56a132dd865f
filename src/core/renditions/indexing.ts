import type { RenditionCounts } from '../../storage/derived/derived.ts';
import type { Context } from '../context.ts';
import type { RenditionQueue } from './rendition-queue.ts';

/** What is to be made anew, besides the search index. */
export interface Reindex {
  readonly texts: boolean;
  readonly thumbnails: boolean;
}

/** Keeps the search index up to date, beside requests, and makes it anew when the command line asks for that. */
export class Indexing {
  readonly #context: Context;
  readonly #queue: RenditionQueue;

  constructor(context: Context, queue: RenditionQueue) {
    this.#context = context;
    this.#queue = queue;
  }

  /**
   * Does a small part of what waits. Texts and thumbnails that are needed come into their queue by that.
   * @returns true if there is more to do now
   * @throws {DmsError} unavailable
   */
  async step(): Promise<boolean> {
    const { renditions, searchIndex } = this.#context.derived;
    const request = this.#context.derived.reindexRequests.next();
    if (request) {
      await renditions.rebuild(request);
      await this.#context.database.transaction(() =>
        this.#context.derived.reindexRequests.delete(request.id),
      );
    }
    if (!request && !searchIndex.isBehind) return false;
    const { hasMoreChanges, hasMorePending } = await searchIndex.indexSome();
    this.#queue.tellWork();
    return hasMoreChanges || hasMorePending;
  }

  /** Asks the service, or whoever calls {@link Indexing.step} next, to make everything anew. */
  async request(wanted: Reindex): Promise<void> {
    await this.#context.database.transaction(() => this.#context.derived.reindexRequests.insert(wanted));
  }

  /** How far everything is. It counts whole tables, so it is for the command line only. */
  counts(): RenditionCounts & { readonly isRequested: boolean } {
    const { reindexRequests } = this.#context.derived;
    return {
      ...this.#context.derived.renditions.counts(this.#context.now()),
      isRequested: reindexRequests.next() !== undefined,
    };
  }
}
