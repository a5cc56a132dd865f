import { useEffect, useMemo } from 'preact/hooks';
import { openLine, type TreeLine } from '../../state/files/folder-tree.ts';

/** Delay before a hovered folder expands, so that dragging across it does not expand it. */
const OPEN_DELAY_MS = 700;

/** Expands a row while an entry is dragged over it. */
class OpenOnDrag {
  #key: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  over({ key, isOpen }: TreeLine): void {
    if (key === this.#key) return;
    this.stop();
    this.#key = key;
    if (isOpen === false) this.#timer = setTimeout(() => openLine(key), OPEN_DELAY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#key = undefined;
  }
}

/**
 * Expands a closed folder of the tree when an entry is dragged over it.
 * @returns an object to notify of the row under the pointer
 */
export function useOpenOnDrag(): OpenOnDrag {
  const open = useMemo(() => new OpenOnDrag(), []);
  useEffect(() => () => open.stop(), [open]);
  return open;
}
