import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../display/icon.tsx';
import { loadPart } from '../loading/load-part.ts';
import type { MenuAnchor } from './menu-anchor.ts';

export type { MenuAnchor };

/** An item of a menu. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: string | undefined;
  /** A second, smaller line. */
  readonly note?: string;
  /** The equivalent shortcut, as displayed. */
  readonly keys?: string;
  readonly isDanger?: boolean;
  /** Reason why the action is unavailable; undefined if it is available. */
  readonly refusal?: string | undefined;
  readonly onSelect: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly at: MenuAnchor;
  readonly onClose: () => void;
}

/** The item that a key moves the focus to; undefined if the key has no function here. */
function lineFor(key: string, lines: readonly HTMLElement[]): HTMLElement | undefined {
  const now = lines.findIndex((line) => line === document.activeElement);
  if (key === 'ArrowDown') return lines[(now + 1) % lines.length];
  if (key === 'ArrowUp') return lines[(now - 1 + lines.length) % lines.length];
  if (key === 'Home') return lines[0];
  if (key === 'End') return lines.at(-1);
  if (key.length !== 1) return undefined;
  const ordered = [...lines.slice(now + 1), ...lines.slice(0, now + 1)];
  return ordered.find((line) => line.textContent.toLowerCase().startsWith(key.toLowerCase()));
}

/**
 * Positions the menu. The positioning code is loaded with the first menu. Until then, the menu has the focus but stays
 * off-screen, where it can receive no click.
 * @returns stops the positioning
 */
function placed(menu: HTMLElement, at: MenuAnchor): () => void {
  let stop: (() => void) | undefined;
  let isGone = false;
  menu.style.left = '-100vw';
  loadPart(() => import('./menu-anchor.ts')).then(
    ({ keepAt }) => {
      if (!isGone) stop = keepAt(menu, at);
    },
    () => {
      // A misplaced menu is better than none.
      menu.style.left = '0';
    },
  );
  return () => {
    isGone = true;
    stop?.();
  };
}

/** A menu of actions (WAI-ARIA pattern "menu"). Esc, Tab, and a click or wheel movement outside close it. */
export function Menu({ label, items, at, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const before = useRef(document.activeElement);
  const lines = (): HTMLElement[] => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ];
  const close = (): void => {
    onClose();
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return undefined;
    element.showPopover();
    lines()[0]?.focus();
    return placed(element, at);
  }, [at]);
  useLayoutEffect(() => {
    const closeIfOutside = (event: Event): void => {
      if (event.target instanceof Node && menu.current?.contains(event.target) !== true) onClose();
    };
    // Scrolling would move the menu's subject out of view.
    const events = ['pointerdown', 'wheel'];
    for (const event of events) addEventListener(event, closeIfOutside, { capture: true, passive: true });
    return () => {
      for (const event of events) removeEventListener(event, closeIfOutside, { capture: true });
    };
  }, [onClose]);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const line = lineFor(event.key, lines());
    if (line !== undefined) line.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
  };
  return (
    <div ref={menu} popover="manual" class="menu" role="menu" aria-label={label} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <MenuLine key={item.label} item={item} close={close} />
      ))}
    </div>
  );
}

function MenuLine({ item, close }: { readonly item: MenuItem; readonly close: () => void }) {
  const { label, icon, note, keys, isDanger = false, refusal, onSelect } = item;
  const beneath = refusal ?? note;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      class={isDanger ? 'danger' : ''}
      aria-disabled={refusal !== undefined}
      onClick={() => {
        if (refusal !== undefined) return;
        close();
        onSelect();
      }}
    >
      {icon && <Icon of={icon} size={18} />}
      <span>
        {label}
        {beneath !== undefined && <small>{beneath}</small>}
      </span>
      {keys !== undefined && <kbd>{keys}</kbd>}
    </button>
  );
}
