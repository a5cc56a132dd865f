/** Where the members of a folder are in a response that lists it. */
export interface MemberPlaces {
  /** The members by their ids, in the order of the response. */
  readonly ids: readonly number[];
  /** Where the part of the first member begins, and then where the part of each one ends, in bytes. */
  readonly bounds: readonly number[];
}

/** A response that lists a folder. */
export interface Listing extends MemberPlaces {
  readonly bytes: Buffer;
}

/** The part of a member in an earlier response. */
export interface EarlierPart {
  readonly id: number;
  readonly source: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * The last listing of a folder, for the next one: the parts of members that have not changed since are sent again as
 * they are.
 */
export class EarlierListing {
  readonly #listing: Listing;
  readonly #hasChanged: (id: number) => boolean;
  /** The first member that was not passed yet. */
  #next = 0;

  /** @param hasChanged whether something that the part of a member shows may have changed since the listing */
  constructor(listing: Listing, hasChanged: (id: number) => boolean) {
    this.#listing = listing;
    this.#hasChanged = hasChanged;
  }

  /**
   * The part of a member; undefined if the member is new or has changed. To be asked for all members that the folder has
   * now, in the order of the listing.
   */
  partOf(id: number): EarlierPart | undefined {
    const { bytes, ids, bounds } = this.#listing;
    // Members that have changed may be at another place now, or gone. All others are still there, in the same order.
    while (this.#next < ids.length && this.#hasChanged(ids[this.#next] ?? 0)) this.#next += 1;
    if (ids[this.#next] !== id) return undefined;
    const start = bounds[this.#next] ?? 0;
    this.#next += 1;
    return { id, source: bytes, start, end: bounds[this.#next] ?? start };
  }
}
