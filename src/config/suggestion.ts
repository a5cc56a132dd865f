import { distance } from 'fastest-levenshtein';

/**
 * @returns ` (did you mean NAME?)` with the known name closest to the mistyped word, or `''` if none is
 * close: at most 2 edits away (Levenshtein distance), or a fifth of the word's length if that is more
 */
export function suggestion(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, edits: distance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest && nearest.edits <= Math.max(2, word.length / 5) ? ` (did you mean ${nearest.name}?)` : '';
}
