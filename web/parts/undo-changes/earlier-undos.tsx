import type { Undo } from '../../api/records.ts';
import { loadUndos } from '../../api/undos.ts';
import { formatShort } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { Problem } from '../dialogs/problem.tsx';
import { Button } from '../forms/button.tsx';
import { PAGE_SIZE, usePages } from '../hooks/use-pages.ts';
import { Loading } from '../loading/loading.tsx';
import { useFocused } from '../undo/use-focused.ts';
import { conditionsOf, whatOf } from './scope-text.ts';
import { useNames } from './use-names.ts';

interface EarlierUndosProps {
  readonly onOpen: (undo: Undo) => void;
  readonly onBack: () => void;
}

/** The undos that the user may see, newest first. */
export function EarlierUndos({ onOpen, onBack }: EarlierUndosProps) {
  const texts = t().undoChanges;
  const { items, error, reload, more } = usePages((page) => loadUndos(page, PAGE_SIZE));
  const names = useNames(items ?? []);
  const first = useFocused<HTMLDivElement>();
  return (
    <div ref={first} tabIndex={-1} class="undo-step" role="group" aria-label={texts.earlier}>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {error === undefined && items === undefined && <Loading />}
      {items?.length === 0 && <p class="hint">{texts.noEarlier}</p>}
      {items !== undefined && items.length > 0 && (
        <ul class="undo-list">
          {items.map((undo) => (
            <li key={undo.id}>
              <Line undo={undo} what={whatOf(undo, names)} onOpen={() => onOpen(undo)} />
            </li>
          ))}
        </ul>
      )}
      {more && <Button onClick={more}>{t().undoRun.more}</Button>}
      <div class="dialog-buttons">
        <Button onClick={onBack}>{t().undoRun.back}</Button>
      </div>
    </div>
  );
}

interface LineProps {
  readonly undo: Undo;
  readonly what: string;
  readonly onOpen: () => void;
}

function Line({ undo, what, onOpen }: LineProps) {
  const texts = t().undoChanges;
  const done = t().undoRun.progress(undo.reverted, undo.total);
  return (
    <button type="button" class="undo-line" onClick={onOpen}>
      <span>
        {what}
        <small>{[texts.number(undo.id), ...conditionsOf(undo)].join(' · ')}</small>
      </span>
      <span>
        <time dateTime={undo.began_at}>{formatShort(undo.began_at)}</time>
        <small>
          <b class={undo.state === 'stopped' ? 'undo-stopped' : ''}>{texts.states[undo.state]}</b> · {done}
        </small>
      </span>
    </button>
  );
}
