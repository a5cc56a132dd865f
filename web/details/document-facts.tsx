import type { DocumentDetails } from '../api/records.ts';
import { Fact, Facts } from '../parts/display/facts.tsx';
import { mediaNameOf } from '../parts/display/media-name.ts';
import { Circles } from '../parts/display/people.tsx';
import { CopyField } from '../parts/forms/copy-field.tsx';
import { formatMoment, formatNumber, formatSize } from '../text/format.ts';
import { t } from '../text/text.ts';
import { DocumentText } from './document-text.tsx';
import { Owner } from './owner.tsx';

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
        <Fact name={t().owner}>
          <Owner owner={document.owner} />
        </Fact>
        <Fact name={texts.created}>
          <By person={document.created_by} at={document.created_at} />
        </Fact>
        <Fact name={texts.changed}>
          <By person={document.updated_by} at={document.updated_at} />
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

/** The user who made a change, and its time. */
function By({ person, at }: { readonly person: DocumentDetails['created_by']; readonly at: string }) {
  const texts = t().document;
  return (
    <>
      {person && <Circles names={[person.name]} />}
      {texts.byAt(person?.name ?? texts.nobody, formatMoment(at))}
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
