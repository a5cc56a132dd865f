import down from 'icon:chevron-down';
import up from 'icon:chevron-up';
import { IconButton } from '../../parts/forms/button.tsx';
import { t } from '../../text/text.ts';
import type { useFind } from './use-find.ts';

/** The search field of a PDF. Enter goes to the next match, Shift+Enter to the previous one. */
export function FindField({ query, setQuery, index, count, isDone, go }: ReturnType<typeof useFind>) {
  const texts = t().document;
  const state = count > 0 ? texts.found(index, count) : isDone ? texts.notFound : '';
  return (
    <search class="pdf-find">
      <input
        type="search"
        aria-label={texts.find}
        placeholder={texts.find}
        value={query}
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          go(event.shiftKey ? -1 : 1);
        }}
      />
      <span role="status">{state}</span>
      <IconButton icon={up} label={texts.findPrevious} disabled={count === 0} onClick={() => go(-1)} />
      <IconButton icon={down} label={texts.findNext} disabled={count === 0} onClick={() => go(1)} />
    </search>
  );
}
