import type { DocumentDetails } from '../api/records.ts';
import { Fact, Facts } from '../parts/display/facts.tsx';
import { mediaNameOf } from '../parts/display/media-name.ts';
import { CopyField } from '../parts/forms/copy-field.tsx';
import { formatMoment, formatNumber, formatSize } from '../text/format.ts';
import { t } from '../text/text.ts';
import { DocumentText } from './document-text.tsx';

interface DocumentFactsProps {
  readonly document: DocumentDetails;
  readonly onChanged: () => void;
  readonly onSet: (document: DocumentDetails) => void;
}

/** The properties of a document. The title and the comments are editable. */
export function DocumentFacts(props: DocumentFactsProps) {
  const { document } = props;
  const { width, height, pages } = document.media ?? {};
  const texts = t().document;
  const name = (person: DocumentDetails['created_by']): string => person?.name ?? texts.nobody;
  return (
    <>
      <Facts variant="above">
        <Fact name={texts.title}>
          <DocumentText {...props} name="title" />
        </Fact>
        <Fact name={texts.comments}>
          <DocumentText {...props} name="comments" />
        </Fact>
        <Fact name={t().kind}>{mediaNameOf(document)}</Fact>
        <Fact name={t().size}>{formatSize(document.size)}</Fact>
        {width && height && (
          <Fact name={texts.pixels}>{`${formatNumber(width)} × ${formatNumber(height)}`}</Fact>
        )}
        {pages && <Fact name={texts.pages}>{formatNumber(pages)}</Fact>}
        <Fact name={t().owner}>{document.owner?.name ?? texts.office}</Fact>
        <Fact name={texts.created}>
          {texts.byAt(name(document.created_by), formatMoment(document.created_at))}
        </Fact>
        <Fact name={texts.changed}>
          {texts.byAt(name(document.updated_by), formatMoment(document.updated_at))}
        </Fact>
        <Fact name={texts.path}>{document.path}</Fact>
        {document.locked && (
          <Fact name={texts.lock}>
            {t().isLocked(document.locked.user, formatMoment(document.locked.expires_at))}
          </Fact>
        )}
      </Facts>
      <MoreFacts document={document} />
    </>
  );
}

/** Properties that programs need rather than users. */
function MoreFacts({ document }: Pick<DocumentFactsProps, 'document'>) {
  const texts = t().document;
  return (
    <details class="more-facts">
      <summary>{t().more}</summary>
      <Facts variant="above">
        <Fact name={texts.mediaType}>{document.mime_type}</Fact>
        <Fact name={texts.bytes}>{formatNumber(document.size)}</Fact>
        <Fact name={texts.id}>{document.id}</Fact>
      </Facts>
      <CopyField label={texts.checksum} value={document.sha256} />
    </details>
  );
}
