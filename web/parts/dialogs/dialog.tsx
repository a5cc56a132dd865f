import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { CloseButton } from '../forms/button.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  /** It must be answered: neither Esc nor a button closes it. */
  readonly isForced?: boolean;
  /** `wide`: as large as the screen lets it be, for what is looked at. */
  readonly look?: 'wide';
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** What a dialog that goes away just now gives the focus to: one that takes its place does that in its stead. */
let owed: Element | null = null;

/** A window over the page. What had the focus has it again afterwards. On phones it comes from the bottom edge. */
export function Dialog({ title, children, onClose, isForced = false, look, onKeyDown }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before it is painted: keys that are pressed from then on are meant for the dialog.
  useLayoutEffect(() => {
    const before = owed ?? document.activeElement;
    dialog.current?.showModal();
    return () => {
      owed = before;
      // Nothing beneath an open dialog can have the focus. Once this one is painted away, the user may have put it elsewhere.
      queueMicrotask(() => {
        owed = null;
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={look === undefined ? 'dialog' : `dialog ${look}`}
      aria-labelledby={heading}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        if (!isForced) onClose();
      }}
      // Some browsers close it without asking if the user has done nothing in it.
      onClose={() => {
        if (!isForced) onClose();
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        {!isForced && <CloseButton onClick={onClose} />}
      </header>
      {children}
    </dialog>
  );
}
