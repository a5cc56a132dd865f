/** A content that was made to harm whoever reads it, and what it is called in messages. */
export interface Hostile {
  readonly name: string;
  readonly content: Buffer;
}

/** Makes hostile contents one at a time, as some are large. */
export type HostileContents = Iterable<Hostile>;

/** The same numbers in each run (mulberry32): at least 0, and less than what is asked for. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
