import { useEffect, useRef, useState } from 'preact/hooks';
import type { TextElements } from './draw-page.ts';
import { find, type Match, rangesOf } from './find.ts';
import type { OpenPdf } from './open-pdf.ts';

/** Delay between the last keystroke and the search. */
const DEBOUNCE_MS = 250;
/** Names of the CSS highlights in document.css. */
const FOUND = 'pdf-found';
const CURRENT = 'pdf-current';

/** A search in a PDF. */
interface Find {
  readonly query: string;
  readonly setQuery: (query: string) => void;
  /** Position of the current match, from 1; 0 without matches. */
  readonly index: number;
  readonly count: number;
  /** The whole document has been searched. */
  readonly isDone: boolean;
  /** @param by 1: to the next match, -1: to the previous one */
  readonly go: (by: 1 | -1) => void;
  /** Must be called for each page that is drawn, or no longer drawn. */
  readonly onText: (page: number, elements: TextElements | undefined) => void;
}

function useMatches(pdf: OpenPdf, query: string): { matches: readonly Match[]; isDone: boolean } {
  const [found, setFound] = useState<{ matches: readonly Match[]; isDone: boolean }>({
    matches: [],
    isDone: false,
  });
  useEffect(() => {
    setFound({ matches: [], isDone: false });
    if (query.trim() === '') return undefined;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      void find(pdf.document, query, ending.signal, (matches, isDone) => setFound({ matches, isDone }));
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [pdf, query]);
  return found;
}

/** Searches a PDF, highlights the matches on the drawn pages, and steps through them. */
export function useFind(pdf: OpenPdf, goToPage: (page: number) => void): Find {
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const [texts, setTexts] = useState<ReadonlyMap<number, TextElements>>(new Map());
  const { matches, isDone } = useMatches(pdf, query);
  const current = matches[place];
  /** The match that still has to be scrolled into view. */
  const sought = useRef<Match>(undefined);
  useEffect(() => setPlace(0), [query]);
  useEffect(() => {
    sought.current = current;
    if (current !== undefined && !texts.has(current.page)) goToPage(current.page);
  }, [current?.page, current?.from]);
  useEffect(() => {
    const found = matches.flatMap((match) => rangesOf(match, texts.get(match.page) ?? []));
    const here = current === undefined ? [] : rangesOf(current, texts.get(current.page) ?? []);
    CSS.highlights.set(FOUND, new Highlight(...found));
    CSS.highlights.set(CURRENT, new Highlight(...here));
    if (sought.current !== undefined && here[0] !== undefined) {
      here[0].startContainer.parentElement?.scrollIntoView({ block: 'center' });
      sought.current = undefined;
    }
    return () => {
      CSS.highlights.delete(FOUND);
      CSS.highlights.delete(CURRENT);
    };
  }, [matches, current, texts]);
  const onText = (page: number, elements: TextElements | undefined): void =>
    setTexts((last) => {
      const next = new Map(last);
      if (elements === undefined) next.delete(page);
      else next.set(page, elements);
      return next;
    });
  const { length: count } = matches;
  const go = (by: 1 | -1): void => {
    if (count > 0) setPlace((place + by + count) % count);
  };
  return { query, setQuery, index: count === 0 ? 0 : place + 1, count, isDone, go, onText };
}
