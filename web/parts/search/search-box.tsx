import search from 'icon:search';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { navigate, pageLocation } from '../../router.ts';
import { noteSearch, pathOfSearch, recentSearches, searchOf } from '../../state/search.ts';
import { t } from '../../text/text.ts';
import { Icon } from '../display/icon.tsx';
import { lastFolderId } from '../display/last-folder.ts';
import { isNarrow } from '../display/narrow-screen.ts';
import { useQuickSearch } from './quick-search.ts';
import { type Choice, choicesFor } from './search-choices.tsx';

/** The search field of the top bar. Ctrl+K focuses it from anywhere; results appear in a list below it. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const box = useBox(() => input.current?.blur());
  const { choices, active, isOpen, found, error } = box;
  const id = useId();
  useLayoutEffect(() => focusByKey(() => input.current), []);
  const isShown = isOpen && (choices.length > 0 || error !== undefined);
  return (
    <search class="search-box">
      <Icon of={search} size={18} />
      <input
        ref={input}
        type="search"
        role="combobox"
        list={undefined}
        aria-label={t().searchEverything}
        aria-keyshortcuts="Control+K"
        aria-expanded={isShown}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${id}-${String(active)}` : undefined}
        placeholder={t().searchEverything}
        autoComplete="off"
        spellcheck={false}
        value={box.typed}
        onInput={({ currentTarget }) => box.type(currentTarget.value)}
        onFocus={box.open}
        onBlur={box.close}
        onKeyDown={box.onKeyDown}
      />
      {!isOpen && <kbd aria-hidden="true">Ctrl K</kbd>}
      {isShown && (
        <ChoiceList id={id} choices={choices} active={active} fault={error?.message} onChoose={box.go} />
      )}
      <span class="visually-hidden" role="status">
        {isOpen && found !== undefined && t().find.found(found.length)}
      </span>
    </search>
  );
}

/** State of the field and its list, and the key handler. @param leave removes the focus from the field */
function useBox(leave: () => void) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  /** Enter was pressed before the response arrived. */
  const [isHasty, setHasty] = useState(false);
  const q = typed.trim();
  const { found, error } = useQuickSearch(isOpen ? q : '');
  const choices = choicesFor({ q, found, folderId: lastFolderId.value, recent: recentSearches.value });
  useShownQuery(setTyped);
  const open = (): void => setOpen(true);
  const close = (): void => {
    setOpen(false);
    setActive(-1);
    setHasty(false);
  };
  const go = (to: string): void => {
    noteSearch(q);
    close();
    leave();
    navigate(to);
  };
  const enter = (): void => {
    const chosen = choices[active] ?? (q !== '' && found !== undefined ? choices[0] : undefined);
    if (chosen !== undefined) go(chosen.href);
    else if (error !== undefined) go(pathOfSearch({ q, filter: '', folderId: 0 }));
    else setHasty(q !== '');
  };
  useEffect(() => {
    if (isHasty && (found !== undefined || error !== undefined)) enter();
  }, [isHasty, found, error]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way !== undefined) {
      open();
      setActive(step(active, way, choices.length));
    } else if (event.key === 'Enter') enter();
    else if (event.key === 'Escape' && isOpen) close();
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const type = (text: string): void => {
    setTyped(text);
    setActive(-1);
    setHasty(false);
    open();
  };
  return { typed, type, isOpen, open, close, active, choices, found, error, go, onKeyDown };
}

/** Shows the query on the search page; elsewhere the field is empty. */
function useShownQuery(show: (q: string) => void): void {
  const { path, query } = pageLocation.value;
  const shown = path === '/search' ? searchOf(query).q : '';
  useEffect(() => show(shown), [path, shown]);
}

function step(now: number, by: number, count: number): number {
  if (count === 0) return -1;
  return now === -1 && by < 0 ? count - 1 : (now + by + count) % count;
}

function focusByKey(field: () => HTMLInputElement | null): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const isCalled = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isCalled || event.code !== 'KeyK' || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    if (isNarrow.value) navigate('/search');
    else {
      field()?.focus();
      field()?.select();
    }
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

interface ChoiceListProps {
  readonly id: string;
  readonly choices: readonly Choice[];
  readonly active: number;
  readonly fault: string | undefined;
  readonly onChoose: (href: string) => void;
}

function ChoiceList({ id, choices, active, fault, onChoose }: ChoiceListProps) {
  return (
    <div class="choices">
      {fault !== undefined && <p class="fault">{fault}</p>}
      <div id={id} role="listbox" aria-label={t().search}>
        {choices.map(({ key, href, content }, index) => (
          <a
            key={key}
            id={`${id}-${String(index)}`}
            role="option"
            tabIndex={-1}
            href={href}
            aria-selected={index === active}
            // Keeps the focus in the field, because losing it would close the list before the click.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              onChoose(href);
            }}
          >
            {content}
          </a>
        ))}
      </div>
    </div>
  );
}
