import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Rows } from './rows.ts';
import { type NearRows, type Slot, Slots, waitingKey } from './slots.ts';

/** Maximum number of entries in the DOM, unless the viewport shows more. */
const MAX_DRAWN = 44;
/** Time without scroll events after which scrolling counts as ended. */
const SCROLL_END_MS = 150;

interface VirtualOptions<T> {
  readonly rows: Rows<T>;
  readonly idOf: (row: T) => number;
  readonly rowHeight: number;
  /** Minimum width of a tile, in pixels; undefined for a list. */
  readonly tileWidth?: number;
  /** Initial scroll position, in pixels. */
  readonly top?: number;
}

/** Virtual list: rows, or rows of tiles, of equal height. Only those near the viewport are in the DOM. */
export interface VirtualRows {
  /** Total height of all rows, in pixels. */
  readonly height: number;
  /** The row elements. Scrolling updates them without rendering the list again. */
  readonly slots: readonly Slot[];
  /** Number of tiles per row; 1 in a list. */
  readonly perRow: number;
  /** Width of a tile, in pixels. */
  readonly width: number;
  /** Scrolls the minimum distance that makes an entry visible. */
  readonly scrollTo: (index: number) => void;
  /** Number of entries that a page key moves by. */
  readonly pageLength: () => number;
}

/** The viewport, in pixels. */
interface View {
  readonly top: number;
  readonly height: number;
  readonly width: number;
}

/** The entries of a list near the viewport. */
export function useVirtualRows<T>(
  scroller: RefObject<HTMLElement | null>,
  { rows, idOf, rowHeight, tileWidth, top = 0 }: VirtualOptions<T>,
): VirtualRows {
  const [, redraw] = useState({});
  const view = useRef<View>({ top, height: 0, width: 0 });
  const { count = 0 } = rows;
  const perRow = tileWidth === undefined ? 1 : Math.max(1, Math.floor(view.current.width / tileWidth));
  const slots = useMemo(() => new Slots(() => slotInUse(scroller.current)), []);
  const near = (): NearRows => ({
    ...placesNear(view.current, { rowHeight, perRow, count }),
    keyAt: (place) => {
      const row = rows.at(place);
      return row === undefined ? waitingKey(place) : idOf(row);
    },
  });
  const drawn = near();
  slots.show(drawn);
  slots.sort();
  useEffect(() => rows.show(drawn.from, drawn.to), [rows, drawn.from, drawn.to]);
  const onViewportChange = (): void => {
    const { width } = view.current;
    const { scrollTop = 0, clientHeight = 0, clientWidth = 0 } = scroller.current ?? {};
    view.current = { top: scrollTop, height: clientHeight, width: clientWidth };
    const seen = near();
    if (slots.show(seen) || width !== clientWidth) redraw({});
    rows.show(seen.from, seen.to);
  };
  // Screen readers read the rows in DOM order. Reordering the DOM during scrolling is too expensive.
  const onScrollEnd = (): void => {
    if (!slots.areInOrder) redraw({});
  };
  useScrolling(scroller, top, { onViewportChange, onScrollEnd });
  return {
    height: Math.ceil(count / perRow) * rowHeight,
    perRow,
    width: view.current.width / perRow,
    slots: slots.all,
    scrollTo: (index) => {
      const box = scroller.current;
      const start = Math.floor(index / perRow) * rowHeight;
      if (box) box.scrollTop = Math.min(start, Math.max(box.scrollTop, start + rowHeight - box.clientHeight));
    },
    pageLength: () => perRow * Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
  };
}

interface ScrollingParts {
  /** Called when the viewport may have changed. */
  readonly onViewportChange: () => void;
  /** Called when scrolling has ended. */
  readonly onScrollEnd: () => void;
}

/** @param top initial scroll position, in pixels */
function useScrolling(scroller: RefObject<HTMLElement | null>, top: number, parts: ScrollingParts): void {
  const latest = useRef(parts);
  latest.current = parts;
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    let scrollEndTimer: ReturnType<typeof setTimeout> | undefined;
    const onViewportChange = (): void => latest.current.onViewportChange();
    const scroll = (): void => {
      onViewportChange();
      clearTimeout(scrollEndTimer);
      scrollEndTimer = setTimeout(() => latest.current.onScrollEnd(), SCROLL_END_MS);
    };
    box.scrollTop = top;
    onViewportChange();
    box.addEventListener('scroll', scroll, { passive: true });
    const observer = new ResizeObserver(onViewportChange);
    observer.observe(box);
    return () => {
      clearTimeout(scrollEndTimer);
      box.removeEventListener('scroll', scroll);
      observer.disconnect();
    };
  }, []);
}

/**
 * The slot with the focus, such as a rename field, or with a pressed pointer. Moving it in the DOM would lose the
 * click.
 */
function slotInUse(scroller: HTMLElement | null): number | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('.grid-row');
  const row =
    focused && scroller?.contains(focused) === true
      ? focused
      : scroller?.querySelector<HTMLElement>('.grid-row:active');
  return row ? Number(row.dataset['slot']) : undefined;
}

interface Measures {
  readonly rowHeight: number;
  readonly perRow: number;
  readonly count: number;
}

/** The range of entries in the DOM for a viewport; empty until its size is known. */
function placesNear({ top, height }: View, { rowHeight, perRow, count }: Measures): Omit<NearRows, 'keyAt'> {
  if (height === 0) return { from: 0, to: 0 };
  // One more, because rows at both edges may be partly visible.
  const seen = Math.ceil(height / rowHeight) + 1;
  const ahead = Math.max(1, Math.floor((MAX_DRAWN / perRow - seen) / 2));
  const first = Math.max(0, Math.floor(top / rowHeight) - ahead);
  return { from: first * perRow, to: Math.min((first + seen + 2 * ahead) * perRow, count) };
}
