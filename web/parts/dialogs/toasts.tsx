import { hideToast, type Toast, toasts } from '../../state/toasts.ts';
import { insteadOf, undo } from '../../state/undo.ts';
import { t } from '../../text/text.ts';
import { CloseButton } from '../forms/button.tsx';

/** The current messages. A screen reader announces each new one, without repeating the others. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite" aria-atomic="false">
      {toasts.value.map((toast) => (
        <Line key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function Line({ toast }: { readonly toast: Toast }) {
  return (
    <div class={`toast ${toast.kind}`}>
      <span>{toast.text}</span>
      {toast.isUndoable && (
        <button type="button" class="link" onClick={() => void undo(toast.id)}>
          {t().undo}
        </button>
      )}
      {toast.alternative !== undefined && (
        <button type="button" class="link" onClick={() => void insteadOf(toast.id)}>
          {toast.alternative}
        </button>
      )}
      {toast.kind !== 'running' && <CloseButton onClick={() => hideToast(toast.id)} />}
    </div>
  );
}
