import type { ComponentChildren } from 'preact';
import { t } from '../../text/text.ts';
import { Button } from '../forms/button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  readonly title: string;
  /** What follows from it. */
  readonly children: ComponentChildren;
  /** What is done, as a verb. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done that cannot be taken back. */
export function Confirm({ title, children, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t().cancel}</Button>
        <Button
          look="danger"
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
