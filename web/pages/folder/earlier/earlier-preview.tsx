import download from 'icon:download';
import back from 'icon:rotate-ccw';
import detailsStyle from 'style:details';
import documentStyle from 'style:document';
import type { EarlierEntry } from '../../../api/earlier.ts';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { Icon } from '../../../parts/display/icon.tsx';
import { Button } from '../../../parts/forms/button.tsx';
import { addStyle } from '../../../parts/loading/add-style.ts';
import { Preview } from '../../../preview/preview.tsx';
import { downloadUrl } from '../../../state/actions/downloads.ts';
import { formatMoment, formatSize } from '../../../text/format.ts';
import { t } from '../../../text/text.ts';

await Promise.all([addStyle(detailsStyle), addStyle(documentStyle)]);

interface EarlierPreviewProps {
  readonly entry: EarlierEntry;
  readonly version: NonNullable<EarlierEntry['version']>;
  readonly at: string;
  /** Undefined if the document is as it was. */
  readonly onGetBack: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The content that a document had at a time, over the list. */
export function EarlierPreview({ entry, version, at, onGetBack, onClose }: EarlierPreviewProps) {
  const { id, name } = entry;
  const { created_at: saved, mime_type, sha256, size, certain } = version;
  const rest = { thumbnail: 'none', text: 'none' } as const;
  const subject = { id, name, mime_type, size, sha256, at, version: version.version, ...rest };
  const texts = t().earlier;
  return (
    <Dialog title={name} variant="wide" onClose={onClose}>
      <section class="quick-preview preview" aria-label={t().document.preview} tabIndex={-1} autofocus>
        <Preview subject={subject} onStale={() => undefined} />
      </section>
      <div class="earlier-preview">
        <p class="hint">
          {texts.saved} {formatMoment(saved)} · {formatSize(size)}
          {!certain && ` · ${texts.uncertain}`}
        </p>
        <a class="button" href={downloadUrl(id, at)} download>
          <Icon of={download} size={18} />
          <span>{t().download}</span>
        </a>
        {onGetBack && (
          <Button icon={back} variant="primary" onClick={onGetBack}>
            {texts.getFileBack}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
