import documentStyle from 'style:document';
import { useEffect } from 'preact/hooks';
import { api, dataOf } from '../../api/client.ts';
import { loadDocument, noteOpening } from '../../api/documents.ts';
import type { DocumentDetails, Version } from '../../api/records.ts';
import { DocumentFacts } from '../../details/document-facts.tsx';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { lastFolderId } from '../../parts/display/last-folder.ts';
import { Tabs } from '../../parts/display/tabs.tsx';
import { useLoaded } from '../../parts/hooks/use-loaded.ts';
import { addStyle } from '../../parts/loading/add-style.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { Preview } from '../../preview/preview.tsx';
import { previewedVersion } from '../../preview/previewed-version.ts';
import { navigate, type PageProps, pageLocation } from '../../router.ts';
import { entryChanges } from '../../state/files/folder-changes.ts';
import { loadInfo } from '../../state/files/folder-info.ts';
import { formatMoment } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { ActivityTab } from './activity-tab.tsx';
import { DocumentHeader } from './document-header.tsx';
import { SharesTab } from './shares-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';

await addStyle(documentStyle);

const TABS = ['details', 'versions', 'shares', 'activity'] as const;

/** The path of this page with changed query parameters. */
function withQuery(changes: Readonly<Record<string, string | undefined>>): string {
  const { path, query } = pageLocation.peek();
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  const text = changed.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A document: preview and properties. */
export function Page({ params, query }: PageProps) {
  const id = Number(params['id']);
  const { value, error, reload, set } = useLoaded(() => loadDocument(id), [id, entryChanges.value]);
  const shownId = value?.id;
  useEffect(() => {
    if (shownId !== undefined) void noteOpening(shownId);
  }, [shownId]);
  const name = value?.name ?? '';
  useEffect(() => {
    document.title = name === '' ? 'dms' : `${name} · dms`;
  }, [name]);
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  return <DocumentView document={value} query={query} onChanged={reload} onSet={set} />;
}

interface DocumentViewProps {
  readonly document: DocumentDetails;
  readonly query: URLSearchParams;
  readonly onChanged: () => void;
  readonly onSet: (document: DocumentDetails) => void;
}

/** The version in the query string; undefined for the newest. */
function useOldVersion({ id, version }: DocumentDetails, query: URLSearchParams): Version | undefined {
  const wanted = Number(query.get('version') ?? version);
  const { value } = useLoaded(async () => {
    if (wanted === version) return undefined;
    const params = { path: { id, number: wanted } };
    return dataOf(api.GET('/documents/{id}/versions/{number}', { params }));
  }, [id, wanted, version]);
  return value?.number === wanted ? value : undefined;
}

/** Makes the document's folder the current one in the folder tree. */
function useFolder({ ancestors }: DocumentDetails): void {
  const id = ancestors.at(-1)?.id ?? 0;
  useEffect(() => {
    lastFolderId.value = id;
    // Only the folder tree needs the information.
    loadInfo(id).catch(() => undefined);
  }, [id]);
}

function DocumentView({ document, query, onChanged, onSet }: DocumentViewProps) {
  const old = useOldVersion(document, query);
  useFolder(document);
  const texts = t().document;
  const chosen = TABS.find((tab) => tab === query.get('tab')) ?? 'details';
  return (
    <div class="page document-page">
      <DocumentHeader document={document} shown={old?.number ?? document.version} />
      <div class="document-body">
        <section class="preview" aria-label={texts.preview}>
          {old !== undefined && (
            <p class="preview-old" role="status">
              {texts.oldShown(old.number, formatMoment(old.created_at))}{' '}
              <a href={withQuery({ version: undefined })}>{texts.toNewest}</a>
            </p>
          )}
          <Preview subject={previewedVersion(document, old)} onStale={onChanged} />
        </section>
        <aside class="document-side" aria-label={texts.about(document.name)}>
          <Tabs
            label={texts.about(document.name)}
            tabs={TABS.map((tab) => ({ id: tab, title: texts[tab] }))}
            chosen={chosen}
            onChoose={(tab) => navigate(withQuery({ tab }), { replace: true })}
          >
            {chosen === 'details' && (
              <DocumentFacts key={document.id} document={document} onChanged={onChanged} onSet={onSet} />
            )}
            {chosen === 'versions' && (
              <VersionsTab
                key={document.id}
                document={document}
                shown={old?.number ?? document.version}
                onChanged={onChanged}
              />
            )}
            {chosen === 'shares' && <SharesTab key={document.id} id={document.id} />}
            {chosen === 'activity' && <ActivityTab key={document.id} document={document} />}
          </Tabs>
        </aside>
      </div>
    </div>
  );
}
