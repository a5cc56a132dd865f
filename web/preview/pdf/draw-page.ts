import { type PDFDocumentProxy, type RenderTask, TextLayer } from 'pdfjs-dist';

/** Maximum number of pixels of a canvas; mobile browsers refuse larger ones. */
const MAX_PIXELS = 16_000_000;

/** The text layer of a page: elements in the order of the text. */
export type TextElements = readonly HTMLElement[];

/** Parameters of {@link drawPage}. */
export interface Drawing {
  readonly document: PDFDocumentProxy;
  readonly number: number;
  /** CSS pixels per point. */
  readonly scale: number;
  /** The container; its content is replaced when the page is drawn. */
  readonly host: HTMLElement;
  readonly onSize: (size: { readonly width: number; readonly height: number }) => void;
  readonly onText: (elements: TextElements) => void;
}

/** Draws a page with a selectable text layer over it. @returns cancels the drawing */
export function drawPage(drawing: Drawing): () => void {
  const ending = new AbortController();
  draw(drawing, ending.signal).catch((error: unknown) => {
    // pdf.js throws when a drawing is cancelled. A page that cannot be drawn stays empty.
    if (!ending.signal.aborted) console.warn(error);
  });
  return () => ending.abort();
}

async function draw(
  { document: pdf, number, scale, host, onSize, onText }: Drawing,
  signal: AbortSignal,
): Promise<void> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale });
  onSize(page.getViewport({ scale: 1 }));
  const { width, height } = viewport;
  const ratio = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * ratio);
  canvas.height = Math.floor(height * ratio);
  const task: RenderTask = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
  const container = document.createElement('div');
  container.className = 'pdf-text';
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
  host.replaceChildren(canvas, container);
  await layer.render();
  const elements: unknown[] = layer.textDivs;
  signal.throwIfAborted();
  onText(elements.filter((each) => each instanceof HTMLElement));
}
