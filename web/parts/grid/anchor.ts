import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Rows } from './rows.ts';

interface AnchorParts<T> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: Rows<T>;
  readonly idOf: (row: T) => number;
  readonly rowHeight: number;
  /** How many tiles stand beside each other; 1 in a list. */
  readonly perRow: number;
}

/** The row at the top of the screen. */
interface Anchor {
  readonly source: object;
  readonly id: number;
  /** From the top of the screen to it, in pixels. */
  readonly offset: number;
  /** Where the list was scrolled to, in pixels. */
  readonly top: number;
}

/**
 * Keeps the rows on the screen where they are when others come or go above them. At the very top new rows are to be seen,
 * and nothing is kept.
 * @returns what is to be called after each scrolling
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
    // What has been scrolled since, and is told of by no event yet, is meant.
    const isWhereItWas = held !== undefined && box !== null && Math.abs(box.scrollTop - held.top) < 1;
    if (isWhereItWas && box.scrollTop > 0 && index !== -1) box.scrollTop = topOf(index) - held.offset;
    note();
  }, [rows, rowHeight, perRow]);
  return note;
}
