import type { ComponentType } from 'preact';
import { asApiError } from '../api/api-error.ts';
import { Problem } from '../parts/dialogs/problem.tsx';
import { useLoaded } from '../parts/hooks/use-loaded.ts';
import { loadPart } from '../parts/loading/load-part.ts';
import { Loading } from '../parts/loading/loading.tsx';
import { kindOf, MAX_TEXT, type PreviewKind } from './kind.ts';
import { OtherPreview } from './other-preview.tsx';
import type { PreviewProps } from './previewed-version.ts';

interface PreviewModule {
  readonly Preview: ComponentType<PreviewProps>;
}

/** Each preview is loaded on first use. */
const LOADERS: Readonly<Record<Exclude<PreviewKind, 'other'>, () => Promise<PreviewModule>>> = {
  image: () => import('./image-preview.tsx'),
  pdf: () => import('./pdf/pdf-preview.tsx'),
  text: () => import('./text-preview.tsx'),
  audio: () => import('./media-preview.tsx'),
  video: () => import('./media-preview.tsx'),
  office: () => import('./office-preview.tsx'),
};

/** A document as it can be shown without opening it in an application. Its scripts never run. */
export function Preview(props: PreviewProps) {
  const { subject } = props;
  const kind = kindOf(subject);
  if (subject.size === 0) return <OtherPreview subject={subject} reason="emptyFile" />;
  if (kind === 'other') return <OtherPreview subject={subject} reason="noPreview" />;
  if (kind === 'text' && subject.size > MAX_TEXT) return <OtherPreview subject={subject} reason="tooLarge" />;
  return (
    <LoadedPreview
      key={`${kind} ${String(subject.id)} ${String(subject.version)}`}
      {...props}
      load={LOADERS[kind]}
    />
  );
}

function LoadedPreview({ load, ...props }: PreviewProps & { readonly load: () => Promise<PreviewModule> }) {
  const { value, error, reload } = useLoaded(() => loadPart(load), [load]);
  if (error !== undefined) return <Problem error={asApiError(error)} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  return <value.Preview {...props} />;
}
