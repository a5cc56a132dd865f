/** A content designed to harm its reader, and its name in messages. */
export interface Hostile {
  readonly name: string;
  /** Makes it, because some are large. */
  readonly content: () => Buffer;
}

export type HostileContents = Iterable<Hostile>;

/** Pseudo-random numbers (mulberry32), equal in each run: at least 0 and less than `below`. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
