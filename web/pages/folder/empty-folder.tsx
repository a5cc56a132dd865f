import drive from 'icon:hard-drive';
import phone from 'icon:smartphone';
import invite from 'icon:user-plus';
import { useLayoutEffect } from 'preact/hooks';
import { account } from '../../api/session.ts';
import { Icon } from '../../parts/display/icon.tsx';
import { isNarrow } from '../../parts/display/narrow-screen.ts';
import { Button } from '../../parts/forms/button.tsx';
import { t } from '../../text/text.ts';
import { pickFiles } from '../../upload/view/upload-button.tsx';

interface EmptyFolderProps {
  readonly mayUpload: boolean;
  /** The top folder, which is empty for new users. */
  readonly isTop: boolean;
}

/** In place of the list of an empty folder. */
export function EmptyFolder({ mayUpload, isTop }: EmptyFolderProps) {
  // The last row, which had the focus, was removed.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus();
  }, []);
  return (
    <div class="notice">
      <p>{t().emptyFolder}</p>
      {mayUpload && <Button onClick={pickFiles}>{t().uploads.uploadFiles}</Button>}
      {isTop && <FirstSteps />}
    </div>
  );
}

/** What a new user can do besides uploading. */
function FirstSteps() {
  const texts = t().firstSteps;
  return (
    <ul class="first-steps">
      <Step href="/account/connect" icon={drive} title={t().connectDrive} hint={texts.driveHint} />
      {!isNarrow.value && (
        <Step href="/account/connect?system=phone" icon={phone} title={texts.phone} hint={texts.phoneHint} />
      )}
      {account.value?.is_admin === true && (
        <Step href="/admin/people" icon={invite} title={texts.invite} hint={texts.inviteHint} />
      )}
    </ul>
  );
}

interface StepProps {
  readonly href: string;
  readonly icon: string;
  readonly title: string;
  readonly hint: string;
}

function Step({ href, icon, title, hint }: StepProps) {
  return (
    <li>
      <Icon of={icon} size={24} />
      <a href={href}>{title}</a>
      <span class="hint">{hint}</span>
    </li>
  );
}
