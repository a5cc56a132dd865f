import { signal } from '@preact/signals';
import { isNarrow } from '../parts/display/narrow-screen.ts';
import { prefer, preferences } from '../state/session/preferences.ts';

/** On a phone, the details are a sheet over the list. Not stored: it closes when the page is left. */
export const isSheetOpen = signal(false);

/** True if the details are open, or still loading. */
export function areDetailsOpen(): boolean {
  return isNarrow.value ? isSheetOpen.value : preferences.value.areDetailsOpen;
}

/** Opens or closes the details. Except on phones, the choice is stored in this browser. */
export function openDetails(isOpen: boolean): void {
  if (isNarrow.value) isSheetOpen.value = isOpen;
  else prefer({ areDetailsOpen: isOpen });
}
