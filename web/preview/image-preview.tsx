import { useState } from 'preact/hooks';
import { t } from '../text/text.ts';
import { OtherPreview } from './other-preview.tsx';
import { contentUrl, type PreviewProps } from './previewed-version.ts';
import { useZoom } from './use-zoom.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

const STEP = 1.25;

/** A picture, fitted to the frame or zoomed. SVG is shown in an `<img>` too, so its scripts cannot run. */
export function Preview({ subject }: PreviewProps) {
  const [hasFailed, setFailed] = useState(false);
  const [width, setWidth] = useState(0);
  const { frame, picture, scale, zoom, fit } = useZoom(width);
  const texts = t().document;
  if (hasFailed) return <OtherPreview subject={subject} reason="cannotShow" />;
  return (
    <div class="preview-image">
      <div class="preview-bar" role="toolbar" aria-label={texts.preview}>
        <ZoomButtons
          scale={scale}
          fitLabel={texts.fit}
          onZoom={(direction) => zoom(STEP ** direction)}
          onFit={fit}
        />
      </div>
      <div
        ref={frame}
        class="preview-frame"
        tabIndex={0}
        role="region"
        aria-label={texts.contentOf(subject.name)}
      >
        <img
          ref={picture}
          class={scale === undefined ? 'fits' : ''}
          style={scale === undefined ? undefined : { width: `${String(width * scale)}px` }}
          src={contentUrl(subject, true)}
          alt={subject.name}
          draggable={false}
          onLoad={({ currentTarget }) => setWidth(currentTarget.naturalWidth || currentTarget.width)}
          onError={() => setFailed(true)}
        />
      </div>
    </div>
  );
}
