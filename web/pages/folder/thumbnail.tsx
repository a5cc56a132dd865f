import { useState } from 'preact/hooks';
import { API } from '../../api/client.ts';
import type { Entry } from '../../api/records.ts';
import { EntryIcon } from '../../parts/display/entry-icon.tsx';

const ICON_SIZE = 48;

/**
 * The thumbnail of a document in its tile, or its icon if there is none. Both have the same size, so that nothing
 * moves.
 */
export function Thumbnail({ entry }: { readonly entry: Entry }) {
  const source =
    entry.type === 'file' && entry.thumbnail === 'ready'
      ? `${API}/documents/${String(entry.id)}/thumbnail?size=256&v=${entry.sha256}`
      : undefined;
  const [missing, setMissing] = useState<string>();
  return (
    <span class="thumbnail">
      {source === undefined || source === missing ? (
        <EntryIcon entry={entry} size={ICON_SIZE} />
      ) : (
        // The key creates a new element per thumbnail. A reused one would show the old thumbnail until the new one has
        // loaded.
        <img
          key={source}
          src={source}
          alt=""
          loading="lazy"
          draggable={false}
          onError={() => setMissing(source)}
        />
      )}
    </span>
  );
}
