/** A content of a running upload, and the room that it needs in a home. */
export interface ArrivingContent {
  /** Owner of the home. */
  readonly ownerId: number;
  /** Identifies the name in its folder. */
  readonly target: string;
  /** Bytes of the content, as far as they are known. */
  readonly bytes: number;
  /** Bytes of them that the home need not have room for, because they may be or replace those of the document. */
  readonly released: number;
  /** Bytes that other contents of the same upload need in the home. */
  readonly others: number;
}

/**
 * Room in a home that a running upload holds, in memory, until its contents are stored. It only decides which further
 * bytes are accepted: the transaction that stores a content judges by the used bytes alone.
 */
export class Reservation {
  static #created = 0;
  readonly #number = ++Reservation.#created;
  readonly #all: Set<Reservation>;
  readonly #requester: number;
  readonly #abort: (() => void) | undefined;
  readonly #targets = new Set<string>();
  #ownerId: number | undefined;
  #bytes = 0;

  /**
   * @param all the reservations of all running uploads that hold room
   * @param requester id of the user; the negative id of a link
   */
  constructor(all: Set<Reservation>, requester: number, abort: (() => void) | undefined) {
    this.#all = all;
    this.#requester = requester;
    this.#abort = abort;
  }

  /**
   * Reserves room for a content, replacing what this upload held before. If the home has no room for it, an earlier
   * upload of the same user to the same name is aborted: a client repeats a request whose connection broke before the
   * service notices the break.
   * @param lack returns the error if the home has no room for `bytes` in addition to the `reserved` ones
   * @returns the bytes that the content needs in the home
   * @throws {Error} what `lack` returns
   */
  reserve(content: ArrivingContent, lack: (bytes: number, reserved: number) => Error | undefined): number {
    const lackBeside = (others: readonly Reservation[]) =>
      lack(bytesNeeded(content, others) + content.others, sum(others));
    let others = this.#othersIn(content.ownerId);
    if (lackBeside(others)) {
      const isRepeated = (other: Reservation) => this.#repeats(other, content.target);
      const repeated = others.filter(isRepeated);
      others = others.filter((other) => !isRepeated(other));
      const error = lackBeside(others);
      if (error) {
        // Its bytes are about to be deleted. They must not cause the refusal of another upload, too.
        this.release();
        throw error;
      }
      for (const other of repeated) other.#cancel();
    }
    const needed = bytesNeeded(content, others);
    this.#ownerId = content.ownerId;
    this.#bytes = Math.max(0, needed + content.others);
    this.#targets.add(content.target);
    this.#all.add(this);
    return needed;
  }

  /** Releases the room. */
  release(): void {
    this.#all.delete(this);
  }

  /** Whether a content of this upload has this target. */
  isFor(target: string): boolean {
    return this.#targets.has(target);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The other uploads whose room counts. Other users take no room from the owner of the home, who cannot see or end
   * their uploads.
   */
  #othersIn(ownerId: number): Reservation[] {
    const isOwner = this.#requester === ownerId;
    const counts = (other: Reservation) =>
      other !== this && other.#ownerId === ownerId && (!isOwner || other.#requester === ownerId);
    return Array.from(this.#all).filter(counts);
  }

  #repeats(other: Reservation, target: string): boolean {
    const isEarlier = other.#number < this.#number;
    return (
      isEarlier && other.#abort !== undefined && other.#requester === this.#requester && other.isFor(target)
    );
  }

  #cancel(): void {
    this.release();
    this.#abort?.();
  }
}

/** Only one of several contents for the same document can be the content that it already has. */
function bytesNeeded({ target, bytes, released }: ArrivingContent, others: readonly Reservation[]): number {
  return others.some((other) => other.isFor(target)) ? bytes : bytes - released;
}

function sum(reservations: readonly Reservation[]): number {
  return reservations.reduce((total, { bytes }) => total + bytes, 0);
}
