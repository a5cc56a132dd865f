import { openLine, type TreeLine } from '../../state/files/folder-tree.ts';

/** The next row whose name starts with the letter. */
function lineWith(letter: string, lines: readonly TreeLine[], now: number): number | undefined {
  const places = lines.map((_, index) => (now + 1 + index) % lines.length);
  return places.find((place) => lines[place]?.name.toLowerCase().startsWith(letter.toLowerCase()));
}

/** Expands the row, or moves to its first child. */
function goIn(lines: readonly TreeLine[], now: number): number {
  const line = lines[now];
  if (line?.isOpen === false) openLine(line.key);
  const hasLines = line !== undefined && (lines[now + 1]?.level ?? 0) > line.level;
  return hasLines ? now + 1 : now;
}

/** Collapses the row, or moves to its parent. */
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
 * Key handling of a tree (WAI-ARIA pattern "tree view"). Enter is left to the browser, because rows are links.
 * @param now index of the focused row
 * @returns the index of the row to focus; undefined if the key has no function here
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
