import { signal } from '@preact/signals';

const narrow = matchMedia('(max-width: 640px)');

/** True on phones: rows have two lines, and the navigation is at the bottom. */
export const isNarrow = signal(narrow.matches);

narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
