import { useEffect, useRef } from 'preact/hooks';

/**
 * What keys do, by physical key with its modifiers: `Ctrl+KeyZ`, `Alt+ArrowUp`, `F2`. On a Mac, Cmd counts as Ctrl. A handler
 * that returns false leaves the key to the browser.
 */
export type Shortcuts = Readonly<Record<string, () => unknown>>;

function nameOf({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const modifiers = [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift'];
  return [...modifiers.filter((modifier) => modifier !== false), code].join('+');
}

/** True if the key is for what the user types, or for a window over the page. */
function isTaken({ target, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || !(target instanceof Element)) return defaultPrevented;
  return target.closest('input, textarea, select, [contenteditable], dialog, [role=menu]') !== null;
}

/** Keys that hold wherever the focus is on the page, but in text fields, dialogs and menus. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const act = latest.current[nameOf(event)];
      if (act === undefined || isTaken(event) || act() === false) return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
