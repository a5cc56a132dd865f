/** How many letters must be added, removed or replaced to turn one word into the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(from).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(to).entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** ` (did you mean …?)` for the known word that is nearest to a mistyped one, or nothing when none is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, off: distance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.off - b.off);
  return nearest && nearest.off <= Math.max(2, word.length / 5) ? ` (did you mean ${nearest.name}?)` : '';
}
