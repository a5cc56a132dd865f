import { ClashDialog } from './clash-dialog.tsx';
import '../other-tabs.ts';
import { UploadPanel } from './panel.tsx';

/** The upload panel and its dialog, shown over any page. */
export function UploadOverlays() {
  return (
    <>
      <UploadPanel />
      <ClashDialog />
    </>
  );
}
