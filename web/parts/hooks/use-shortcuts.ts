import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Handlers by physical key with its modifiers: `Ctrl+KeyZ`, `Alt+ArrowUp`, `F2`. On a Mac, Cmd counts as Ctrl. A
 * handler that returns false leaves the key to the browser.
 */
export type Shortcuts = Readonly<Record<string, () => unknown>>;

function nameOf({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const modifiers = [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift'];
  return [...modifiers.filter((modifier) => modifier !== false), code].join('+');
}

/** True if the key belongs to a text field or to a dialog or menu over the page. */
function isTaken({ target, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || !(target instanceof Element)) return defaultPrevented;
  return target.closest('input, textarea, select, [contenteditable], dialog, [role=menu]') !== null;
}

/** Page-wide shortcuts, active as soon as the page is in the document. Text fields, dialogs and menus are excluded. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const act = latest.current[nameOf(event)];
      if (act === undefined || isTaken(event) || act() === false) return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
