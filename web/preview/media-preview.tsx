import { useState } from 'preact/hooks';
import { t } from '../text/text.ts';
import { kindOf } from './kind.ts';
import { OtherPreview } from './other-preview.tsx';
import { contentUrl, type PreviewProps } from './previewed-version.ts';

/** Audio and video with the browser's own controls, loaded in chunks during playback. */
export function Preview({ subject }: PreviewProps) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <OtherPreview subject={subject} reason="cannotShow" />;
  const attributes = {
    src: contentUrl(subject, true),
    controls: true,
    preload: 'metadata',
    'aria-label': t().document.contentOf(subject.name),
    onError: () => setFailed(true),
  } as const;
  return (
    <div class="preview-media">
      {kindOf(subject) === 'audio' ? <audio {...attributes} /> : <video {...attributes} />}
    </div>
  );
}
