import { isTrial } from './in-browsers.ts';

const WIDTHS = [1440, 360] as const;
const THEMES = ['light', 'dark'] as const;

/** Widths in pixels and themes in which pages are examined: each once, and all pairs in the trial. */
export const LOOKS = WIDTHS.flatMap((width, index) =>
  (isTrial ? THEMES : THEMES.slice(index, index + 1)).map((theme) => ({ width, theme })),
);

/** What is examined in a look: of several things each in one look, in turn; in the trial all of them in each. */
export function examinedIn<T>(look: (typeof LOOKS)[number], things: readonly T[]): readonly T[] {
  return things.filter((_, index) => isTrial || LOOKS[index % LOOKS.length] === look);
}
