/** Smallest step in reported free space, in bytes. */
const MIN_STEP = 2 ** 20;

/**
 * Rounds free space down to a multiple of an eighth of the power of two below it. A content that is already stored
 * takes no additional space, so exact values would reveal to the user who uploads it that another user has it.
 */
export function roundSpaceDown(bytes: number): number {
  const step = stepFor(bytes);
  return Math.max(0, Math.floor(bytes / step) * step);
}

/** Rounds up, otherwise as {@link roundSpaceDown}: for checks that must not refuse anything that fits. */
export function roundSpaceUp(bytes: number): number {
  const step = stepFor(bytes);
  return Math.max(0, Math.ceil(bytes / step) * step);
}

function stepFor(bytes: number): number {
  return Math.max(MIN_STEP, 2 ** (Math.floor(Math.log2(Math.max(1, bytes))) - 3));
}
