import back from 'icon:arrow-left';
import sideIcon from 'icon:columns-2';
import unifiedIcon from 'icon:rows-2';
import documentStyle from 'style:document';
import { useEffect } from 'preact/hooks';
import { api, dataOf, pageOf } from '../../api/client.ts';
import type { Document, Version } from '../../api/records.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Icon } from '../../parts/display/icon.tsx';
import { isNarrow } from '../../parts/display/narrow-screen.ts';
import { IconButton } from '../../parts/forms/button.tsx';
import { useLoaded } from '../../parts/hooks/use-loaded.ts';
import { addStyle } from '../../parts/loading/add-style.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { navigate, type PageProps } from '../../router.ts';
import { prefer, preferences } from '../../state/session/preferences.ts';
import { formatMoment } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { Comparison } from './comparison.tsx';

await addStyle(documentStyle);

const MAX_VERSIONS = 200;

interface Compared {
  readonly document: Document;
  /** The newest versions, and those in the query string. */
  readonly versions: readonly Version[];
}

async function load(id: number, wanted: readonly (string | null)[]): Promise<Compared> {
  const [document, { items }] = await Promise.all([
    dataOf(api.GET('/documents/{id}', { params: { path: { id } } })),
    pageOf(
      api.GET('/documents/{id}/versions', { params: { path: { id }, query: { per_page: MAX_VERSIONS } } }),
    ),
  ]);
  const missing = wanted.flatMap((each) => (each === null ? [] : Number(each)));
  const older = await Promise.all(
    missing
      .filter((number) => !items.some((version) => version.number === number))
      .map((number) =>
        dataOf(api.GET('/documents/{id}/versions/{number}', { params: { path: { id, number } } })),
      ),
  );
  return { document, versions: [...items, ...older] };
}

function versionFor(versions: readonly Version[], wanted: string | null): Version | undefined {
  return versions.find(({ number }) => number === Number(wanted));
}

/** Comparison of two versions of a document. */
export function Page({ params, query }: PageProps) {
  const id = Number(params['id']);
  const { value, error, reload } = useLoaded(
    () => load(id, [query.get('from'), query.get('to')]),
    [id, query.get('from'), query.get('to')],
  );
  const name = value?.document.name ?? '';
  const texts = t().document;
  useEffect(() => {
    document.title = name === '' ? 'dms' : `${texts.compareTitle(name)} · dms`;
  }, [name, texts]);
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  const { versions } = value;
  const to = versionFor(versions, query.get('to')) ?? versions[0];
  const from = versionFor(versions, query.get('from')) ?? versions[1] ?? to;
  if (from === undefined || to === undefined) return null;
  const path = `/documents/${String(id)}`;
  const choose = (older: number, newer: number): void =>
    navigate(`${path}/compare?from=${String(older)}&to=${String(newer)}`, { replace: true });
  const isSide = preferences.value.comparison === 'side' && !isNarrow.value;
  return (
    <div class="page compare-page">
      <header class="toolbar">
        <a
          class="icon-button"
          href={`${path}?tab=versions`}
          aria-label={texts.backTo(name)}
          title={texts.backTo(name)}
        >
          <Icon of={back} />
        </a>
        <h1 title={name}>{texts.compareTitle(name)}</h1>
        {!isNarrow.value && <LayoutButtons isSide={isSide} />}
      </header>
      <div class="compare-choice">
        <Choice
          label={texts.older}
          versions={versions}
          chosen={from.number}
          onChoose={(number) => choose(number, to.number)}
        />
        <Choice
          label={texts.newer}
          versions={versions}
          chosen={to.number}
          onChoose={(number) => choose(from.number, number)}
        />
      </div>
      <Comparison
        key={`${String(from.number)} ${String(to.number)}`}
        document={value.document}
        from={from}
        to={to}
        isSideBySide={isSide}
      />
    </div>
  );
}

function LayoutButtons({ isSide }: { readonly isSide: boolean }) {
  const texts = t().document;
  return (
    <span role="group" aria-label={texts.layout} class="compare-layout">
      <IconButton
        icon={sideIcon}
        label={texts.sideBySide}
        isPressed={isSide}
        onClick={() => prefer({ comparison: 'side' })}
      />
      <IconButton
        icon={unifiedIcon}
        label={texts.unified}
        isPressed={!isSide}
        onClick={() => prefer({ comparison: 'unified' })}
      />
    </span>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly versions: readonly Version[];
  readonly chosen: number;
  readonly onChoose: (number: number) => void;
}

function Choice({ label, versions, chosen, onChoose }: ChoiceProps) {
  const texts = t().document;
  return (
    <label>
      <span>{label}</span>
      <select value={chosen} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
        {versions.map(({ number, created_at: time, author }) => (
          <option key={number} value={number}>
            {texts.versionOption(number, formatMoment(time), author?.name ?? texts.nobody)}
          </option>
        ))}
      </select>
    </label>
  );
}
