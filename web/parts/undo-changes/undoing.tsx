import { loadPart } from '../loading/load-part.ts';
import { usePart } from '../loading/use-part.ts';
import type { UndoStart } from './undo-start.ts';

interface UndoingProps {
  readonly start: UndoStart;
  /** Called when an undo has begun. */
  readonly onBegun?: () => void;
  readonly onClose: () => void;
}

/** The dialog that undoes many changes, loaded on demand. */
export function Undoing({ start, onBegun, onClose }: UndoingProps) {
  const part = usePart(
    () => loadPart(() => import('./undo-dialog.tsx'), 'undo', 'undoChanges', 'sharing', 'messages'),
    onClose,
  );
  return part === undefined ? null : <part.UndoDialog start={start} onBegun={onBegun} onClose={onClose} />;
}
