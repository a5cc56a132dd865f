import { sharedEntry } from '../../state/files/shared-entry.ts';
import { loadPart } from '../loading/load-part.ts';
import { usePart } from '../loading/use-part.ts';

/** The sharing dialog; opens when a page sets {@link sharedEntry}. */
export function Sharing() {
  return sharedEntry.value === undefined ? null : <LoadedDialog entry={sharedEntry.value} />;
}

function LoadedDialog({ entry }: { readonly entry: NonNullable<typeof sharedEntry.value> }) {
  const close = (): void => {
    sharedEntry.value = undefined;
  };
  const part = usePart(() => loadPart(() => import('./share-dialog.tsx'), 'sharing', 'groups'), close);
  return part === undefined ? null : <part.ShareDialog entry={entry} onClose={close} />;
}
