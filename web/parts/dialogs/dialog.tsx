import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { CloseButton } from '../forms/button.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  /** The user must answer: neither Esc nor a close button closes it. */
  readonly isForced?: boolean;
  /** `wide`: as large as the screen allows, for previews. */
  readonly variant?: 'wide';
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** Element to which the closing dialog is about to return the focus. A dialog that replaces it takes over this duty. */
let owed: Element | null = null;

/**
 * A modal dialog. Returns the focus to the previous element when it closes. On phones it is a sheet at the bottom
 * edge.
 */
export function Dialog({ title, children, onClose, isForced = false, variant, onKeyDown }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // A layout effect, because keys pressed after the paint are meant for the dialog.
  useLayoutEffect(() => {
    const before = owed ?? document.activeElement;
    dialog.current?.showModal();
    return () => {
      owed = before;
      // The focus can move only after the dialog is gone. A later task would override a focus that the user has moved
      // since.
      queueMicrotask(() => {
        owed = null;
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={variant === undefined ? 'dialog' : `dialog ${variant}`}
      aria-labelledby={heading}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        if (!isForced) onClose();
      }}
      // Some browsers close the dialog without a `cancel` event if the user has not interacted with it.
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
