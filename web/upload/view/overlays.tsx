import { ClashDialog } from './clash-dialog.tsx';
import '../other-tabs.ts';
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
