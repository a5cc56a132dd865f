import { sharedEntry } from '../../state/shared-entry.ts';
import { loadTexts } from '../../text/text.ts';
import { useLoaded } from '../use-loaded.ts';

/** The dialog in which an entry is shared, as soon as a page asks for it. */
export function Sharing() {
  return sharedEntry.value === undefined ? null : <LoadedDialog entry={sharedEntry.value} />;
}

function LoadedDialog({ entry }: { readonly entry: NonNullable<typeof sharedEntry.value> }) {
  const { value: part } = useLoaded(async () => {
    const [part] = await Promise.all([import('./share-dialog.tsx'), loadTexts('sharing')]);
    return part;
  }, []);
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
