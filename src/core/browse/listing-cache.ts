import type { UserActor } from '../../model/actor.ts';
import { Cache } from '../../storage/cache.ts';
import type { Context } from '../context.ts';
import type { MountRoot } from './mount-root.ts';

/** Allows a response that is being written to be stored, if the database has not changed by then. */
export interface ListingPermit {
  readonly key: string;
  /** `database.generation` when the response was begun. */
  readonly generation: number;
}

/** What {@link ListingCache} works with. */
interface Parts {
  readonly mountRoot: MountRoot;
  readonly limitBytes: number;
}

/**
 * Keeps whole responses that list folders, each for one user, until this or another process changes the
 * database. A response is not kept while there is any lock, or while the user has a grant that will expire:
 * it could become wrong without a change of the database.
 */
export class ListingCache {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #responses: Cache<string, Buffer>;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.#responses = new Cache(() => context.database.generation, parts.limitBytes);
  }

  /**
   * Looks up the response to a request.
   * @param request text that holds everything, besides the user, that the response depends on
   * @returns the kept response; else a permit for {@link ListingCache.keep}; undefined if the response must
   * not be kept
   */
  find(user: UserActor, request: string): Buffer | ListingPermit | undefined {
    const key = `${String(user.userId)}\n${request}`;
    const response = this.#responses.get(key);
    if (response) return response;
    if (this.#context.tables.locks.any() || this.#parts.mountRoot.hasExpiringGrant(user)) return undefined;
    return { key, generation: this.#context.database.generation };
  }

  /**
   * Size of the largest response that is kept, in bytes: a quarter of the cache, so that others fit too.
   */
  get longest(): number {
    return this.#parts.limitBytes / 4;
  }

  /** Keeps a response, unless the database has changed since the permit was given. */
  keep(permit: ListingPermit, response: Buffer): void {
    if (permit.generation !== this.#context.database.generation) return;
    this.#responses.set(permit.key, response, response.length + permit.key.length);
  }
}
