import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Entries that are in the document at most, where the screen does not have more. */
const MOST_DRAWN = 60;

interface VirtualOptions {
  readonly count: number;
  readonly rowHeight: number;
  /** Least width of a tile, in pixels; undefined: a row for each. */
  readonly tileWidth: number | undefined;
  /** Where the list was scrolled to when the user was here last, in pixels. */
  readonly top: number;
}

/** Rows, or rows of tiles, of one height of which only those near the screen are in the document. */
export interface VirtualRows {
  /** Height of all rows, in pixels. */
  readonly height: number;
  /** The places of the entries that are in the document. */
  readonly drawn: readonly number[];
  /** How many tiles stand beside each other; 1 in a list. */
  readonly perRow: number;
  /** Width of a tile, in pixels. */
  readonly width: number;
  /** Scrolls as far as it takes to show an entry. */
  readonly scrollTo: (index: number) => void;
  /** How many entries the screen has. */
  readonly pageLength: () => number;
}

/** The part of the list that the screen shows, in pixels. */
interface View {
  readonly top: number;
  readonly height: number;
  readonly width: number;
}

/**
 * The rows that are drawn. To draw one more costs the browser about as much as to draw five: so as many are drawn ahead
 * as may be, in both directions, and drawn anew only when the screen comes to the end of them.
 */
class DrawnRows {
  readonly #rowHeight: number;
  readonly #perRow: number;
  #from = 0;
  /** Exclusive. */
  #to = 0;

  constructor(rowHeight: number, perRow: number) {
    this.#rowHeight = rowHeight;
    this.#perRow = perRow;
  }

  /** The places of the entries that are drawn for a part of the list; none before its size is known. */
  cover({ top, height }: View, count: number): readonly [from: number, to: number] {
    if (height === 0) return [0, 0];
    const first = Math.floor(top / this.#rowHeight);
    const end = Math.ceil((top + height) / this.#rowHeight);
    if (first < this.#from || end > this.#to) {
      // At either edge a part of a row may be seen.
      const seen = Math.ceil(height / this.#rowHeight) + 1;
      const ahead = Math.max(1, Math.floor((MOST_DRAWN / this.#perRow - seen) / 2));
      this.#from = Math.max(0, first - ahead);
      this.#to = end + ahead;
    }
    return [this.#from * this.#perRow, Math.min(this.#to * this.#perRow, count)];
  }
}

/** What of a list is near the screen. */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, tileWidth, top }: VirtualOptions,
): VirtualRows {
  const [, redraw] = useState('');
  const view = useRef<View>({ top, height: 0, width: 0 });
  const perRow = tileWidth === undefined ? 1 : Math.max(1, Math.floor(view.current.width / tileWidth));
  const rows = useMemo(() => new DrawnRows(rowHeight, perRow), [rowHeight, perRow]);
  const [from, to] = rows.cover(view.current, count);
  const look = useRef<() => void>(undefined);
  look.current = () => {
    const { scrollTop = 0, clientHeight = 0, clientWidth = 0 } = scroller.current ?? {};
    view.current = { top: scrollTop, height: clientHeight, width: clientWidth };
    // If that is the same as before, nothing is drawn anew.
    redraw([...rows.cover(view.current, count), clientWidth].join(' '));
  };
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const lookAgain = (): void => look.current?.();
    box.scrollTop = top;
    lookAgain();
    box.addEventListener('scroll', lookAgain, { passive: true });
    const observer = new ResizeObserver(lookAgain);
    observer.observe(box);
    return () => {
      box.removeEventListener('scroll', lookAgain);
      observer.disconnect();
    };
  }, []);
  return {
    height: Math.ceil(count / perRow) * rowHeight,
    perRow,
    width: view.current.width / perRow,
    drawn: Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index),
    scrollTo: (index) => {
      const box = scroller.current;
      const start = Math.floor(index / perRow) * rowHeight;
      if (box) box.scrollTop = Math.min(start, Math.max(box.scrollTop, start + rowHeight - box.clientHeight));
    },
    pageLength: () => perRow * Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
  };
}
