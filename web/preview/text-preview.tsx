import { asApiError } from '../api/api-error.ts';
import { Problem } from '../parts/dialogs/problem.tsx';
import { useLoaded } from '../parts/hooks/use-loaded.ts';
import { Loading } from '../parts/loading/loading.tsx';
import { t } from '../text/text.ts';
import { bytesOf, textOf } from './content.ts';
import { OtherPreview } from './other-preview.tsx';
import type { PreviewProps } from './previewed-version.ts';

/** Text, code and HTML, shown as source. */
export function Preview({ subject }: PreviewProps) {
  const { value, error, reload } = useLoaded(
    async () => ({ text: textOf(await bytesOf(subject)) }),
    [subject.id, subject.version],
  );
  if (error !== undefined) return <Problem error={asApiError(error)} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  if (value.text === undefined) return <OtherPreview subject={subject} reason="cannotShow" />;
  return (
    <pre class="preview-text" role="region" tabIndex={0} aria-label={t().document.contentOf(subject.name)}>
      {value.text}
    </pre>
  );
}
