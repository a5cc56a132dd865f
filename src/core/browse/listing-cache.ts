import type { UserActor } from '../../model/people/actor.ts';
import { DependencyCache, type Stamp } from '../../storage/database/dependency-cache.ts';
import type { Access } from '../access/access.ts';
import type { Context } from '../context.ts';
import { CopyMemory, type CopyReservation } from './copy-memory.ts';
import { EarlierListing, type Listing } from './earlier-listing.ts';
import type { MountRoot } from './mount-root.ts';
import { isMountRoot, type PathEntry } from './tree.ts';

/** Memory for the position of a member in a response, in bytes: its id, and where its part ends. */
const MEMBER_BYTES = 16;

/**
 * Permit to cache a response that is still being written. The response is cached only if nothing that it shows has
 * changed by then.
 */
export interface ListingPermit {
  readonly key: string;
  readonly stamp: Stamp;
  /** The last response to the same request, if parts of it may still be valid. */
  readonly earlier: EarlierListing | undefined;
}

interface Dependencies {
  readonly access: Access;
  readonly mountRoot: MountRoot;
  readonly limitBytes: number;
}

/**
 * Caches whole responses that list folders, each for one user, until anything that the response shows changes, by this
 * or another process. A response is not cached while a lock is on what it shows or above it, or while the user has a
 * grant that will expire: it could become wrong without a change of the database.
 *
 * After a change, the next response to the same request reuses the parts of members that have not changed.
 */
export class ListingCache {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #responses: DependencyCache<Listing> | undefined;
  readonly #copyMemory: CopyMemory;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    const { limitBytes } = deps;
    this.#copyMemory = new CopyMemory(limitBytes);
    this.#responses = limitBytes > 0 ? new DependencyCache(context.database, limitBytes) : undefined;
  }

  /**
   * Looks up the response to a request.
   * @param folder the folder to list, as the user has just reached it
   * @param request text of everything, besides user and folder, that the response depends on
   * @returns the cached response; else a permit for {@link ListingCache.keep}; undefined if the response must not be
   * cached
   */
  find(user: UserActor, folder: PathEntry, request: string): Buffer | ListingPermit | undefined {
    const key = `${String(user.userId)}\n${String(folder.entry.id)}\n${request}`;
    const kept = this.#responses?.get(key)?.bytes;
    if (kept || !this.#responses || this.#canChangeByItself(user, folder)) return kept;
    const stamp = this.#responses.stamp(this.#shown(user, folder));
    return { key, stamp, earlier: this.#earlier(this.#responses, key) };
  }

  /** Memory reservation for the copy of a response to this user. A slow client holds it for long. */
  reserveCopy({ userId }: UserActor): CopyReservation {
    return this.#copyMemory.reserve(userId);
  }

  /** Caches a response, unless something that it shows has changed since the permit was issued. */
  keep({ key, stamp }: ListingPermit, response: Listing): void {
    const weight = response.bytes.length + MEMBER_BYTES * response.ids.length + key.length;
    this.#responses?.keep(key, response, stamp, weight);
  }

  #earlier(responses: DependencyCache<Listing>, key: string): EarlierListing | undefined {
    const last = responses.last(key);
    return last && new EarlierListing(last.value, (id) => responses.hasChangedSince(last, id));
  }

  /** Dependencies of the listing. The mount root also shows entries of other folders. */
  #shown(user: UserActor, folder: PathEntry): number[] {
    return isMountRoot(folder) ? this.#deps.access.grantedIds(user) : [folder.entry.id];
  }

  #canChangeByItself(user: UserActor, folder: PathEntry): boolean {
    const { ancestry, locks } = this.#context.tables;
    if (this.#deps.mountRoot.hasExpiringGrant(user)) return true;
    if (!locks.any()) return false;
    const covering = this.#shown(user, folder).flatMap((id) => ancestry.list(id).map((above) => above.id));
    // Expired locks count too: they become active again if the clock is set back.
    return locks.listOn(covering, 0).length > 0 || locks.listOfMembers(folder.entry.id, 0).length > 0;
  }
}
