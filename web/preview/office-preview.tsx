import { useEffect, useState } from 'preact/hooks';
import { API, api, bodyOf } from '../api/client.ts';
import { useLoaded } from '../parts/hooks/use-loaded.ts';
import { t } from '../text/text.ts';
import { OtherPreview } from './other-preview.tsx';
import type { PreviewedVersion, PreviewProps } from './previewed-version.ts';

/** Polling interval while the service prepares the thumbnail and the text. */
const PENDING_MS = 2000;

async function textInside({ id, sha256 }: PreviewedVersion): Promise<string> {
  const params = { path: { id }, query: { v: sha256 } };
  const body: unknown = await bodyOf(api.GET('/documents/{id}/text', { params, parseAs: 'text' }));
  return typeof body === 'string' ? body.trim() : '';
}

/** An Office file, or another format that browsers cannot show: a picture of its first page and its text. */
export function Preview({ subject, onStale }: PreviewProps) {
  const { id, name, sha256, thumbnail, text: textState } = subject;
  const [isPictureMissing, setPictureMissing] = useState(false);
  const { value: text } = useLoaded(
    async () => (textState === 'ready' ? textInside(subject) : ''),
    [id, sha256, textState],
  );
  const isPending = thumbnail === 'pending' || textState === 'pending';
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(onStale, PENDING_MS);
    return () => clearTimeout(timer);
  });
  const texts = t().document;
  const hasPicture = thumbnail === 'ready' && !isPictureMissing;
  const hasText = text !== undefined && text !== '';
  if (!isPending && !hasPicture && text === '') return <OtherPreview subject={subject} reason="noPreview" />;
  return (
    <div class="preview-office">
      {hasPicture && (
        <img
          src={`${API}/documents/${String(id)}/thumbnail?size=512&v=${sha256}`}
          alt={texts.firstPageOf(name)}
          onError={() => setPictureMissing(true)}
        />
      )}
      {isPending && <p role="status">{texts.textIsMade}</p>}
      {hasText && (
        <section aria-label={texts.contentOf(name)}>
          <h2>{texts.textInside}</h2>
          <pre class="preview-text">{text}</pre>
        </section>
      )}
    </div>
  );
}
