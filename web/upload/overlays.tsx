import { ClashDialog } from './clash-dialog.tsx';
import { UploadPanel } from './panel.tsx';

/** What shows uploads over whatever page. */
export function UploadOverlays() {
  return (
    <>
      <UploadPanel />
      <ClashDialog />
    </>
  );
}
