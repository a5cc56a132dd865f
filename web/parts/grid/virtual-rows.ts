import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const OVERSCAN = 8;
const TILE_OVERSCAN = 1;

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
  readonly items: readonly { readonly index: number; readonly left: number; readonly start: number }[];
  /** How many tiles stand beside each other; 1 in a list. */
  readonly perRow: number;
  /** Width of a tile, in pixels. */
  readonly width: number;
  readonly scrollTo: (index: number) => void;
  /** How many entries the screen has. */
  readonly pageLength: () => number;
}

/** What of a list is near the screen. */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, tileWidth, top }: VirtualOptions,
): VirtualRows {
  const [, redraw] = useState(0);
  const held = useRef<Virtualizer<HTMLElement, Element>>(undefined);
  const whole = held.current?.scrollRect?.width ?? 0;
  const perRow = tileWidth === undefined ? 1 : Math.max(1, Math.floor(whole / tileWidth));
  const width = whole / perRow;
  const options = {
    count: Math.ceil(count / perRow),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: tileWidth === undefined ? OVERSCAN : TILE_OVERSCAN,
    initialOffset: top,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw((times) => times + 1),
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
    items: virtualizer.getVirtualItems().flatMap(({ index, start }) =>
      Array.from({ length: Math.min(perRow, count - index * perRow) }, (_, place) => ({
        index: index * perRow + place,
        left: place * width,
        start,
      })),
    ),
    scrollTo: (index) => virtualizer.scrollToIndex(Math.floor(index / perRow), { align: 'auto' }),
    pageLength: () => perRow * Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
  };
}
