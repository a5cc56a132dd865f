import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';

const PAUSE_MS = 250;

interface SearchFieldProps {
  readonly q: string;
  readonly hasFocus: boolean;
  readonly onChange: (q: string) => void;
}

/** The search field on phones, where the top bar has none. Searches while the user types. */
export function SearchField({ q, hasFocus, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  useLayoutEffect(() => {
    if (hasFocus) input.current?.focus();
  }, []);
  useEffect(() => {
    if (input.current !== document.activeElement) setTyped(q);
  }, [q]);
  useEffect(() => {
    const words = typed.trim();
    if (words === q) return undefined;
    const timer = setTimeout(() => latest.current(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      ref={input}
      type="search"
      class="search-field"
      aria-label={t().searchEverything}
      placeholder={t().searchEverything}
      autoComplete="off"
      enterkeyhint="search"
      value={typed}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') input.current?.blur();
      }}
    />
  );
}
