/**
 * A number with its noun, for example `1 version` or `2 versions`.
 * @param plural only needed if it is not the noun with an `s`
 */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${String(count)} ${count === 1 ? noun : plural}`;
}
