import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { loadPart } from '../loading/load-part.ts';
import { usePart } from '../loading/use-part.ts';

const isShown = signal(false);

/** Opens the keyboard help. */
export function showHelp(): void {
  isShown.value = true;
}

/** The keyboard help, which `?` opens everywhere outside of fields. It stands once in the page. */
export function Help() {
  useEffect(() => {
    // Before a list takes it for the first letter of a name.
    addEventListener('keydown', openByKey, true);
    return () => removeEventListener('keydown', openByKey, true);
  }, []);
  return isShown.value ? <LoadedHelp /> : null;
}

function LoadedHelp() {
  const close = (): void => {
    isShown.value = false;
  };
  const part = usePart(() => loadPart(() => import('./help-dialog.tsx'), 'keys'), close);
  return part === undefined ? null : <part.HelpDialog onClose={close} />;
}

function openByKey(event: KeyboardEvent): void {
  const isMeant = event.key === '?' && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (!isMeant || isInField(event.target) || document.querySelector('dialog[open]') !== null) return;
  event.preventDefault();
  event.stopPropagation();
  showHelp();
}

/** Where a key is a letter of what the user types. */
function isInField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('textarea, select, input:not([type=checkbox], [type=radio])') !== null
  );
}
