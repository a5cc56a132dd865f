import { LRUCache } from 'lru-cache';
import type { UserActor } from '../../model/actor.ts';
import type { Context } from '../context.ts';
import type { MountRoot } from './mount-root.ts';
import { isMountRoot, type Located } from './tree.ts';

/** Allows a response that is being written to be stored, if nothing that it shows has changed by then. */
export interface ListingPermit {
  readonly key: string;
  readonly folder: Located;
  /** What {@link Database.versionOf} said when the response was begun. */
  readonly version: number;
}

/** What {@link ListingCache} works with. */
interface Parts {
  readonly mountRoot: MountRoot;
  readonly limitBytes: number;
}

/** A kept response. */
interface Kept {
  readonly version: number;
  readonly response: Buffer;
}

/**
 * Keeps whole responses that list folders, each for one user, until anything changes that the response shows, by this
 * or another process. A response is not kept while a lock is on the folder, above it or on a member, or while the user
 * has a grant that will expire: it could become wrong without a change of the database.
 */
export class ListingCache {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #responses: LRUCache<string, Kept> | undefined;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.#responses = parts.limitBytes > 0 ? new LRUCache({ maxSize: parts.limitBytes }) : undefined;
  }

  /**
   * Looks up the response to a request.
   * @param folder the folder that is listed, as the user has just reached it
   * @param request text that holds everything, besides user and folder, that the response depends on
   * @returns the kept response; else a permit for {@link ListingCache.keep}; undefined if the response must
   * not be kept
   */
  find(user: UserActor, folder: Located, request: string): Buffer | ListingPermit | undefined {
    const key = `${String(user.userId)}\n${String(folder.entry.id)}\n${request}`;
    const version = this.#versionOf(folder);
    const kept = this.#responses?.get(key);
    if (kept?.version === version) return kept.response;
    return this.#canChangeByItself(user, folder) ? undefined : { key, folder, version };
  }

  /**
   * Size of the largest response that is kept, in bytes: a quarter of the cache, so that others fit too.
   */
  get longest(): number {
    return this.#parts.limitBytes / 4;
  }

  /** Keeps a response, unless something that it shows has changed since the permit was given. */
  keep({ key, folder, version }: ListingPermit, response: Buffer): void {
    if (version !== this.#versionOf(folder)) return;
    this.#responses?.set(key, { version, response }, { size: response.length + key.length });
  }

  /** At the mount root there are also entries of other folders. */
  #versionOf(folder: Located): number {
    const { database } = this.#context;
    return isMountRoot(folder) ? database.generation : database.versionOf(folder.entry.id);
  }

  #canChangeByItself(user: UserActor, { entry }: Located): boolean {
    const { ancestry, locks } = this.#context.tables;
    if (this.#parts.mountRoot.hasExpiringGrant(user)) return true;
    if (!locks.any()) return false;
    // Locks that have expired count too: if the clock is set back, they are there again.
    const lineage = ancestry.list(entry.id).map(({ id }) => id);
    return locks.listCovering(lineage, 0).length > 0 || locks.listOfMembers(entry.id, 0).length > 0;
  }
}
