import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { loadPart } from '../loading/load-part.ts';
import { usePart } from '../loading/use-part.ts';

const isShown = signal(false);

/** Opens the keyboard help. */
export function showHelp(): void {
  isShown.value = true;
}

/** The keyboard help. `?` opens it anywhere except in text fields. Rendered once per page. */
export function Help() {
  useLayoutEffect(() => {
    // Capture phase, so that a list does not use the key for its name search.
    addEventListener('keydown', openByKey, true);
    return () => removeEventListener('keydown', openByKey, true);
  }, []);
  return isShown.value ? <LoadedHelp /> : null;
}

function LoadedHelp() {
  const close = (): void => {
    isShown.value = false;
  };
  const part = usePart(() => loadPart(() => import('./help-dialog.tsx'), 'shortcuts'), close);
  return part === undefined ? null : <part.HelpDialog onClose={close} />;
}

function openByKey(event: KeyboardEvent): void {
  const isMeant = event.key === '?' && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (!isMeant || isInField(event.target) || document.querySelector('dialog[open]') !== null) return;
  event.preventDefault();
  event.stopPropagation();
  showHelp();
}

/** True where the key is text input. */
function isInField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('textarea, select, input:not([type=checkbox], [type=radio])') !== null
  );
}
