import { signal } from '@preact/signals';
import type { Order } from '../../api/contents.ts';

/** How a user likes lists to be, kept in this browser. */
interface Preferences {
  readonly order: Order;
  readonly view: 'list' | 'grid';
  readonly areDetailsOpen: boolean;
  /** Null: as the system has it. */
  readonly theme: 'light' | 'dark' | null;
  /** How two versions of a text are compared. */
  readonly comparison: 'side' | 'unified';
}

const KEY = 'dms-preferences';
const DEFAULTS: Preferences = {
  order: { sort: 'name', direction: 'asc' },
  view: 'list',
  areDetailsOpen: false,
  theme: null,
  comparison: 'side',
};

/** Only this module writes what is kept. */
function isKept(value: unknown): value is Partial<Preferences> {
  return typeof value === 'object' && value !== null;
}

function read(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...DEFAULTS, ...(isKept(kept) ? kept : {}) };
  } catch {
    return DEFAULTS;
  }
}

/** The preferences of this browser. */
export const preferences = signal<Preferences>(read());

/** Changes some of them. */
export function prefer(changes: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...changes };
  try {
    // What another tab has changed meanwhile stays.
    localStorage.setItem(KEY, JSON.stringify({ ...read(), ...changes }));
  } catch {
    // A browser that keeps nothing: they hold until the page is closed.
  }
}
