import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';
import { drawPage, type TextElements } from './draw-page.ts';
import type { OpenPdf } from './open-pdf.ts';
import type { ViewportObserver } from './viewport-observer.ts';

interface PdfPageProps {
  readonly pdf: OpenPdf;
  /** From 1. */
  readonly number: number;
  /** CSS pixels per point. */
  readonly scale: number;
  readonly viewportObserver: ViewportObserver;
  /** Called with undefined when the page is no longer drawn. */
  readonly onText: (page: number, elements: TextElements | undefined) => void;
}

/** A page of a PDF, drawn while it is near the viewport. */
export function PdfPage({ pdf, number, scale, viewportObserver, onText }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [size, setSize] = useState(pdf.firstPage);
  useEffect(() => {
    const element = frame.current;
    return element === null ? undefined : viewportObserver.watch(element, element.parentElement, setNear);
  }, [viewportObserver]);
  useEffect(() => {
    if (!isNear || host.current === null) return undefined;
    return drawPage({
      document: pdf.document,
      number,
      scale,
      host: host.current,
      onSize: ({ width, height }) =>
        setSize((last) => (last.width === width && last.height === height ? last : { width, height })),
      onText: (elements) => onText(number, elements),
    });
  }, [isNear, pdf, scale]);
  useEffect(() => {
    const element = host.current;
    if (!isNear) return undefined;
    return () => {
      element?.replaceChildren();
      onText(number, undefined);
    };
  }, [isNear, pdf]);
  const style = {
    width: `${String(Math.floor(size.width * scale))}px`,
    height: `${String(Math.floor(size.height * scale))}px`,
    '--total-scale-factor': scale,
  };
  return (
    <div
      ref={frame}
      class="pdf-page"
      data-page={number}
      role="group"
      aria-label={t().document.pageNumber(number)}
      style={style}
    >
      <div ref={host} />
    </div>
  );
}
