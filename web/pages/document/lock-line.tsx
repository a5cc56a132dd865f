import lock from 'icon:lock';
import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import type { Document } from '../../api/records.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Icon } from '../../parts/display/icon.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { entryChanges } from '../../state/files/folder-changes.ts';
import { showToast } from '../../state/toasts.ts';
import { formatMoment } from '../../text/format.ts';
import { t } from '../../text/text.ts';

async function endLock(id: number): Promise<void> {
  try {
    await dataOf(api.DELETE('/documents/{id}/lock', { params: { path: { id } } }));
    showToast(t().document.lockEnded);
  } catch (error) {
    showToast(asApiError(error).message, 'failed');
  }
  entryChanges.value = [];
}

interface LockLineProps {
  readonly document: Document;
  readonly locked: NonNullable<Document['locked']>;
}

/** The lock of a document: holder and expiry, and a button that ends the lock, for users with permission. */
export function LockLine({ document, locked }: LockLineProps) {
  const [isAsking, ask] = useState(false);
  const texts = t().document;
  return (
    <div class="document-lock">
      <Icon of={lock} size={18} />
      <span>{t().isLocked(locked.user, formatMoment(locked.expires_at))}</span>
      {locked.breakable && (
        <button type="button" class="link" onClick={() => ask(true)}>
          {texts.endLock}
        </button>
      )}
      {isAsking && (
        <Dialog title={texts.endLockOf(locked.user)} onClose={() => ask(false)}>
          <p>{texts.endLockText(locked.user)}</p>
          <div class="buttons">
            <Button
              variant="danger"
              onClick={() => {
                ask(false);
                void endLock(document.id);
              }}
            >
              {texts.endLock}
            </Button>
            <Button onClick={() => ask(false)}>{t().cancel}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
