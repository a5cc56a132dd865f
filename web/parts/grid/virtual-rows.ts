import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const OVERSCAN = 8;

/** Rows of one height of which only those near the screen are in the document. */
export interface VirtualRows {
  /** Height of all rows, in pixels. */
  readonly height: number;
  readonly items: readonly { readonly index: number; readonly start: number }[];
  readonly scrollTo: (index: number) => void;
  /** How many rows the screen has. */
  readonly pageLength: () => number;
}

/** @param top where the list was scrolled to when the user was here last, in pixels */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, top }: { readonly count: number; readonly rowHeight: number; readonly top: number },
): VirtualRows {
  const [, redraw] = useState(0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialOffset: top,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw((times) => times + 1),
  };
  const held = useRef<Virtualizer<HTMLElement, Element>>(undefined);
  const virtualizer = (held.current ??= new Virtualizer<HTMLElement, Element>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);
  return {
    height: virtualizer.getTotalSize(),
    items: virtualizer.getVirtualItems(),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    pageLength: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
  };
}
