/** Memory quota for the copy of one response. */
export interface CopyRoom {
  /**
   * Reserves additional bytes.
   * @returns false if they do not fit: the copy is abandoned, and its memory is released
   */
  readonly take: (bytes: number) => boolean;
  /** Releases the reserved bytes. Must be called when the response has ended, whether or not it succeeded. */
  readonly leave: () => void;
}

/**
 * Accounts for the memory of response copies while the responses are being sent. A client that does not read its
 * response keeps the copy in memory. All copies of one user are therefore limited to a quarter of the total, which is
 * also the maximum length of one copied response.
 */
export class Copies {
  readonly #limitBytes: number;
  readonly #ofUsers = new Map<number, number>();
  #ofAll = 0;

  /** @param limitBytes limit for all copies together */
  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Creates the quota for one more copy. */
  room(userId: number): CopyRoom {
    let taken = 0;
    let isOver = false;
    const leave = (): void => {
      this.#add(userId, -taken);
      taken = 0;
      isOver = true;
    };
    return {
      take: (bytes) => {
        if (!isOver && this.#hasRoom(userId, bytes)) {
          this.#add(userId, bytes);
          taken += bytes;
        } else leave();
        return !isOver;
      },
      leave,
    };
  }

  #hasRoom(userId: number, bytes: number): boolean {
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
