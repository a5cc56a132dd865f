import { useState } from 'preact/hooks';
import { loadPart } from '../parts/loading/load-part.ts';
import { usePart } from '../parts/loading/use-part.ts';
import type { Shareable } from '../state/actions/sharing.ts';
import type { Looked } from './look-dialog.tsx';

/** Quick preview of the active row, without leaving the list. */
export function useLook(activeEntry: () => Shareable | undefined) {
  const [step, setStep] = useState<{ readonly go: Looked['step'] }>();
  const entry = step === undefined ? undefined : activeEntry();
  return {
    onLook: (go: Looked['step']) => setStep({ go }),
    dialog: step !== undefined && entry !== undefined && (
      <Look looked={{ entry, step: step.go }} onClose={() => setStep(undefined)} />
    ),
  };
}

interface LookProps {
  readonly looked: Looked;
  readonly onClose: () => void;
}

function Look(props: LookProps) {
  const part = usePart(
    () => loadPart(() => import('./look-dialog.tsx'), 'document', 'messages'),
    props.onClose,
  );
  return part === undefined ? null : <part.LookDialog {...props} />;
}
