import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

/** One of several views of the same subject. */
interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
}

interface TabsProps<Id extends string> {
  /** Subject of the tabs, for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  /** The content of the chosen tab. */
  readonly children: ComponentChildren;
}

/** The index of the tab that a key leads to; undefined for any other key. */
function placeFor(key: string, now: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (now + 1) % count;
  if (key === 'ArrowLeft') return (now - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/** Tabs (WAI-ARIA pattern "tabs"): the Tab key focuses the chosen tab, the arrow keys choose another one. */
export function Tabs<Id extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const now = tabs.findIndex((tab) => tab.id === chosen);
    const place = placeFor(event.key, now, tabs.length);
    const tab = place === undefined ? undefined : tabs[place];
    if (tab === undefined || place === undefined) return;
    event.preventDefault();
    onChoose(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]?.focus();
  };
  return (
    <div class="tabs">
      <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
