import type { ComponentChildren } from 'preact';
import { t } from '../../text/text.ts';
import { Button } from '../forms/button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  readonly title: string;
  /** The consequences. */
  readonly children: ComponentChildren;
  /** Label of the confirming button, a verb. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action that cannot be undone. */
export function Confirm({ title, children, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t().cancel}</Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
