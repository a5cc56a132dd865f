import close from 'icon:x';
import detailsStyle from 'style:details';
import documentStyle from 'style:document';
import { useEffect, useState } from 'preact/hooks';
import { API, api, dataOf } from '../api/client.ts';
import { loadDocument } from '../api/documents.ts';
import type { DocumentDetails, FolderDetails } from '../api/records.ts';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { Problem } from '../parts/dialogs/problem.tsx';
import { EntryIcon, PlainEntryIcon } from '../parts/display/entry-icon.tsx';
import { isNarrow } from '../parts/display/narrow-screen.ts';
import { IconButton } from '../parts/forms/button.tsx';
import { useLoaded } from '../parts/hooks/use-loaded.ts';
import { addStyle } from '../parts/loading/add-style.ts';
import { Loading } from '../parts/loading/loading.tsx';
import { AccessList } from '../parts/sharing/access-list.tsx';
import type { Shareable } from '../state/actions/sharing.ts';
import { pathOf } from '../state/files/entry-path.ts';
import { entryChanges } from '../state/files/folder-changes.ts';
import { formatSize } from '../text/format.ts';
import { t } from '../text/text.ts';
import { DocumentFacts } from './document-facts.tsx';
import { FolderFacts } from './folder-facts.tsx';
import { openDetails } from './open.ts';
import type { SelectionSummary } from './selection-summary.ts';

await Promise.all([addStyle(detailsStyle), addStyle(documentStyle)]);

/** Delay before the details of a row load, so that moving through a list by keys does not load each row. */
const DEBOUNCE_MS = 150;

/** The details of the selection in a list. */
export function Pane({ about }: { readonly about: () => SelectionSummary }) {
  const subject = about();
  const onClose = (): void => openDetails(false);
  if (isNarrow.value)
    return (
      <Dialog title={t().details} onClose={onClose}>
        <Content subject={subject} />
      </Dialog>
    );
  return (
    <aside
      class="details-pane"
      aria-label={t().details}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header>
        <h2>{t().details}</h2>
        <IconButton icon={close} label={t().document.closeDetails} onClick={onClose} />
      </header>
      <Content subject={subject} />
    </aside>
  );
}

function Content({ subject: { entry, count, size } }: { readonly subject: SelectionSummary }) {
  if (count > 1)
    return (
      <p class="details-several">
        <strong>{t().selected(count)}</strong>
        {size !== undefined && <span class="hint">{t().document.together(formatSize(size))}</span>}
      </p>
    );
  if (entry === undefined) return <p class="hint">{t().document.selectOne}</p>;
  return <EntryDetails entry={entry} />;
}

type Details = DocumentDetails | FolderDetails;

function load({ id, type }: Shareable): Promise<Details> {
  if (type === 'file') return loadDocument(id);
  return dataOf(api.GET('/folders/{id}', { params: { path: { id } } }));
}

function EntryDetails({ entry }: { readonly entry: Shareable }) {
  const debounced = useDebounced(entry);
  const { value, error, reload, set } = useLoaded(() => load(debounced), [debounced.id, entryChanges.value]);
  const isCurrent = value?.id === entry.id;
  const isFaulty = error !== undefined && debounced.id === entry.id;
  return (
    <div class="details">
      <div class="details-name">
        {isCurrent ? <EntryIcon entry={value} size={24} /> : <PlainEntryIcon type={entry.type} size={24} />}
        <h3>
          <a href={pathOf(entry)}>{entry.name}</a>
        </h3>
      </div>
      {isFaulty && <Problem error={error} onRetry={reload} />}
      {!isCurrent && !isFaulty && <Loading />}
      {isCurrent && <Known details={value} onChanged={reload} onSet={set} />}
      {isCurrent && <WhoHasAccess entry={entry} />}
    </div>
  );
}

interface KnownProps {
  readonly details: Details;
  readonly onChanged: () => void;
  readonly onSet: (details: Details) => void;
}

function Known({ details, onChanged, onSet }: KnownProps) {
  if (details.type === 'folder') return <FolderFacts folder={details} />;
  return (
    <>
      <Thumbnail key={details.sha256} document={details} />
      <DocumentFacts key={details.id} document={details} onChanged={onChanged} onSet={onSet} />
      <p class="details-more">
        <a href={`${pathOf(details)}?tab=versions`}>{t().versions}</a>
        <a href={`${pathOf(details)}?tab=activity`}>{t().activity}</a>
      </p>
    </>
  );
}

/** The entry after it has been selected for {@link DEBOUNCE_MS}. */
function useDebounced(entry: Shareable): Shareable {
  const [debounced, setDebounced] = useState(entry);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(entry), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [entry.id, entry.name]);
  return debounced;
}

/** The thumbnail of a document; small, so that the details stay visible. */
function Thumbnail({ document: { id, name, sha256, thumbnail } }: { readonly document: DocumentDetails }) {
  const [isMissing, setMissing] = useState(false);
  if (thumbnail !== 'ready' || isMissing) return null;
  return (
    <img
      class="details-picture"
      src={`${API}/documents/${String(id)}/thumbnail?size=512&v=${sha256}`}
      alt={t().document.firstPageOf(name)}
      onError={() => setMissing(true)}
    />
  );
}

/** Kept from one entry to the next, until the page is reloaded. */
let isAccessOpen = false;

/** Users with access to the entry. Loaded only when opened, because it needs one request per ancestor folder. */
function WhoHasAccess({ entry }: { readonly entry: Shareable }) {
  const [isOpen, setOpen] = useState(isAccessOpen);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        isAccessOpen = currentTarget.open;
        setOpen(currentTarget.open);
      }}
    >
      <summary>{t().sharing.access}</summary>
      {isOpen && <AccessList key={entry.id} entry={entry} />}
    </details>
  );
}
