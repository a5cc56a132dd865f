import link from 'icon:link';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Entry } from '../../api/records.ts';
import type { Shareable } from '../../state/actions/sharing.ts';
import { pathOf } from '../../state/files/entry-path.ts';
import { may } from '../../state/files/permissions.ts';
import { t } from '../../text/text.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { Button } from '../forms/button.tsx';
import { copyText } from '../forms/copy-field.tsx';
import { AccessList } from './access-list.tsx';
import { LinksSection } from './links-section.tsx';
import { ShareForm } from './share-form.tsx';

interface ShareDialogProps {
  readonly entry: Shareable & Pick<Entry, 'permissions'>;
  readonly onClose: () => void;
}

/** Shares an entry and lists the users with access to it. */
export function ShareDialog({ entry, onClose }: ShareDialogProps) {
  return (
    <Dialog title={t().sharing.title(entry.name)} onClose={onClose}>
      <div class="share-dialog">
        {may(entry, 'share') ? (
          <ShareForm entry={entry} own={entry.permissions} onShared={onClose} />
        ) : (
          <p class="hint">{t().sharing.mayNot}</p>
        )}
        <CopyLink entry={entry} />
        <LinksSection
          entry={entry}
          mayShare={may(entry, 'share')}
          mayCollect={entry.type === 'folder' && may(entry, 'create')}
        />
        <AccessList entry={entry} />
      </div>
    </Dialog>
  );
}

/** Copies the URL of an entry's page. The URL grants no access. */
function CopyLink({ entry }: { readonly entry: Shareable }) {
  const [state, setState] = useState<'waiting' | 'copied' | 'shown'>('waiting');
  const field = useRef<HTMLInputElement>(null);
  const address = new URL(pathOf(entry), location.href).href;
  useEffect(() => field.current?.select(), [state]);
  const copy = (): void => {
    void copyText(address).then((isCopied) => setState(isCopied ? 'copied' : 'shown'));
  };
  if (state === 'shown')
    return (
      <div class="field">
        <label for="share-link">{t().sharing.linkToCopy}</label>
        <input id="share-link" ref={field} readOnly value={address} />
      </div>
    );
  return (
    <div class="copy-link">
      <Button icon={link} onClick={copy}>
        {t().sharing.copyLink}
      </Button>
      <span class="hint" role="status">
        {state === 'copied' ? t().sharing.linkCopied : t().sharing.linkHint}
      </span>
    </div>
  );
}
