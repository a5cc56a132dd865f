import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Enough for what a listing of a thousand members needs at a time; V8's own bound is eight times that. */
const BYTES = 4 * 2 ** 20;
/** In case V8 grows it otherwise than it did. */
const MOST_ROUNDS = 1000;

/** Keeps the place for young objects as small as it is at the start, while the program is being read. */
export function holdYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Lets the place for young objects grow to 4 MiB, and no further: smaller, and listings outlive it and take twice the time;
 * larger, and what has passed through waits there for long, on machines that have other uses for the memory. V8 takes
 * this size on its command line only, and grows while much survives: so something does.
 */
export function settleYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  const survivors: object[] = [];
  for (let round = 0; youngBytes() < BYTES && round < MOST_ROUNDS; round += 1) {
    survivors.push(Array.from({ length: 1000 }, (_, index) => ({ round, index })));
  }
  setFlagsFromString('--semi-space-growth-factor=1');
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? BYTES;
}
