import { isTrial } from './in-browsers.ts';

const WIDTHS = [1440, 360] as const;
const THEMES = ['light', 'dark'] as const;

/** Widths in pixels and themes for examining pages: each width with one theme; in the trial, all combinations. */
export const LOOKS = WIDTHS.flatMap((width, index) =>
  (isTrial ? THEMES : THEMES.slice(index, index + 1)).map((theme) => ({ width, theme })),
);

/** The things to examine in a look: each thing in one look, in turn; in the trial, everything in each look. */
export function examinedIn<T>(look: (typeof LOOKS)[number], things: readonly T[]): readonly T[] {
  return things.filter((_, index) => isTrial || LOOKS[index % LOOKS.length] === look);
}
