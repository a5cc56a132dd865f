import { useState } from 'preact/hooks';
import { loadPart } from '../parts/loading/load-part.ts';
import { usePart } from '../parts/loading/use-part.ts';
import type { Shareable } from '../state/actions/sharing.ts';
import type { PreviewedRow } from './quick-preview-dialog.tsx';

/** Quick preview of the active row, without leaving the list. */
export function useQuickPreview(activeEntry: () => Shareable | undefined) {
  const [step, setStep] = useState<{ readonly go: PreviewedRow['step'] }>();
  const entry = step === undefined ? undefined : activeEntry();
  return {
    onQuickPreview: (go: PreviewedRow['step']) => setStep({ go }),
    dialog: step !== undefined && entry !== undefined && (
      <QuickPreview row={{ entry, step: step.go }} onClose={() => setStep(undefined)} />
    ),
  };
}

interface QuickPreviewProps {
  readonly row: PreviewedRow;
  readonly onClose: () => void;
}

function QuickPreview(props: QuickPreviewProps) {
  const part = usePart(
    () => loadPart(() => import('./quick-preview-dialog.tsx'), 'document', 'messages'),
    props.onClose,
  );
  return part === undefined ? null : <part.QuickPreviewDialog {...props} />;
}
