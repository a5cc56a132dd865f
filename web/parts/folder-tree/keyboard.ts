import { openLine, type TreeLine } from '../../state/files/folder-tree.ts';

/** The line that the letter leads to: the next one whose name begins with it. */
function lineWith(letter: string, lines: readonly TreeLine[], now: number): number | undefined {
  const places = lines.map((_, index) => (now + 1 + index) % lines.length);
  return places.find((place) => lines[place]?.name.toLowerCase().startsWith(letter.toLowerCase()));
}

/** Opens the line, or goes to the first one in it. */
function goIn(lines: readonly TreeLine[], now: number): number {
  const line = lines[now];
  if (line?.isOpen === false) openLine(line.key);
  const hasLines = line !== undefined && (lines[now + 1]?.level ?? 0) > line.level;
  return hasLines ? now + 1 : now;
}

/** Closes the line, or goes to the one above it. */
function goOut(lines: readonly TreeLine[], now: number): number {
  const line = lines[now];
  if (line === undefined) return now;
  if (line.isOpen === true) {
    openLine(line.key, false);
    return now;
  }
  const above = lines.findLastIndex(({ level }, index) => index < now && level < line.level);
  return above === -1 ? now : above;
}

/**
 * The keys of a tree (the pattern "tree view" of WAI-ARIA). Enter is the browser's: lines are links.
 * @param now the place of the line that has the focus
 * @returns the place of the line that gets it; undefined if the key means nothing here
 */
export function lineFor(event: KeyboardEvent, lines: readonly TreeLine[], now: number): number | undefined {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey) return undefined;
  if (key === 'ArrowDown') return Math.min(now + 1, lines.length - 1);
  if (key === 'ArrowUp') return Math.max(now - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return lines.length - 1;
  if (key === 'ArrowRight') return goIn(lines, now);
  if (key === 'ArrowLeft') return goOut(lines, now);
  return key.length === 1 && key !== ' ' ? lineWith(key, lines, now) : undefined;
}
