import { distance } from 'fastest-levenshtein';

/**
 * @returns ` (did you mean NAME?)` with the known name closest to the mistyped word, or `''` if none is close: at most
 * 2 edits away (Levenshtein distance), or a fifth of the word's length if that is more
 */
export function suggestion(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, edits: distance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest && nearest.edits <= Math.max(2, word.length / 5) ? ` (did you mean ${nearest.name}?)` : '';
}

/** Number of parts of `word`, split at `_` and `.`, that are missing in `name`. */
function missingWords(word: string, name: string): number {
  const words = new Set(name.split(/[._]/));
  return word.split(/[._]/).filter((one) => !words.has(one)).length;
}

/** The known name that shares most parts with the given word; of several, the one with the fewest edits. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [first] = known
    .map((name) => ({ name, missing: missingWords(word, name), edits: distance(word, name) }))
    .sort((a, b) => a.missing - b.missing || a.edits - b.edits);
  return first?.name;
}
