import { asApiError } from '../../../api/api-error.ts';
import { Problem } from '../../../parts/dialogs/problem.tsx';
import { useLoaded } from '../../../parts/hooks/use-loaded.ts';
import { loadPart } from '../../../parts/loading/load-part.ts';
import { Loading } from '../../../parts/loading/loading.tsx';
import { usePart } from '../../../parts/loading/use-part.ts';

/** A folder as it was at a time; loaded on demand. */
export function LateEarlierFolder(props: { readonly folderId: number; readonly at: string }) {
  const { value, error, reload } = useLoaded(
    () => loadPart(() => import('./earlier-page.tsx'), 'earlier', 'undo'),
    [],
  );
  if (error !== undefined) return <Problem error={asApiError(error)} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  return <value.EarlierFolder {...props} />;
}

/** The time line above the list of now; loaded on demand. */
export function LateTimeLine(props: { readonly folderId: number; readonly onClose: () => void }) {
  const part = usePart(() => loadPart(() => import('./time-line.tsx'), 'earlier'), props.onClose);
  return part === undefined ? null : <part.TimeLine {...props} />;
}
