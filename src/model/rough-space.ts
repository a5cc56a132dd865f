/** Smallest difference between two free spaces that are told, in bytes. */
const LEAST_STEP = 2 ** 20;

/**
 * Rounds free space down to a multiple of an eighth of the power of two below it. A content that is stored
 * already takes no room, so the exact space would tell a user who uploads it that somebody else has it.
 */
export function roundedDown(bytes: number): number {
  const step = stepFor(bytes);
  return Math.max(0, Math.floor(bytes / step) * step);
}

/** As {@link roundedDown}, up: where nothing that fits may be refused. */
export function roundedUp(bytes: number): number {
  const step = stepFor(bytes);
  return Math.max(0, Math.ceil(bytes / step) * step);
}

function stepFor(bytes: number): number {
  return Math.max(LEAST_STEP, 2 ** (Math.floor(Math.log2(Math.max(1, bytes))) - 3));
}
