import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Entries that are in the document at most, where the screen does not have more. */
const MOST_DRAWN = 80;

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
  readonly scrollTo: (index: number) => void;
  /** How many entries the screen has. */
  readonly pageLength: () => number;
}

type Seen = Pick<Range, 'startIndex' | 'endIndex'>;

/**
 * The rows that are drawn. To draw one more costs the browser about as much as to draw five: so as many are drawn ahead
 * as may be, in both directions, and drawn anew only when the screen comes to the end of them.
 */
class DrawnRows {
  readonly #ahead: number;
  #from = 0;
  /** Exclusive. */
  #to = 0;

  /** @param ahead number of rows */
  constructor(ahead: number) {
    this.#ahead = ahead;
  }

  /** The places of the rows that are drawn for those on the screen. */
  cover({ startIndex, endIndex }: Seen, count: number): readonly [from: number, to: number] {
    if (startIndex < this.#from || endIndex >= this.#to) {
      this.#from = Math.max(0, startIndex - this.#ahead);
      this.#to = endIndex + 1 + this.#ahead;
    }
    return [this.#from, Math.min(this.#to, count)];
  }
}

/** What of a list is near the screen. */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, tileWidth, top }: VirtualOptions,
): VirtualRows {
  const [, redraw] = useState('');
  const held = useRef<Virtualizer<HTMLElement, Element>>(undefined);
  const whole = held.current?.scrollRect?.width ?? 0;
  const perRow = tileWidth === undefined ? 1 : Math.max(1, Math.floor(whole / tileWidth));
  const width = whole / perRow;
  const rowCount = Math.ceil(count / perRow);
  // At either edge a part of a row may be seen.
  const seen = Math.ceil((held.current?.scrollRect?.height ?? 0) / rowHeight) + 1;
  const ahead = Math.max(1, Math.floor((MOST_DRAWN / perRow - seen) / 2));
  const near = useMemo(() => new DrawnRows(ahead), [ahead, perRow]);
  const options = {
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 0,
    initialOffset: top,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    rangeExtractor: (range: Range) => {
      const [from, to] = near.cover(range, rowCount);
      return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
    },
    onChange: ({ range, scrollRect }: Virtualizer<HTMLElement, Element>) => {
      const places = range === null ? [] : near.cover(range, rowCount);
      // If that is the same as before, nothing is drawn anew.
      redraw([...places, scrollRect?.width].join(' '));
    },
  };
  const virtualizer = (held.current ??= new Virtualizer<HTMLElement, Element>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);
  return {
    height: virtualizer.getTotalSize(),
    perRow,
    width,
    drawn: virtualizer
      .getVirtualItems()
      .flatMap(({ index }) =>
        Array.from(
          { length: Math.min(perRow, count - index * perRow) },
          (_, place) => index * perRow + place,
        ),
      ),
    scrollTo: (index) => virtualizer.scrollToIndex(Math.floor(index / perRow), { align: 'auto' }),
    pageLength: () => perRow * Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
  };
}
