import type { RenditionCounts } from '../../storage/derived/derived.ts';
import type { Context } from '../context.ts';
import type { RenditionQueue } from './rendition-queue.ts';

/** Renditions to rebuild, in addition to the search index. */
export interface Reindex {
  readonly texts: boolean;
  readonly thumbnails: boolean;
}

/** Keeps the search index up to date in the background, and rebuilds it at the request of the command line. */
export class Indexing {
  readonly #context: Context;
  readonly #queue: RenditionQueue;

  constructor(context: Context, queue: RenditionQueue) {
    this.#context = context;
    this.#queue = queue;
  }

  /**
   * Runs one small step of the pending work. Texts and thumbnails that are missing enter their queue in this step.
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

  /** Requests a rebuild, which the next {@link Indexing.step} begins, in the service or in another process. */
  async request(wanted: Reindex): Promise<void> {
    await this.#context.database.transaction(() => this.#context.derived.reindexRequests.insert(wanted));
  }

  /** Progress of index and renditions. It counts whole tables, so only the command line may use it. */
  counts(): RenditionCounts & { readonly isRequested: boolean } {
    const { reindexRequests } = this.#context.derived;
    return {
      ...this.#context.derived.renditions.counts(this.#context.now()),
      isRequested: reindexRequests.next() !== undefined,
    };
  }
}
