import type { PDFDocumentProxy } from 'pdfjs-dist';

/** A match of a search in a PDF. */
export interface Match {
  /** From 1. */
  readonly page: number;
  /** Offsets in the text of the page; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Maximum number of matches; a user does not step through more. */
const MAX_MATCHES = 1000;

/** The text items of a page, in the order of its text layer. */
async function piecesOf(pdf: PDFDocumentProxy, page: number): Promise<string[]> {
  const { items } = await (await pdf.getPage(page)).getTextContent();
  return items.flatMap((item) => ('str' in item ? item.str : []));
}

/** Pattern for the words of a query, ignoring case. A space also matches a line break, or nothing. */
function patternOf(query: string): RegExp {
  const words = query.trim().split(/\s+/);
  return new RegExp(words.map((word) => RegExp.escape(word)).join('\\s*'), 'giu');
}

/**
 * Searches a document page by page.
 * @param onFound called with the matches found so far
 */
export async function find(
  pdf: PDFDocumentProxy,
  query: string,
  signal: AbortSignal,
  onFound: (matches: readonly Match[], isDone: boolean) => void,
): Promise<void> {
  const pattern = patternOf(query);
  let matches: Match[] = [];
  for (let page = 1; page <= pdf.numPages && matches.length < MAX_MATCHES; page++) {
    const text = (await piecesOf(pdf, page)).join('');
    if (signal.aborted) return;
    const found = [...text.matchAll(pattern)].map(({ index, 0: whole }) => ({
      page,
      from: index,
      to: index + whole.length,
    }));
    matches = [...matches, ...found];
    if (found.length > 0) onFound(matches, false);
  }
  onFound(matches, true);
}

/** The ranges of a match in the text layer of a page. */
export function rangesOf({ from, to }: Match, elements: readonly HTMLElement[]): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (const { firstChild: text } of elements) {
    const length = text instanceof Text ? text.data.length : 0;
    const end = start + length;
    if (text !== null && end > from && start < to) {
      const range = document.createRange();
      range.setStart(text, Math.max(0, from - start));
      range.setEnd(text, Math.min(length, to - start));
      ranges.push(range);
    }
    start = end;
  }
  return ranges;
}
