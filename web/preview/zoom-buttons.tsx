import fit from 'icon:maximize';
import zoomIn from 'icon:zoom-in';
import zoomOut from 'icon:zoom-out';
import { IconButton } from '../parts/forms/button.tsx';
import { formatPercent } from '../text/format.ts';
import { t } from '../text/text.ts';

interface ZoomButtonsProps {
  /** 1 is the natural size; undefined: fitted to the frame. */
  readonly scale: number | undefined;
  readonly fitLabel: string;
  readonly onZoom: (direction: 1 | -1) => void;
  readonly onFit: () => void;
}

/** The zoom controls of a preview. */
export function ZoomButtons({ scale, fitLabel, onZoom, onFit }: ZoomButtonsProps) {
  const texts = t().document;
  const shown = scale === undefined ? fitLabel : formatPercent(scale);
  return (
    <>
      <IconButton icon={zoomOut} label={texts.zoomOut} onClick={() => onZoom(-1)} />
      <span class="zoom" role="status" aria-label={texts.zoomOf(shown)}>
        {shown}
      </span>
      <IconButton icon={zoomIn} label={texts.zoomIn} onClick={() => onZoom(1)} />
      <IconButton icon={fit} label={fitLabel} isPressed={scale === undefined} onClick={onFit} />
    </>
  );
}
