import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Selection } from '../../state/files/selection.ts';
import { t } from '../../text/text.ts';
import { useAnchor } from './anchor.ts';
import { GridKeyboard, type KeyboardParts } from './keyboard.ts';
import { pointerProps } from './pointer.ts';
import type { Rows } from './rows.ts';
import type { Slot } from './slots.ts';
import { useVirtualRows, type VirtualRows } from './virtual-rows.ts';

/** A column of a list. */
export interface Column<T> {
  readonly id: string;
  /** Empty for the column with the row menus. */
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Hidden on narrow screens. */
  readonly isOptional?: boolean;
  /** Sort state of the column; undefined if the list cannot be sorted by it. */
  readonly sorted?: 'ascending' | 'descending' | 'none';
  readonly onSort?: () => void;
}

/** Props of {@link Grid}. */
export interface GridProps<T> {
  /** Name of the list for screen readers. */
  readonly label: string;
  readonly rows: Rows<T>;
  readonly idOf: (row: T) => number;
  readonly columns: readonly Column<T>[];
  readonly selection: Selection;
  /** In pixels. */
  readonly rowHeight: number;
  /** Minimum width of a tile, in pixels. If set, the list shows tiles side by side instead of rows. */
  readonly tileWidth?: number;
  readonly onOpen: (row: T) => void;
  /** Requests the menu of a row. @param at a point in the viewport */
  readonly onMenu: (row: T, at: { readonly x: number; readonly y: number }) => void;
  /** Requests the preview of the active row. @param step moves to the previous row (-1) or the next (1) */
  readonly onQuickPreview?: (step: (by: 1 | -1) => void) => void;
  /** Handles other keys. @returns true if the key was handled */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  /** Initial scroll position, in pixels. */
  readonly top?: number;
  readonly onScroll?: (top: number) => void;
  /** Additional attributes of a row, such as drag handlers. */
  readonly rowProps?: (row: T) => object;
}

/** A virtual list of selectable rows (WAI-ARIA pattern "grid"). Only the rows near the viewport are in the DOM. */
export function Grid<T>(props: GridProps<T>) {
  const { label, rows, columns, selection, tileWidth, onScroll } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  // The page's main element had the focus while the list loaded.
  useLayoutEffect(() => {
    if (document.activeElement?.id === 'content') box.current?.focus();
  }, []);
  const id = useId();
  const virtual = useVirtualRows(scroller, props);
  const { slots, perRow, width } = virtual;
  const active = indexOfActive(selection, rows);
  const keyboard = useKeyboard(props, virtual, scroller);
  keyboard.notePlace(active);
  const noteAnchor = useAnchor({ ...props, scroller, perRow });
  return (
    <div
      ref={box}
      class={tileWidth === undefined ? 'grid' : 'grid tiles'}
      role="grid"
      aria-label={label}
      aria-rowcount={(rows.count ?? 0) + 1}
      aria-multiselectable="true"
      aria-activedescendant={active === -1 ? undefined : `${id}-${String(active)}`}
      tabIndex={0}
      onKeyDown={(event) => {
        if (!isForRows(event)) return;
        if (!keyboard.handle(event) && props.onKey?.(event) !== true) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Head columns={columns} />
      <div
        ref={scroller}
        class="grid-scroller"
        onScroll={({ currentTarget }) => {
          noteAnchor();
          onScroll?.(currentTarget.scrollTop);
        }}
      >
        <div class="grid-rows" role="rowgroup" style={{ height: `${String(virtual.height)}px` }}>
          {slots.map((slot) => (
            <Row key={slot.number} grid={props} {...{ id, slot, perRow, width }} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** False for the buttons in the header, which handle their keys themselves. */
function isForRows({ target }: KeyboardEvent): boolean {
  return !(target instanceof Element && target.closest('.grid-head') !== null);
}

function indexOfActive<T>({ active }: Selection, rows: Rows<T>): number {
  return active.value === undefined ? -1 : rows.indexOf(active.value);
}

function useKeyboard<T>(
  props: GridProps<T>,
  virtual: VirtualRows,
  scroller: RefObject<HTMLElement | null>,
): GridKeyboard<T> {
  const parts = (): KeyboardParts<T> => ({
    ...props,
    perRow: virtual.perRow,
    pageLength: virtual.pageLength,
    reach: (index) => {
      virtual.scrollTo(index);
      props.rows.show(index, index + 1);
      return untilLoaded(props.rows, index);
    },
    onMenu: (row) => {
      const box = scroller.current?.querySelector('.grid-row.active')?.getBoundingClientRect();
      props.onMenu(row, { x: (box?.left ?? 0) + props.rowHeight, y: box?.bottom ?? 0 });
    },
  });
  const latest = useRef(parts);
  latest.current = parts;
  const held = useRef<GridKeyboard<T>>(undefined);
  return (held.current ??= new GridKeyboard(() => latest.current()));
}

const POLL_MS = 20;
const TIMEOUT_MS = 10_000;

async function untilLoaded<T>(rows: Rows<T>, index: number): Promise<T | undefined> {
  for (let waited = 0; rows.at(index) === undefined && waited < TIMEOUT_MS; waited += POLL_MS)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return rows.at(index);
}

function Head<T>({ columns }: { readonly columns: readonly Column<T>[] }) {
  return (
    <div class="grid-head" role="row" aria-rowindex={1}>
      {columns.map(({ id, title, isOptional, sorted, onSort }) => (
        <div key={id} role="columnheader" class={cellClass(id, isOptional)} aria-sort={sorted}>
          {onSort ? (
            <button type="button" onClick={onSort}>
              {title}
              {sorted !== 'none' && <span aria-hidden="true">{sorted === 'ascending' ? ' ↑' : ' ↓'}</span>}
            </button>
          ) : title === '' ? (
            <span class="visually-hidden">{t().more}</span>
          ) : (
            title
          )}
        </div>
      ))}
    </div>
  );
}

function cellClass(id: string, isOptional = false): string {
  return `cell cell-${id}${isOptional ? ' optional' : ''}`;
}

interface RowProps<T> {
  readonly grid: GridProps<T>;
  /** Id of the list. */
  readonly id: string;
  readonly slot: Slot;
  readonly perRow: number;
  readonly width: number;
}

/** Renders again only if its slot shows another row, its row changes, or the props of the list change. */
function Row<T>({ grid, id, slot, perRow, width }: RowProps<T>) {
  const { rowHeight, rows, tileWidth } = grid;
  const index = slot.place.value;
  const row = rows.at(index);
  const left = (index % perRow) * width;
  const top = Math.floor(index / perRow) * rowHeight;
  const common = {
    id: `${id}-${String(index)}`,
    role: 'row',
    'data-slot': slot.number,
    style: {
      transform: `translate(${String(left)}px, ${String(top)}px)`,
      height: `${String(rowHeight)}px`,
      ...(tileWidth !== undefined && { width: `${String(width)}px` }),
    },
  } as const;
  if (row === undefined) return <div {...common} class="grid-row waiting" />;
  const rowId = grid.idOf(row);
  const isSelected = grid.selection.has(rowId);
  const isActive = grid.selection.active.value === rowId;
  return (
    <div
      {...common}
      class={`grid-row${isSelected ? ' selected' : ''}${isActive ? ' active' : ''}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      {...pointerProps(grid, row, rowId)}
      {...grid.rowProps?.(row)}
    >
      {grid.columns.map((column) => (
        <div key={column.id} role="gridcell" class={cellClass(column.id, column.isOptional)}>
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}
