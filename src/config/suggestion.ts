import { distance } from 'fastest-levenshtein';

/** ` (did you mean …?)` for the known word that is nearest to a mistyped one, or nothing when none is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, off: distance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.off - b.off);
  return nearest && nearest.off <= Math.max(2, word.length / 5) ? ` (did you mean ${nearest.name}?)` : '';
}
