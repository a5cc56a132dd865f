/** Memory for the copy of one response. */
export interface CopyRoom {
  /**
   * Takes so many bytes more.
   * @returns false if there is no room for them: the copy is given up, and what it had is free
   */
  readonly take: (bytes: number) => boolean;
  /** Gives back what was taken. To be called when the response has ended, however it did. */
  readonly leave: () => void;
}

/**
 * Counts the memory of copies of responses that are being sent. A client that does not read its response keeps the copy in
 * memory, so all of a user together have as much as the longest response that is worth a copy: a quarter of the limit for all.
 */
export class Copies {
  readonly #limitBytes: number;
  readonly #ofUsers = new Map<number, number>();
  #ofAll = 0;

  /** @param limitBytes for all copies together */
  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Room for a further copy. */
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
