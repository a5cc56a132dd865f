import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Rows } from './rows.ts';

interface AnchorParts<T> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: Rows<T>;
  readonly idOf: (row: T) => number;
  readonly rowHeight: number;
  /** Number of tiles per row; 1 in a list. */
  readonly perRow: number;
}

/** The first row in the viewport. */
interface Anchor {
  readonly source: object;
  readonly id: number;
  /** Distance from the top of the viewport, in pixels. */
  readonly offset: number;
  /** Scroll position of the list, in pixels. */
  readonly top: number;
}

/**
 * Keeps the visible rows in place when rows are added or removed above them. At the very top, the scroll position
 * stays, so that new rows are visible.
 * @returns a function to call after each scroll
 */
export function useAnchor<T>({ scroller, rows, idOf, rowHeight, perRow }: AnchorParts<T>): () => void {
  const anchor = useRef<Anchor>(undefined);
  const topOf = (index: number): number => Math.floor(index / perRow) * rowHeight;
  const note = (): void => {
    const top = scroller.current?.scrollTop ?? 0;
    const index = Math.ceil(top / rowHeight) * perRow;
    const row = rows.at(index);
    const { source } = rows;
    anchor.current =
      row === undefined ? undefined : { source, id: idOf(row), offset: topOf(index) - top, top };
  };
  useLayoutEffect(() => {
    const held = anchor.current;
    const box = scroller.current;
    const index = held?.source === rows.source ? rows.indexOf(held.id) : -1;
    // A changed scroll position means that the user has scrolled, although the scroll event has not arrived yet.
    const isWhereItWas = held !== undefined && box !== null && Math.abs(box.scrollTop - held.top) < 1;
    if (isWhereItWas && box.scrollTop > 0 && index !== -1) box.scrollTop = topOf(index) - held.offset;
    note();
  }, [rows, rowHeight, perRow]);
  return note;
}
