import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';
import { FindField } from './find-field.tsx';
import type { OpenPdf } from './open-pdf.ts';
import { PdfPage } from './pdf-page.tsx';
import { useFind } from './use-find.ts';
import { ViewportObserver } from './viewport-observer.ts';

/** CSS pixels per point at 100 %. */
const NATURAL = 96 / 72;
const STEP = 1.2;
const MIN_SCALE = 0.2;
const MAX_SCALE = 6;
/** Space beside a fitted page in CSS pixels, and the maximum scale when fitting. */
const MARGIN = 32;
const MAX_FITTING = 2;

type Frame = { readonly current: HTMLDivElement | null };

/** The scale at which a page is as wide as the frame. */
function useFittingScale(frame: Frame, pageWidth: number): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  return Math.min(MAX_FITTING, Math.max(MIN_SCALE, (width - MARGIN) / pageWidth));
}

/** The number of the page in the middle of the frame. */
function pageInMiddle(frame: HTMLElement): number | undefined {
  const { x, y, width, height } = frame.getBoundingClientRect();
  const found = document
    .elementsFromPoint(x + width / 2, y + height / 2)
    .find((each) => each.matches('.pdf-page'));
  return found instanceof HTMLElement ? Number(found.dataset['page']) : undefined;
}

/** The pages of a PDF in one column, with controls for zoom, page number and search. */
export function PdfView({ pdf, name }: { readonly pdf: OpenPdf; readonly name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const fitting = useFittingScale(frame, pdf.firstPage.width);
  const [chosen, setChosen] = useState<number>();
  const scale = chosen ?? fitting;
  const [page, setPage] = useState(1);
  const viewportObserver = useMemo(() => new ViewportObserver(), [pdf]);
  const goToPage = (number: number): void =>
    frame.current?.querySelector(`[data-page="${String(number)}"]`)?.scrollIntoView({ block: 'start' });
  const find = useFind(pdf, goToPage);
  const onText = useCallback(find.onText, []);
  const lastScale = useRef(scale);
  useEffect(() => {
    frame.current?.scrollTo({ top: (frame.current.scrollTop * scale) / lastScale.current });
    lastScale.current = scale;
  }, [scale]);
  const count = pdf.document.numPages;
  const texts = t().document;
  return (
    <div class="preview-pdf">
      <div class="preview-bar" role="toolbar" aria-label={texts.preview}>
        <PageField page={page} count={count} onGo={goToPage} />
        <ZoomButtons
          scale={chosen === undefined ? undefined : chosen / NATURAL}
          fitLabel={texts.fitWidth}
          onZoom={(direction) =>
            setChosen(Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale * STEP ** direction)))
          }
          onFit={() => setChosen(undefined)}
        />
        <FindField {...find} />
      </div>
      <div
        ref={frame}
        class="pdf-pages"
        tabIndex={0}
        role="region"
        aria-label={texts.contentOf(name)}
        onScroll={({ currentTarget }) => setPage(pageInMiddle(currentTarget) ?? page)}
      >
        {Array.from({ length: count }, (_, index) => (
          <PdfPage key={index} {...{ pdf, scale, viewportObserver, onText }} number={index + 1} />
        ))}
      </div>
    </div>
  );
}

interface PageFieldProps {
  readonly page: number;
  readonly count: number;
  readonly onGo: (page: number) => void;
}

function PageField({ page, count, onGo }: PageFieldProps) {
  const texts = t().document;
  return (
    <label class="pdf-number">
      <span>{texts.page}</span>
      <input
        type="number"
        min={1}
        max={count}
        value={page}
        onChange={({ currentTarget: { valueAsNumber: wanted } }) => {
          if (wanted >= 1 && wanted <= count) onGo(Math.floor(wanted));
        }}
      />
      <span>{texts.ofPages(count)}</span>
    </label>
  );
}
