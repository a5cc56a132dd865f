import download from 'icon:download';
import type { Document, Version } from '../../api/records.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Icon } from '../../parts/display/icon.tsx';
import { useLoaded } from '../../parts/hooks/use-loaded.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { bytesOf, textOf } from '../../preview/content.ts';
import { MAX_TEXT } from '../../preview/kind.ts';
import { contentUrl } from '../../preview/previewed-version.ts';
import { formatSize } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { DifferenceTable } from './difference-table.tsx';
import { compareTexts, type Differences } from './differences.ts';

interface ComparisonProps {
  readonly document: Document;
  readonly from: Version;
  readonly to: Version;
  readonly isSideBySide: boolean;
}

type Result = Differences | 'binary' | 'tooLarge';

async function compare(id: number, from: Version, to: Version): Promise<Result> {
  if (from.size > MAX_TEXT || to.size > MAX_TEXT) return 'tooLarge';
  const [older, newer] = await Promise.all(
    [from, to].map(async ({ number, size }) =>
      size === 0 ? '' : textOf(await bytesOf({ id, version: number })),
    ),
  );
  return older === undefined || newer === undefined ? 'binary' : compareTexts(older, newer);
}

/** The differences of two versions, or the reason why they cannot be shown. */
export function Comparison({ document: { id }, from, to, isSideBySide }: ComparisonProps) {
  const { value, error, reload } = useLoaded(() => compare(id, from, to), [id, from.number, to.number]);
  const texts = t().document;
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  if (value === 'binary' || value === 'tooLarge')
    return (
      <div class="notice">
        <p>{value === 'binary' ? texts.cannotCompare : texts.tooLargeToCompare(formatSize(MAX_TEXT))}</p>
        <div class="buttons">
          {[from, to].map(({ number }) => (
            <a key={number} class="button" href={contentUrl({ id, version: number }, false)} download>
              <Icon of={download} size={18} />
              <span>{texts.downloadVersion(number)}</span>
            </a>
          ))}
        </div>
      </div>
    );
  if (value.removed + value.added === 0) return <p class="notice">{texts.noDifference}</p>;
  return (
    <section class="compare-text" aria-label={texts.compareShort} tabIndex={0}>
      <p role="status">{texts.changes(value.removed, value.added)}</p>
      <DifferenceTable
        differences={value}
        isSideBySide={isSideBySide}
        older={texts.version(from.number)}
        newer={texts.version(to.number)}
      />
    </section>
  );
}
