import { sharedEntry } from '../../state/shared-entry.ts';
import { loadPart } from '../load-part.ts';
import { useLoaded } from '../use-loaded.ts';

/** The dialog in which an entry is shared, as soon as a page asks for it. */
export function Sharing() {
  return sharedEntry.value === undefined ? null : <LoadedDialog entry={sharedEntry.value} />;
}

function LoadedDialog({ entry }: { readonly entry: NonNullable<typeof sharedEntry.value> }) {
  const { value: part } = useLoaded(() => loadPart(() => import('./share-dialog.tsx'), 'sharing'), []);
  if (part === undefined) return null;
  return (
    <part.ShareDialog
      entry={entry}
      onClose={() => {
        sharedEntry.value = undefined;
      }}
    />
  );
}
