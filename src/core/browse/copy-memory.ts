/** Memory reserved for the copy of one response. */
export interface CopyReservation {
  /**
   * Reserves additional bytes.
   * @returns false if they do not fit. The reservation is then released, and all further calls return false. The caller
   * must drop the copy.
   */
  readonly extend: (bytes: number) => boolean;
  /** Releases the reserved bytes. Must be called when the response has ended, whether or not it succeeded. */
  readonly release: () => void;
}

/**
 * Accounts for the memory of response copies while the responses are being sent. A client that does not read its
 * response keeps the copy in memory. All copies of one user are therefore limited to a quarter of the total, which is
 * also the maximum length of one copied response.
 */
export class CopyMemory {
  readonly #limitBytes: number;
  readonly #ofUsers = new Map<number, number>();
  #ofAll = 0;

  /** @param limitBytes limit for all copies together */
  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Creates a reservation for one more copy, of no bytes yet. */
  reserve(userId: number): CopyReservation {
    let reserved = 0;
    let isOver = false;
    const release = (): void => {
      this.#add(userId, -reserved);
      reserved = 0;
      isOver = true;
    };
    return {
      extend: (bytes) => {
        if (!isOver && this.#fits(userId, bytes)) {
          this.#add(userId, bytes);
          reserved += bytes;
        } else release();
        return !isOver;
      },
      release,
    };
  }

  #fits(userId: number, bytes: number): boolean {
    const ofUser = (this.#ofUsers.get(userId) ?? 0) + bytes;
    return ofUser <= this.#limitBytes / 4 && this.#ofAll + bytes <= this.#limitBytes;
  }

  #add(userId: number, bytes: number): void {
    const ofUser = (this.#ofUsers.get(userId) ?? 0) + bytes;
    if (ofUser > 0) this.#ofUsers.set(userId, ofUser);
    else this.#ofUsers.delete(userId);
    this.#ofAll += bytes;
  }
}
