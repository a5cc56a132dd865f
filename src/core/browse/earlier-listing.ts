/** Positions of the members of a folder in a response that lists it. */
export interface MemberPlaces {
  /** Ids of the members, in the order of the response. */
  readonly ids: readonly number[];
  /** Byte offsets: the start of the first member's part, then the end of each member's part. */
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

/** The last listing of a folder. The next listing reuses its parts for members that have not changed since. */
export class EarlierListing {
  readonly #listing: Listing;
  readonly #hasChanged: (id: number) => boolean;
  /** Index of the next member of the listing. */
  #next = 0;

  /** @param hasChanged returns whether data in the bytes of a member may have changed since the listing */
  constructor(listing: Listing, hasChanged: (id: number) => boolean) {
    this.#listing = listing;
    this.#hasChanged = hasChanged;
  }

  /**
   * The part of a member; undefined if the member is new or has changed. Call it for every current member of the
   * folder, in the order of the listing.
   */
  partOf(id: number): EarlierPart | undefined {
    const { bytes, ids, bounds } = this.#listing;
    // Changed members may have moved or gone. All others are still there, in the same order.
    while (this.#next < ids.length && this.#hasChanged(ids[this.#next] ?? 0)) this.#next += 1;
    if (ids[this.#next] !== id) return undefined;
    const start = bounds[this.#next] ?? 0;
    this.#next += 1;
    return { id, source: bytes, start, end: bounds[this.#next] ?? start };
  }
}
