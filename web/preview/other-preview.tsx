import download from 'icon:download';
import { EntryIcon } from '../parts/display/entry-icon.tsx';
import { Icon } from '../parts/display/icon.tsx';
import { mediaNameOf } from '../parts/display/media-name.ts';
import { formatSize } from '../text/format.ts';
import { t } from '../text/text.ts';
import { MAX_TEXT } from './kind.ts';
import { contentUrl, type PreviewedVersion } from './previewed-version.ts';

/** Reasons why a content is not shown. */
export type Reason = 'noPreview' | 'tooLarge' | 'cannotShow' | 'emptyFile';

/** The kind and size of a content that is not shown, with a button to download it. */
export function OtherPreview({
  subject,
  reason,
}: {
  readonly subject: PreviewedVersion;
  readonly reason: Reason;
}) {
  const texts = t().document;
  const why = reason === 'tooLarge' ? texts.tooLarge(formatSize(MAX_TEXT)) : texts[reason];
  return (
    <div class="notice preview-other">
      <EntryIcon entry={{ type: 'file', mime_type: subject.mime_type }} size={48} />
      <p>
        <strong>{mediaNameOf(subject)}</strong>, {formatSize(subject.size)}
      </p>
      <p>{why}</p>
      <a class="button primary" href={contentUrl(subject, false)} download>
        <Icon of={download} size={18} />
        <span>{t().download}</span>
      </a>
    </div>
  );
}
