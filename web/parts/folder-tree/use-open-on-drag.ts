import { useEffect, useMemo } from 'preact/hooks';
import { openLine, type TreeLine } from '../../state/files/folder-tree.ts';

/** What is dragged only across a folder is not for what is in it. */
const REST_MS = 700;

/** Opens a line on which something that is dragged rests. */
class OpenOnDrag {
  #key: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  over({ key, isOpen }: TreeLine): void {
    if (key === this.#key) return;
    this.stop();
    this.#key = key;
    if (isOpen === false) this.#timer = setTimeout(() => openLine(key), REST_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#key = undefined;
  }
}

/** @returns what is to be told which line the pointer is over while something is dragged */
export function useOpenOnDrag(): OpenOnDrag {
  const open = useMemo(() => new OpenOnDrag(), []);
  useEffect(() => () => open.stop(), [open]);
  return open;
}
