import { signal } from '@preact/signals';
import { isNarrow } from '../parts/look/screen.ts';
import { prefer, preferences } from '../state/session/preferences.ts';

/** On a phone the details are a sheet over the list, for as long as the user looks at it. */
export const isSheetOpen = signal(false);

/** True if details are on the screen, or to be. */
export function areDetailsOpen(): boolean {
  return isNarrow.value ? isSheetOpen.value : preferences.value.areDetailsOpen;
}

/** Opens the details, or closes them. In this browser they stay so. */
export function openDetails(isOpen: boolean): void {
  if (isNarrow.value) isSheetOpen.value = isOpen;
  else prefer({ areDetailsOpen: isOpen });
}
